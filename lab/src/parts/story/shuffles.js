// SPDX-License-Identifier: MIT
//
// shuffles.js - the two shuffles of the story, by their names in the catalogue. Their code
// differs in one token.

/** Swaps every card with any card, from the last to the first. */
export const WRONG = "swap-with-any-down";

/** Fisher-Yates, from the last to the first. */
export const RIGHT = "down";

/** How many cards the tree and the boxes have. */
export const CARDS = 3;
