// SPDX-License-Identifier: MIT
//
// layout.js - how many cards lie in a row, on wide and on narrow tables.

const ONE_ROW = 16; // cards that fit in one row of a wide table
const WIDE = 13; // cards in a row of a larger deck
const NARROW = 9; // ... of a narrow table
const NARROW_ROW = 8; // cards that fit in one row of a narrow table

/** The largest deck whose packets are drawn apart. */
export const MOST_APART = ONE_ROW;

/** n cards in as few rows as possible, all of about the same length. */
const evenly = (n, most) => Math.ceil(n / Math.ceil(n / most));

/**
 * Cards in a row for a deck of n.
 * @param {number} n
 * @param {boolean} paired whether two decks share the screen
 * @returns {{wide: number, narrow: number, tiny: number}} tiny: for screens of 320 pixels
 */
export function columnsOf(n, paired) {
    const wide = n <= ONE_ROW ? n : evenly(n, WIDE);
    if (n <= NARROW_ROW) return { wide, narrow: n, tiny: n };
    if (n <= ONE_ROW) return { wide, narrow: paired ? n : evenly(n, NARROW_ROW),
                               tiny: evenly(n, NARROW_ROW) };
    return { wide, narrow: evenly(n, paired ? WIDE : NARROW),
             tiny: evenly(n, paired ? WIDE - 3 : NARROW) };
}
