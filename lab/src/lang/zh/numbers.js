// SPDX-License-Identifier: MIT
//
// numbers.js - numbers and lists in Simplified Chinese.
import { count, scientific, superscript, threeDigitsOf, unitOf } from "../numbers.js";
import { spaced } from "./spaces.js";

export { count, decimal, percent, percentAtLeast, scientific, superscript }
    from "../numbers.js";

const units = [[1e12, "万亿"], [1e8, "亿"], [1e4, "万"]];
const LARGEST = 1e16; // from here on, numbers are powers of ten

/** 1234567 → "123 万", for numbers that change while the user looks. */
export function roughly(value) {
    if (unitOf(value, [[LARGEST]])) return scientific(value);
    if (Math.round(value) < 1e4) return count(value);
    const [size, name] = unitOf(value, units);
    return `${Number((value / size).toPrecision(3))} ${name}`;
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
