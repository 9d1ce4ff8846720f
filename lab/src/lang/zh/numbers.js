// SPDX-License-Identifier: MIT
//
// numbers.js - numbers and lists in Simplified Chinese.
import { count, superscript, threeDigitsOf } from "../numbers.js";
import { spaced } from "./spaces.js";

export { count, decimal, percent, percentAtLeast, scientific, superscript }
    from "../numbers.js";

/** 1234567 → "123 万", for numbers that change while the user looks. */
export function roughly(value) {
    const digits = (number) => String(Number(number.toPrecision(3)));
    if (value >= 1e12) return `${digits(value / 1e12)} 万亿`;
    if (value >= 1e8) return `${digits(value / 1e8)} 亿`;
    if (value >= 1e4) return `${digits(value / 1e4)} 万`;
    return count(value);
}

/** "316 万分之一" of log10 = 6.5; "10⁵² 分之一" from a billion on. Rounded so that the
 * probability is never smaller than it says: such probabilities are upper bounds. */
export function oneIn(log10) {
    return spaced(log10 >= 9 ? `10${superscript(Math.floor(log10))}`
                             : roughly(threeDigitsOf(10 ** log10)), "分之一");
}

/** What a stake of 1 became: "0.31", "4,200", "10⁹⁵". */
export function odds(log10) {
    if (log10 >= 9) return `10${superscript(Math.floor(log10))}`;
    if (log10 <= -3) return "不到 1/1,000";
    const value = 10 ** log10;
    return value < 10 ? `${Number(value.toPrecision(2))}` : roughly(value);
}

/** ["甲", "乙", "丙"] → "甲、乙和丙"; ["1", "2"] → "1 和 2". */
export function listed(items) {
    if (items.length < 2) return items.join("");
    return spaced(items.slice(0, -1).join("、"), "和", items.at(-1));
}

/** Chinese has no capital letters. */
export const capital = (text) => text;

/** A message as a sentence: it ends with one full stop. */
export const sentence = (text) => text.replace(/[.;。；]?\s*$/, "。");
