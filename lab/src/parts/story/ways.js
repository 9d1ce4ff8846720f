// SPDX-License-Identifier: MIT
//
// ways.js - the second screen: three rolls, chosen one by one, are one way of 27.
import { leafBoxes, letters } from "../../charts/leaf_boxes.js";
import { allOrders } from "../../charts/orders.js";
import { button, h, setText } from "../../dom.js";
import { failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { CARDS } from "./shuffles.js";
import { decksOf, deckRow } from "./table.js";

/** The rolls: three rows of numbers to press, and the deck after each. */
function rollRows(pick) {
    const { ways } = say.story;
    const rows = Array.from({ length: CARDS }, (_, k) => {
        const faces = Array.from({ length: CARDS }, (_, rolled) => button(rolled + 1, {
            kind: "story-face", test: `story-roll-${k + 1}-${rolled + 1}`,
            "aria-label": ways.face(k + 1, rolled + 1), onclick: () => pick(k, rolled) }));
        const deck = h("span", { class: "story-after" });
        return { faces, deck, node: h("div", { class: "story-roll" },
            h("span", { class: "story-roll-name" }, ways.roll(k + 1, CARDS - k)),
            h("span", { class: "story-faces" }, faces), deck) };
    });
    const start = h("div", { class: "story-roll" },
                    h("span", { class: "story-roll-name" }, ways.start),
                    h("span", { class: "story-after" }, deckRow([0, 1, 2])));
    return {
        node: h("div", { class: "panel story-rolls" }, start, rows.map(({ node }) => node)),
        show(rolls) {
            const decks = decksOf(rolls, CARDS);
            rows.forEach(({ faces, deck }, k) => {
                faces.forEach((face, rolled) =>
                    face.setAttribute("aria-pressed", String(rolls[k] === rolled)));
                deck.replaceChildren(...(k < rolls.length
                    ? [deckRow(decks[k + 1], { at: CARDS - 1 - k, from: rolls[k] })] : []));
            });
        },
    };
}

function make({ deals }) {
    const { ways } = say.story;
    let deal;
    let rolls = [];
    const rows = rollRows((k, rolled) => set([...rolls.slice(0, k), rolled]));
    const board = leafBoxes({ test: "story-tree", words: say.story.boxes, boxed: false,
                              pickLeaf: (leaf) => set(leaf < 0 ? [] : rollsOf(leaf)) });
    const words = h("p", { class: "story-answer", "aria-live": "polite",
                           "data-test": "story-way" });
    const random = button(ways.random, { kind: "main", test: "story-random", onclick: () =>
        set(rollsOf(Math.floor(Math.random() * deal.leaves.length))) });
    const resultOf = (leaf) => letters(allOrders(CARDS)[deal.leaves[leaf].rank]);
    const rollsOf = (leaf) => deal.leaves[leaf].choices.map(({ rolled }) => rolled);

    function set(next) {
        rolls = next;
        rows.show(rolls);
        const leaf = deal.leaves.findIndex(({ choices }) =>
            rolls.length === CARDS && choices.every(({ rolled }, k) => rolled === rolls[k]));
        board.show({ leaf });
        setText(words, leaf < 0 ? ways.choose(deal.leaves.length)
            : ways.way(rolls.map((r) => r + 1), resultOf(leaf), deal.leaves.length));
    }

    const content = h("div", { class: "story-split", inert: true },
                      h("div", {}, rows.node, h("p", { class: "buttons" }, random)),
                      h("div", {}, board.node, words));
    const node = h("div", {}, content);
    deals().then(({ wrong }) => {
        deal = wrong;
        board.update(deal, CARDS);
        board.say(ways.caption(deal.leaves.length));
        set([]);
        content.inert = false;
    }).catch(failIn(node));
    return { node };
}

export const waysScreen = { id: "ways", make };
