// SPDX-License-Identifier: MIT
//
// count.js - the argument that needs no experiment: how many ways there are to roll the
// dice, against how many orders there are.
import { factorial } from "../../charts/orders.js";
import { say } from "../../lang/lang.js";
import { superscript } from "../../words.js";

const MOST_DIGITS = 24; // longer numbers are not written out

const primesUpTo = (n) =>
    Array.from({ length: Math.max(0, n - 1) }, (_, i) => i + 2)
        .filter((p) => !Array.from({ length: p - 2 }, (_, i) => i + 2)
            .some((d) => p % d === 0));

function digits(number) {
    const text = String(number);
    if (text.length <= MOST_DIGITS) return number.toLocaleString("en");
    return say.steps.proof.about(`${text[0]}.${text.slice(1, 3)} × 10${
        superscript(text.length - 1)}`);
}

/** [8, 8, 8, 2] → "8³ · 2"; ones are left out. */
function productText(sides) {
    const times = new Map();
    for (const m of [...sides].sort((a, b) => b - a))
        if (m > 1) times.set(m, (times.get(m) ?? 0) + 1);
    if (times.size > 4) return "";
    return [...times].map(([m, k]) =>
        BigInt(m).toLocaleString("en") + (k > 1 ? superscript(k) : "")).join(" · ");
}

function fixedWays(sides, n, fair) {
    const ways = sides.reduce((product, m) => product * BigInt(m), 1n);
    const orders = factorial(n);
    const product = productText(sides);
    const texts = {
        ways: digits(ways), orders: digits(orders),
        // "3³ = 27", "3! = 6"
        product: product === "" || product === digits(ways) ? "" : `${product} = `,
        factorial: `${n}! = `,
    };
    if (ways === orders)
        return fair ? say.steps.proof.oneEach(texts) : say.steps.proof.uneven(texts);
    if (ways < orders)
        return say.steps.proof.tooFew({ ...texts, missing: digits(orders - ways) });
    if (ways % orders === 0n) {
        return fair ? say.steps.proof.someEach({ ...texts, each: digits(ways / orders) })
                    : say.steps.proof.uneven(texts);
    }
    return fair ? say.steps.proof.again : say.steps.proof.cannotShare(texts);
}

function openWays(kinds, n, fair) {
    const lacking = primesUpTo(n)
        .filter((p) => !kinds.some((m) => BigInt(m) % BigInt(p) === 0n));
    if (fair || lacking.length === 0) return say.steps.proof.open;
    const sides = [...kinds].filter((m) => m > 1).sort((a, b) => a - b);
    const orders = digits(factorial(n));
    return sides.length === 1 && sides[0] === 2
        ? say.steps.proof.coins(orders) : say.steps.proof.dice(sides.map(String), orders);
}

/**
 * The argument in words.
 * @param {{sides: number[], kinds: number[], fixed: boolean, cut: boolean}} rolls sides
 *     of the dice of one shuffle; all numbers of sides seen in many; whether those had
 *     the same sides; whether only the first rolls are known
 * @param {number} n
 * @param {{fair: boolean, dieFair: boolean}} known whether the shuffle gives all orders
 *     equally often, whether the die is fair
 */
export function countWays({ sides, kinds, fixed, cut }, n, { fair, dieFair }) {
    if (cut) return say.steps.proof.tooMany;
    if (!dieFair) return say.steps.proof.unfairDie;
    return fixed ? fixedWays(sides, n, fair) : openWays(kinds, n, fair);
}
