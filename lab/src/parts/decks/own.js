// SPDX-License-Identifier: MIT
//
// own.js - a deck of the visitor's own, and its number among all orders. It comes from a
// seed of 260 bits: there are more seeds than orders, which are 2^226.
//
// State: mine, the seed; none: the deck is new.
import { button, h, setText } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { ask } from "../../questions.js";
import { cardNames, cardText, isRedCard } from "../../cards.js";
import { freshSeed, seedIfGood } from "../../seeds.js";
import { orderNumber } from "./numbers.js";
import { digitNodes } from "./rows.js";

const CARDS = 52;
const LETTERS = 52; // of a seed, with 5 bits each

/** The seed of an address, if it is one. */
export const wholeOwn = ({ mine }) => ({ mine: mine && seedIfGood(mine) });

/** The cards in their order. */
function cardNodes(order) {
    const { spoken } = cardNames(CARDS);
    return order.map((card) => h("li", { class: isRedCard(card) ? "decks-red" : "" },
        h("span", { "aria-hidden": "true" }, cardText(card, CARDS)),
        h("span", { class: "visually-hidden" }, spoken(card))));
}

/**
 * @param {(changes: object) => void} set changes the address
 * @returns {{node: HTMLElement, show(state: object): void}}
 */
export function ownSection(set) {
    let shown; // the seed
    const list = h("ol", { class: "decks-own", "aria-label": say.decks.own.deck,
                           "data-test": "decks-own" });
    const said = h("p", { class: "decks-answer number", "aria-live": "polite",
                          "data-test": "decks-own-number" });
    const shuffle = button(say.decks.own.shuffle, {
        kind: "main", test: "decks-shuffle",
        onclick: () => set({ mine: freshSeed(LETTERS) }) });

    async function update(seed) {
        try {
            const sorted = Array.from({ length: CARDS }, (_, card) => card);
            const order = seed === "" ? sorted
                : (await ask("trace", { shuffle: "down", n: CARDS, seed })).end;
            if (seed !== shown) return;
            list.replaceChildren(...cardNodes(order));
            said.replaceChildren(...(seed === "" ? [say.decks.own.first]
                : say.decks.own.number(digitNodes(orderNumber(order))).flat()));
        } catch (error) {
            if (seed === shown) setText(said, errorText(error));
        }
    }

    return {
        node: h("section", { class: "panel" },
                h("h2", {}, say.decks.own.title),
                h("p", { class: "muted" }, say.decks.own.lead),
                h("div", { class: "buttons" }, shuffle), list, said),
        show({ mine = "" }) {
            setText(shuffle, mine ? say.decks.own.again : say.decks.own.shuffle);
            if (mine === shown) return;
            shown = mine;
            update(mine);
        },
    };
}
