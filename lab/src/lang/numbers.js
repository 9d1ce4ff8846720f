// SPDX-License-Identifier: MIT
//
// numbers.js - numbers as all languages of the page write them.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** 1234567 → "1,234,567". */
export const count = (value) => whole.format(value);

/** 12 → "¹²". */
export const superscript = (number) =>
    String(number).replace(/[0-9-]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]));

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

/** 0.12345 → "12.3%"; small shares keep three digits. */
export function percent(share) {
    const value = share * 100;
    if (value === 0) return "0%";
    if (value >= 99.95 && value < 100) return `${value.toFixed(2)}%`;
    return `${decimal(value)}%`;
}

/** The same with two digits, rounded down: for lower bounds. */
export function percentAtLeast(share) {
    const unit = 10 ** (Math.floor(Math.log10(share)) - 1);
    return percent(Math.floor(share / unit) * unit);
}

/** 3162277 → 3160000: three digits, rounded down. */
export function threeDigitsOf(value) {
    const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
    return Math.floor(value / unit) * unit;
}
