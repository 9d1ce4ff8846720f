// SPDX-License-Identifier: MIT
//
// numbers.js - how many decks there are, and how many of them a generator can reach. Most
// of these numbers are so large that only their logarithms fit into a double.
import { longRankOf } from "../../charts/orders.js";

/** People on Earth: United Nations, World Population Prospects 2024. */
export const PEOPLE = 8.2e9;

/** Years since the Big Bang: 13.8 billion (Planck Collaboration, 2018). */
export const AGE = 1.38e10;

/** Seconds in a year. */
export const YEAR = 365.25 * 86400;

/** Atoms in the Earth, as Jefferson Lab estimates them. */
export const EARTH = 1.33e50;

const SUN_MASS = 1.988e30; // kilograms
const UNIT = 1.6605e-27; // kilograms: of a unit of atomic mass
/** Shares of the mass of the Sun, and atomic masses: hydrogen, helium, and all others, of
 * which oxygen is the most (Asplund and others, 2009). */
const SUN = [[0.7381, 1.008], [0.2485, 4.003], [0.0134, 16]];

/** Atoms in the Sun. */
export const SUN_ATOMS = SUN_MASS / UNIT *
    SUN.reduce((sum, [share, mass]) => sum + share / mass, 0);

/** The mass of all stars of the Milky Way, in that of the Sun: Licquia and Newman, 2015. */
export const MILKY_WAY = 6.08e10;

/** log2 of n! */
export function log2Factorial(n) {
    let sum = 0;
    for (let k = 2; k <= n; k += 1) sum += Math.log2(k);
    return sum;
}

/** log10 of n! */
export const log10Factorial = (n) => log2Factorial(n) * Math.log10(2);

/** The largest n with n! at most 2^bits: with more cards, some orders cannot occur. */
export function mostCards(bits) {
    let n = 1;
    for (let sum = 0; ; n += 1) {
        sum += Math.log2(n + 1);
        if (sum > bits + 1e-9) return n; // from n = 3 on, n! is not a power of 2: no ties
    }
}

/** log10 of the number of orders for each one that can occur; 0: all can. */
export const unreached = (n, bits) =>
    Math.max(0, log2Factorial(n) - bits) * Math.log10(2);

/** The number of an order among all, from 1, in lexicographic order. */
export const orderNumber = (order) => longRankOf(order) + 1n;

/** How many decks are dealt, on average, until one occurs again, if there are 2^bits:
 * Ramanujan's Q of that number, plus one. */
export function firstRepeat(bits) {
    const decks = 2 ** bits;
    let sum = 1;
    let none = 1; // the probability that the first k all differ
    for (let k = 1; none > 1e-15; k += 1) {
        sum += none;
        none *= 1 - k / decks;
    }
    return sum;
}

/** Generators, by how many bits decide what comes out. say.decks.generators has their
 * names and users. */
export const generators = [
    { id: "rand15", bits: 15 },
    { id: "second", bits: Math.log2(86400) },
    { id: "millisecond", bits: Math.log2(86400000) },
    { id: "bits32", bits: 32 },
    { id: "bits48", bits: 48 },
    { id: "bits64", bits: 64 },
    { id: "bits128", bits: 128 },
    { id: "bits256", bits: 256 },
    { id: "mersenne", bits: 19937 },
];
