// SPDX-License-Identifier: MIT
//
// cards.js - playing cards as small boxes of text.
import { h } from "../../dom.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["♠", "♥", "♦", "♣"];

/** Card 0 to 51: "A♠". */
export const cardName = (card) => RANKS[card % 13] + SUITS[Math.floor(card / 13)];

/** A card that lies face up. */
export const faceUp = (card) => h("li", {
    class: `cases-card${[1, 2].includes(Math.floor(card / 13)) ? " red" : ""}`,
}, cardName(card));

/** A row of cards. */
export const cardRow = (cards, label) =>
    h("ul", { class: "cases-cards", "aria-label": label }, cards.map(faceUp));
