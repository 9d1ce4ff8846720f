// SPDX-License-Identifier: MIT
//
// words.js - numbers, lists and sentences as people read them.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** 1234567 → "1,234,567". */
export const count = (value) => whole.format(value);

/** 1 "card", 2 "cards". */
export const plural = (value, one, many = `${one}s`) =>
    `${count(value)} ${value === 1 ? one : many}`;

/** 1234567 → "1.23 million", for numbers that change as one looks. */
export function roughly(value) {
    if (value >= 1e9) return `${(value / 1e9).toPrecision(3)} billion`;
    if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} million`;
    if (value >= 1e4) return `${whole.format(value / 1e3)} thousand`;
    return whole.format(value);
}

/** 2.5246e18 → "2.52 × 10¹⁸", 1e-9 → "10⁻⁹". */
export function scientific(value, digits = 3) {
    const [factor, power] = Number(value.toPrecision(digits)).toExponential().split("e");
    const ten = `10${superscript(Number(power))}`;
    return factor === "1" ? ten : `${factor}\u00a0×\u00a0${ten}`;
}

/** 0.12345 → "0.123", 1.7829e-19 → "1.78 × 10⁻¹⁹", 8.0658e67 → "8.07 × 10⁶⁷". */
export function decimal(value, digits = 3) {
    const rounded = Number(value.toPrecision(digits));
    const size = Math.abs(rounded);
    return rounded === 0 || (size >= 1e-4 && size < 1e9) ? String(rounded)
                                                         : scientific(rounded, digits);
}

/** 0.12345 → "12.3 %"; small ones keep three digits. */
export function percent(share) {
    const value = share * 100;
    if (value === 0) return "0 %";
    if (value >= 99.95 && value < 100) return `${value.toFixed(2)} %`;
    return `${decimal(value)} %`;
}

/** The same with two digits, and no more than it is: for what is said to be the least. */
export function percentAtLeast(share) {
    const unit = 10 ** (Math.floor(Math.log10(share)) - 1);
    return percent(Math.floor(share / unit) * unit);
}

/** "1 in 3.16 million" of log10 = 6.5; "1 in 10⁵²" from a billion on. Never rarer than it
 * is: such a chance is said to be one "at most". */
export function oneIn(log10) {
    if (log10 >= 9) return `1 in 10${superscript(Math.floor(log10))}`;
    const unit = 10 ** Math.max(0, Math.floor(log10) - 2);
    return `1 in ${roughly(Math.floor(10 ** log10 / unit) * unit)}`;
}

/** What a stake of 1 became: "0.31", "4,200", "10⁹⁵". */
export function odds(log10) {
    if (log10 >= 9) return `10${superscript(Math.floor(log10))}`;
    if (log10 <= -3) return "less than 1/1,000";
    const value = 10 ** log10;
    return value < 10 ? `${Number(value.toPrecision(2))}` : roughly(value);
}

/** 12 → "¹²". */
export const superscript = (number) =>
    String(number).replace(/[0-9-]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]));

/** ["a", "b", "c"] → "a, b and c". */
export function listed(items) {
    if (items.length < 2) return items.join("");
    return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** "place 3" → "Place 3". */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A message as a sentence: it ends with one full stop. */
export const sentence = (text) => text.replace(/[.;]?\s*$/, ".");

/** What one trial of a report is called. */
export const trialNoun = ({ kind }) => (kind === "samples" ? "sample" : "shuffle");
