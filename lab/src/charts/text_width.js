// SPDX-License-Identifier: MIT
//
// text_width.js - how much room a text needs, before it is drawn.

const CHINESE = 12; // pixels of a Chinese character

/** The width of a text in pixels, about. letter: that of a Latin letter. */
export const textWidth = (text, letter) => Array.from(text)
    .reduce((sum, c) => sum + (c > "\u2e80" ? CHINESE : letter), 0);
