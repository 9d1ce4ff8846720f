// SPDX-License-Identifier: MIT
//
// decks.js - texts, in English.

export const decks = {
};
