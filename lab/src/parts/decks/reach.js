// SPDX-License-Identifier: MIT
//
// reach.js - how many decks a generator can reach: the bits of generators against the
// orders of a deck. One more bit doubles the decks, so the scale is logarithmic.
//
// State: bits, of the generator; deck, its number of cards.
import { numberIfGiven, wholeNumber } from "../../address.js";
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { field, numberField } from "../../pickers.js";
import { barRow, scaleRow } from "./rows.js";
import { generators, log10Factorial, log2Factorial, mostCards, unreached }
    from "./numbers.js";

const MOST_BITS = 20000;
const MOST_DECK = 100;
const USUAL = [32, 64, 128, 256]; // bits
const BITS = [0, MOST_BITS, USUAL[0]]; // least, most, usual
const DECK = [2, MOST_DECK, 52];

/** The numbers of an address as they are used, if it has some. */
export const wholeReach = ({ bits, deck }) =>
    ({ bits: numberIfGiven(bits, ...BITS), deck: numberIfGiven(deck, ...DECK) });

/** What a generator with so many bits can do with n cards. */
function answer(n, bits) {
    const most = mostCards(bits);
    const facts = { n, bits, most, log10Orders: log10Factorial(n),
        missing: unreached(n, bits) };
    return n <= most ? say.decks.enough(facts) : say.decks.tooFew(facts);
}

function caption(n) {
    const few = generators.filter(({ bits }) => mostCards(bits) < n).length;
    return say.decks.reachCaption(few, generators.length, n);
}

/**
 * A picture of generators, and of the orders of n cards.
 * @param {Array<{name: string, note?: string, bits: number, own?: boolean}>} rows
 * @param {number} n
 * @returns {Array<HTMLElement>}
 */
export function reachRows(rows, n) {
    const all = log2Factorial(n);
    const end = Math.max(280, Math.ceil(all * 1.12 / 40) * 40);
    const step = end > 400 ? 100 : 40;
    const ticks = [];
    for (let bits = 0; bits <= end; bits += step)
        ticks.push({ share: bits / end, text: say.decks.bitsTick(bits) });
    return [
        h("ol", { class: "decks-rows" }, rows.map(({ name, note, bits, own }) => barRow({
            name, note, value: say.decks.upTo(mostCards(bits)),
            share: bits / end, mark: all / end,
            kind: bits < all ? "law" : own ? "own" : "seen",
        }))),
        scaleRow(ticks),
        h("p", { class: "decks-key" }, h("span", { class: "decks-key-mark" }),
          say.decks.markKey(n, Math.round(all))),
    ];
}

/** A generator of the list as a row. */
export function generatorRow({ id, bits }) {
    const [name, note] = say.decks.generators[id];
    return { name, note, bits };
}

/**
 * @param {(changes: object) => void} set changes the address
 * @returns {{node: HTMLElement, show(state: object): void}}
 */
export function reachSection(set) {
    const usual = USUAL.map((value) =>
        button(say.decks.bits(value), { test: `decks-bits-${value}`,
                                        onclick: () => set({ bits: value }) }));
    const bits = h("input", { type: "number", min: 0, max: MOST_BITS, step: 1,
                              "data-test": "decks-bits" });
    bits.addEventListener("change", () => {
        const value = Math.round(Number(bits.value)) || 0;
        bits.value = Math.min(MOST_BITS, Math.max(0, value));
        set({ bits: bits.value });
    });
    const deck = numberField({ label: say.decks.cards, least: 2, most: MOST_DECK,
                               test: "decks-deck", change: (n) => set({ deck: n }) });
    const said = h("p", { class: "decks-answer", "aria-live": "polite",
                          "data-test": "decks-reach" });
    const box = h("div");
    const words = h("figcaption", { "data-test": "decks-reach-caption" });
    const node = h("section", { class: "panel" },
        h("h2", {}, say.decks.reachTitle),
        h("p", { class: "muted" }, say.decks.reachLead),
        h("div", { class: "controls" },
          h("div", { class: "field" }, h("span", { class: "label" }, say.decks.seedOf),
            h("div", { class: "buttons", role: "group", "aria-label": say.decks.seedOf },
              usual)),
          field(say.decks.otherBits, bits), deck.node),
        said, h("figure", { class: "decks-reach", "data-test": "decks-reach-picture" },
                box, words));
    return {
        node,
        show(state) {
            const b = wholeNumber(state.bits, ...BITS);
            const n = wholeNumber(state.deck, ...DECK);
            bits.value = b;
            deck.set(n);
            usual.forEach((one, i) =>
                one.setAttribute("aria-pressed", String(USUAL[i] === b)));
            setText(said, answer(n, b));
            box.replaceChildren(...reachRows(
                [{ name: say.decks.yours(b), bits: b, own: true },
                 ...generators.map(generatorRow)], n));
            setText(words, caption(n));
        },
    };
}
