// SPDX-License-Identifier: MIT
//
// table.js - three cards on a table, and what the rolls of a shuffle do to them.
import { letters } from "../../charts/leaf_boxes.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";

/**
 * The decks before the first roll and after each roll, by the code on the screen: position
 * i, from the last to the first, is swapped with the position that was rolled.
 * @param {number[]} rolls from 0
 * @param {number} n
 */
export function decksOf(rolls, n) {
    let deck = Array.from({ length: n }, (_, card) => card);
    const decks = [deck];
    rolls.forEach((j, k) => {
        const i = n - 1 - k;
        deck = [...deck];
        [deck[i], deck[j]] = [deck[j], deck[i]];
        decks.push(deck);
    });
    return decks;
}

/** A card with a letter. */
const letterCard = (card) => h("span", { class: `story-card story-card-${card}` },
                               letters([card]));

/** A deck as a row of cards; `at` and `from` are the positions that were swapped. */
export function deckRow(deck, { at = -1, from = -1 } = {}) {
    return h("span", { class: "story-deck", role: "img",
                       "aria-label": say.story.deckIs(letters(deck, " ")) },
             deck.map((card, i) => {
                 const node = letterCard(card);
                 node.classList.toggle("story-swapped", i === at || i === from);
                 return node;
             }));
}
