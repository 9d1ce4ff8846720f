// SPDX-License-Identifier: MIT
//
// count.js - the argument that needs no experiment: how many ways there are to roll
// the dice, against how many orders there are.
import { factorial } from "../../charts/orders.js";
import { listed, superscript } from "../../words.js";

const MOST_DIGITS = 24; // longer numbers are not written out

const primesUpTo = (n) =>
    Array.from({ length: Math.max(0, n - 1) }, (_, i) => i + 2)
        .filter((p) => !Array.from({ length: p - 2 }, (_, i) => i + 2)
            .some((d) => p % d === 0));

function digits(number) {
    const text = String(number);
    if (text.length <= MOST_DIGITS) return number.toLocaleString("en");
    return `about ${text[0]}.${text.slice(1, 3)} × 10${superscript(text.length - 1)}`;
}

/** [8, 8, 8, 2] → "8³ · 2"; ones are left out. */
function productText(sides) {
    const times = new Map();
    for (const m of [...sides].sort((a, b) => b - a))
        if (m > 1) times.set(m, (times.get(m) ?? 0) + 1);
    return [...times].map(([m, k]) =>
        BigInt(m).toLocaleString("en") + (k > 1 ? superscript(k) : "")).join(" · ");
}

/** The least power of a prime that divides n! and not `ways`. */
function missing(ways, n) {
    const orders = factorial(n);
    for (const prime of primesUpTo(n).reverse().map(BigInt)) {
        let power = prime;
        while (ways % power === 0n) power *= prime;
        if (orders % power === 0n) return power;
    }
    return undefined;
}

function fixedWays(sides, n, fair) {
    const ways = sides.reduce((product, m) => product * BigInt(m), 1n);
    const orders = factorial(n);
    const product = productText(sides);
    const all = `${product === "" || product === digits(ways) ? "" : `${product} = `}` +
        `${digits(ways)} ${ways === 1n ? "way" : "ways"} to roll`;
    const these = `${n}! = ${digits(orders)} orders`;
    if (ways === orders) {
        return fair
            ? `${all}, and ${these}: each order comes in exactly one way.`
            : `${all}, and ${these}. There is one way for each order, but some orders ` +
              "take more than one, so that none is left for others.";
    }
    if (ways < orders) {
        return `${all}, but ${these}: at least ${digits(orders - ways)} of them can ` +
            "never come out.";
    }
    if (ways % orders === 0n) {
        return fair
            ? `${all}, and ${these}: each comes in ${digits(ways / orders)} ways.`
            : `${all}, which is ${digits(ways / orders)} times the ${these}. They ` +
              "could be shared evenly, but are not.";
    }
    if (fair) {
        return `${all}, as long as nothing is rolled again. It may be, and so it can ` +
            `be fair to ${these}.`;
    }
    const factor = missing(ways, n);
    return `${all}. That is no multiple of the ${these}, which can be divided by ` +
        `${factor}: the ways cannot be shared evenly by the orders.`;
}

function openWays(kinds, n, fair) {
    const varies = "How many rolls there are, or of how many sides, depends on what " +
        "was rolled before";
    const lacking = primesUpTo(n)
        .filter((p) => !kinds.some((m) => BigInt(m) % BigInt(p) === 0n));
    if (fair || lacking.length === 0) {
        return `${varies}. So the ways are not equally likely, and to count them ` +
            "proves nothing.";
    }
    const sides = [...kinds].filter((m) => m > 1).sort((a, b) => a - b);
    const orders = digits(factorial(n));
    return `${varies}. But all dice have ${listed(sides.map(String))} sides, so that ` +
        "the chance of an order is a fraction with a product of these below its line. " +
        `It is never 1/${orders}, for ${n}! = ${orders} can be divided by ` +
        `${listed(lacking.map(String))}.`;
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
    if (cut) return "There are too many rolls to count the ways here.";
    if (!dieFair) {
        return "With a fair die all ways to roll would be equally likely, and one " +
            "could count them. This die is not fair.";
    }
    return fixed ? fixedWays(sides, n, fair) : openWays(kinds, n, fair);
}
