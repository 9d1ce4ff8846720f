// SPDX-License-Identifier: MIT
//
// poker_search.js - finds the seed of a deck from a few of its cards, as in 1999: every
// millisecond of a day is tried.
//
// The shuffle is `never-last` of the catalogue, and the generator is its die
// `clock-seeded`: Random(m) of Borland's Pascal, a linear congruential generator modulo
// 2^32. A card is followed from where it starts; so most seeds take only one card, and no
// deck at all. The decks come from the C core. If this file differed from it, no seed
// would be found.

export const MILLISECONDS = 86400000;
const CARDS = 52;
const FACTOR = 134775813;
const SLICE = 12; // milliseconds of work before the page can do something else
const PORTION = 20000; // seeds between two looks at the clock

/** floor(state (CARDS - 1) / 2^32), without a product of more than 32 bits. */
const rollOf = (state) =>
    ((state >>> 16) * (CARDS - 1) + (((state & 0xffff) * (CARDS - 1)) >>> 16)) >>> 16;

/** The position where a card ends up with this seed. */
function endOf(seed, card) {
    let state = seed;
    let at = card;
    for (let i = 0; i < CARDS; i += 1) {
        state = (Math.imul(state, FACTOR) + 1) >>> 0;
        const j = rollOf(state);
        if (at === i) at = j;
        else if (at === j) at = i;
    }
    return at;
}

/** The deck of a seed: cards 0 to 51 by position. */
export function deckOf(seed) {
    const deck = [];
    for (let card = 0; card < CARDS; card += 1) deck[endOf(seed, card)] = card;
    return deck;
}

/** The time of day of a seed: "22:33:10.507". */
export const timeOf = (seed) => new Date(seed).toISOString().slice(11, 23);

/**
 * Tries all seeds, in the background.
 * @param {number[]} known the first cards of the deck
 * @param {{progress(share: number, left: number[]): void,
 *          done(left: number[], seeds: number[]): void}} on left[k]: how many seeds fit
 *   the first k cards; seeds: those that fit all
 * @returns {{drop(): void}}
 */
export function searchSeeds(known, on) {
    const fits = new Array(known.length + 1).fill(0);
    const seeds = [];
    let seed = 0;
    let timer;

    function portion() {
        const end = Math.min(MILLISECONDS, seed + PORTION);
        for (; seed < end; seed += 1) {
            let k = 0;
            while (k < known.length && endOf(seed, known[k]) === k) k += 1;
            fits[k] += 1;
            if (k === known.length) seeds.push(seed);
        }
    }

    /** A seed that fits k cards also fits fewer. */
    const left = () => fits.map((_, k) => fits.slice(k).reduce((sum, x) => sum + x, 0));

    function work() {
        const begun = performance.now();
        while (seed < MILLISECONDS && performance.now() - begun < SLICE) portion();
        on.progress(seed / MILLISECONDS, left());
        if (seed < MILLISECONDS) timer = setTimeout(work);
        else on.done(left(), seeds);
    }

    timer = setTimeout(work);
    return { drop() { clearTimeout(timer); } };
}
