// SPDX-License-Identifier: MIT
//
// apart.js - two numbers that differ, with as many digits as it takes to see that.
import { percent } from "../words.js";

const MOST = 9; // digits

/** Both rounded to as few digits as distinguish them, but at least three. */
export function apart(a, b) {
    for (let digits = 3; digits < MOST; digits += 1) {
        const [x, y] = [a, b].map((value) => Number(value.toPrecision(digits)));
        if (x !== y) return [x, y];
    }
    return [Number(a.toPrecision(3)), Number(b.toPrecision(3))];
}

/** Two shares: ["12.9%", "10%"], ["25.0004%", "25%"]. */
export function sharesApart(a, b) {
    if (percent(a) !== percent(b)) return [percent(a), percent(b)];
    const unit = percent(0.01).slice(1); // " %", as the language writes it
    return apart(a * 100, b * 100).map((value) => value + unit);
}
