// SPDX-License-Identifier: MIT
//
// law.js - exact probabilities of orders: fractions of whole numbers of any length.
import { allOrders, factorial, rankOf } from "../../charts/orders.js";

/** The largest number of cards whose orders are listed one by one. */
export const LISTED = 7;

/** The largest number of cards whose orders are drawn as bars. */
export const DRAWN = 6;

const magnitude = (a) => (a < 0n ? -a : a);

function commonDivisor(a, b) {
    let [x, y] = [magnitude(a), magnitude(b)];
    while (y !== 0n) [x, y] = [y, x % y];
    return x;
}

/** A fraction in lowest terms: [numerator, denominator]. */
export function lowest(a, b) {
    const divisor = commonDivisor(a, b);
    return [a / divisor, b / divisor];
}

/** The least common multiple. */
const commonMultiple = (a, b) => (a / commonDivisor(a, b)) * b;

/** a / b as a double; a and b can be far beyond doubles. */
export function quotient(a, b) {
    if (a === 0n) return 0;
    // Keeps about 60 bits of the quotient.
    const bits = (x) => magnitude(x).toString(16).length * 4;
    const shift = Math.max(-1000, 60 - bits(a) + bits(b));
    const scaled = shift >= 0 ? (a << BigInt(shift)) / b : a / (b << BigInt(-shift));
    return Number(scaled) * 2 ** -shift;
}

/**
 * The probabilities of all orders in a fairaudit-exact document; null if it has none. If
 * it is proved fair, they are known even if the document has none.
 * @returns {?{n: number, orders: number[][], numerators: bigint[], denominator: bigint,
 *     probability: number[], excess: number[], groups: object[]}} excess: how much more
 *     likely than fair, 0.5 for 50% more; groups: orders with the same probability, the
 *     most likely first: {numerator, denominator} in lowest terms, probability, excess,
 *     ranks
 */
export function lawOf(document) {
    const { n, fair } = document;
    if (n > LISTED || (document.numerators === null && !fair)) return null;
    const ways = factorial(n);
    const orders = allOrders(n);
    const numerators = document.numerators?.map(BigInt) ?? orders.map(() => 1n);
    const denominator = document.numerators ? BigInt(document.denominator) : ways;
    const byNumerator = new Map();
    numerators.forEach((numerator, rank) => {
        if (!byNumerator.has(numerator)) byNumerator.set(numerator, []);
        byNumerator.get(numerator).push(rank);
    });
    const probability = new Array(orders.length);
    const excess = new Array(orders.length);
    const groups = [...byNumerator].sort(([a], [b]) => (a > b ? -1 : 1))
        .map(([numerator, ranks]) => {
            const [over, under] = lowest(numerator, denominator);
            const group = {
                numerator: over, denominator: under, ranks,
                probability: quotient(numerator, denominator),
                excess: quotient(numerator * ways - denominator, denominator),
            };
            for (const rank of ranks) {
                probability[rank] = group.probability;
                excess[rank] = group.excess;
            }
            return group;
        });
    return { n, orders, numerators, denominator, probability, excess, groups };
}

/**
 * How much each order gets of the leaves of a tree of choices.
 * @param {{sequences: Array<{choices: Array<{sides: number}>, order: number[]}>}} tree
 * @returns {{leaves: object[], parts: bigint, even: boolean, gets: bigint[],
 *     counts: number[]}} leaves: {rank, choices, weight}; the probability of a leaf is
 *     weight / parts; gets: the sum of weights by order; counts: the number of leaves by
 *     order; even: all leaves have the same weight
 */
export function dealLeaves(tree, n) {
    const size = ({ choices }) =>
        choices.reduce((product, { sides }) => product * BigInt(sides), 1n);
    const parts = tree.sequences.reduce(
        (common, sequence) => commonMultiple(common, size(sequence)), 1n);
    const leaves = tree.sequences.map((sequence) => ({
        rank: rankOf(sequence.order),
        choices: sequence.choices,
        weight: parts / size(sequence),
    }));
    const ways = Number(factorial(n));
    const gets = new Array(ways).fill(0n);
    const counts = new Array(ways).fill(0);
    for (const { rank, weight } of leaves) {
        gets[rank] += weight;
        counts[rank] += 1;
    }
    const even = leaves.every(({ weight }) => weight === leaves[0].weight);
    return { leaves, parts, even, gets, counts };
}
