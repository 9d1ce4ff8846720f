// SPDX-License-Identifier: MIT
//
// words.js - numbers as people read them.

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

/** 0.12345 → "0.123", 1.7829e-19 → "1.78 × 10⁻¹⁹". */
export function decimal(value, digits = 3) {
    const rounded = Number(value.toPrecision(digits));
    const plain = Math.abs(rounded) >= 1e-4 || rounded === 0;
    const [factor, power] = (plain ? String(rounded) : rounded.toExponential()).split("e");
    return power === undefined ? factor : `${factor} × 10${superscript(Number(power))}`;
}

/** 0.12345 → "12.3 %"; small ones keep three digits. */
export function percent(share) {
    const value = share * 100;
    if (value === 0) return "0 %";
    if (value >= 99.95 && value < 100) return `${value.toFixed(2)} %`;
    return `${decimal(value)} %`;
}

/** "1 in 3.2 million" for odds of 3.2e6, "1 in 10^52" beyond. */
export function oneIn(log10) {
    if (log10 < 9) return `1 in ${roughly(10 ** log10)}`;
    return `1 in 10${superscript(Math.round(log10))}`;
}

/** 12 → "¹²". */
export const superscript = (number) =>
    String(number).replace(/[0-9-]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]));

/** ["a", "b", "c"] → "a, b and c". */
export function listed(items) {
    if (items.length < 2) return items.join("");
    return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
