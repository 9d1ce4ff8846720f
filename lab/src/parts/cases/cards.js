// SPDX-License-Identifier: MIT
//
// cards.js - playing cards as small boxes of text.
import { h } from "../../dom.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["♠", "♥", "♦", "♣"];

/** A card that lies face up: 0 is A♠, 51 is K♣. */
export function faceUp(card) {
    const suit = Math.floor(card / 13);
    return h("li", { class: `cases-card${suit === 1 || suit === 2 ? " red" : ""}` },
             h("span", {}, RANKS[card % 13]), h("span", {}, SUITS[suit]));
}

/** A row of cards. */
export const cardRow = (cards, label) =>
    h("ul", { class: "cases-cards", "aria-label": label }, cards.map(faceUp));
