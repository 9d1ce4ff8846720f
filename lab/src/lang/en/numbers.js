// SPDX-License-Identifier: MIT
//
// numbers.js - numbers and lists in English.
import { count, scientific, superscript, threeDigitsOf, unitOf } from "../numbers.js";

export { count, decimal, percent, percentAtLeast, scientific, superscript }
    from "../numbers.js";

/** 1 "card", 2 "cards". */
export const plural = (value, one, many = `${one}s`) =>
    `${count(value)} ${value === 1 ? one : many}`;

const units = [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"]];
const LARGEST = 1e15; // from here on, numbers are powers of ten

/** 1234567 → "1.23 million", for numbers that change while the user looks. */
export function roughly(value) {
    if (unitOf(value, [[LARGEST]])) return scientific(value);
    const [size, name] = unitOf(value, units) ?? [];
    if (name) return `${(value / size).toPrecision(3)} ${name}`;
    return Math.round(value) >= 1e4 ? `${count(value / 1e3)} thousand` : count(value);
}

/** "1 in 3.16 million" of log10 = 6.5; "1 in 10⁵²" from a billion on. Rounded so that the
 * probability is never smaller than it says: such probabilities are upper bounds. */
export function oneIn(log10) {
    return log10 >= 9 ? `1 in 10${superscript(Math.floor(log10))}`
                      : `1 in ${roughly(threeDigitsOf(10 ** log10))}`;
}

/** What a stake of 1 became: "0.31", "4,200", "10⁹⁵". */
export function odds(log10) {
    if (log10 >= 9) return `10${superscript(Math.floor(log10))}`;
    if (log10 <= -3) return "less than 1/1,000";
    const value = 10 ** log10;
    return value < 10 ? `${Number(value.toPrecision(2))}` : roughly(value);
}

/** ["a", "b", "c"] → "a, b and c". */
export function listed(items) {
    if (items.length < 2) return items.join("");
    return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** "position 3" → "Position 3". */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A message as a sentence: it ends with one full stop. */
export const sentence = (text) => text.replace(/[.;]?\s*$/, ".");
