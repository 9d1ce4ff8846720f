// SPDX-License-Identifier: MIT
//
// words.js - numbers and lists in the current language of the page. Language files import
// those of their own language instead.
import { say } from "./lang/lang.js";

export { count, decimal, scientific, superscript } from "./lang/numbers.js";

/** 0.12345 → "12.3%". */
export const percent = (share) => say.numbers.percent(share);

/** The same with two digits, rounded down: for lower bounds. */
export const percentAtLeast = (share) => say.numbers.percentAtLeast(share);

/** 1234567 → "1.23 million", for numbers that change while the user looks. */
export const roughly = (value) => say.numbers.roughly(value);

/** "1 in 3.16 million" of log10 = 6.5; "1 in 10⁵²" from a billion on. */
export const oneIn = (log10) => say.numbers.oneIn(log10);

/** What a stake of 1 became: "0.31", "4,200", "10⁹⁵". */
export const odds = (log10) => say.numbers.odds(log10);

/** ["a", "b", "c"] → "a, b and c". */
export const listed = (items) => say.numbers.listed(items);

/** "position 3" → "Position 3". */
export const capital = (text) => say.numbers.capital(text);

/** A message as a sentence: it ends with one full stop. */
export const sentence = (text) => say.numbers.sentence(text);
