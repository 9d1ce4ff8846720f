// SPDX-License-Identifier: MIT
//
// numbers.js - numbers as all languages of the page write them.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** 1234567 → "1,234,567". */
export const count = (value) => whole.format(value);

/** 12 → "¹²". */
export const superscript = (number) =>
    String(number).replace(/[0-9-]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]));

/** 2.5246e18 → "2.52 × 10¹⁸", 1e-9 → "10⁻⁹"; with `more`, times ten to that power. */
export function scientific(value, digits = 3, more = 0) {
    const [factor, power] = Number(value.toPrecision(digits)).toExponential().split("e");
    const ten = `10${superscript(Number(power) + more)}`;
    return factor === "1" ? ten : `${factor}\u00a0×\u00a0${ten}`;
}

/** 0.12345 → "0.123", 1.7829e-19 → "1.78 × 10⁻¹⁹", 8.0658e67 → "8.07 × 10⁶⁷". */
export function decimal(value, digits = 3) {
    const rounded = Number(value.toPrecision(digits));
    const size = Math.abs(rounded);
    return rounded === 0 || (size >= 1e-4 && size < 1e9) ? String(rounded)
                                                         : scientific(rounded, digits);
}

const LEAST_DECIMALS = 2; // of a percentage that would be rounded to 100
const MOST_DECIMALS = 8;

/** A percentage a little below 100, with as many decimals as tell it from 100. */
function belowHundred(value) {
    for (let decimals = LEAST_DECIMALS; decimals <= MOST_DECIMALS; decimals += 1) {
        const text = value.toFixed(decimals);
        if (Number(text) < 100) return text;
    }
    return (100 - 10 ** -MOST_DECIMALS).toFixed(MOST_DECIMALS);
}

/** 0.12345 → "12.3%"; small shares keep three digits; only 1 itself is "100%". */
export function percent(share) {
    const value = share * 100;
    if (value === 0) return "0%";
    if (value >= 99.95 && share < 1) return `${belowHundred(value)}%`;
    return `${decimal(value)}%`;
}

/** The same with two digits, rounded down: for lower bounds. */
export function percentAtLeast(share) {
    const unit = 10 ** (Math.floor(Math.log10(share)) - 1);
    return percent(Math.floor(share / unit) * unit);
}

/** The largest of some units, [size, name], that a number has at least one of after it was
 * rounded to three digits; undefined if it has none. */
export const unitOf = (value, units) =>
    units.find(([size]) => Number(value.toPrecision(3)) >= size);

/** 3162277 → 3160000: three digits, rounded down. */
export function threeDigitsOf(value) {
    const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
    return Math.floor(value / unit) * unit;
}
