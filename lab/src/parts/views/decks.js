// SPDX-License-Identifier: MIT
//
// decks.js - how many decks there are, and how many a generator can reach: numbers
// so large that only their logarithms fit.

/** log2 of n! */
export function log2Factorial(n) {
    let sum = 0;
    for (let k = 2; k <= n; k += 1) sum += Math.log2(k);
    return sum;
}

/** The largest n with n! at most 2^bits: of more cards, not every order can come. */
export function mostCards(bits) {
    let n = 1;
    for (let sum = 0; ; n += 1) {
        sum += Math.log2(n + 1);
        if (sum > bits + 1e-9) return n; // n! is no power of 2 from n = 3 on: no ties
    }
}

/** log10 of the number of orders for each one that can come out; 0: all can. */
export const unreached = (n, bits) =>
    Math.max(0, log2Factorial(n) - bits) * Math.log10(2);

/** How many decks are dealt, on the average, until one comes again, if there are
 * 2^bits: Ramanujan's Q of that number, and one more. */
export function firstRepeat(bits) {
    const decks = 2 ** bits;
    let sum = 1;
    let none = 1; // the chance that the first k all differ
    for (let k = 1; none > 1e-15; k += 1) {
        sum += none;
        none *= 1 - k / decks;
    }
    return sum;
}

/** Generators, by how many bits decide what comes out. */
export const generators = [
    { bits: 15, name: "15 bits", who: "a seed from rand(), if RAND_MAX is 32,767" },
    { bits: Math.log2(86400), name: "Second of the day", who: "a clock as seed" },
    { bits: Math.log2(86400000), name: "Millisecond of the day",
      who: "the poker game that was broken in 1999" },
    { bits: 32, name: "32 bits", who: "seed(number), in most programs" },
    { bits: 48, name: "48 bits", who: "java.util.Random, drand48()" },
    { bits: 64, name: "64 bits", who: "splitmix64" },
    { bits: 128, name: "128 bits", who: "xorshift128+: Math.random() in Chrome, node" },
    { bits: 256, name: "256 bits", who: "ChaCha8Rand: fairshuf and this page" },
    { bits: 19937, name: "19,937 bits", who: "Mersenne Twister, if all of it is seeded" },
];
