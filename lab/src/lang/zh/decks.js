// SPDX-License-Identifier: MIT
//
// decks.js - texts, in Simplified Chinese.

export const decks = {
};
