// SPDX-License-Identifier: MIT
//
// xor.js - the XOR swap: try it with two positions, or with one.
//
// State: xor, the swaps so far, such as "1-3.2-2".
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { choiceField } from "../../pickers.js";
import { article, codeBlock } from "./article.js";

const START = [1, 2, 3, 4, 5];
const MOST = 40; // swaps that an address can have

const CODE = `void swap(int *a, int *b) {
    «*a ^= *b;»   /* 0, if a == b */
    *b ^= *a;
    *a ^= *b;
}

/* random(i + 1) can be i: */
swap(&deck[i], &deck[random(i + 1)]);`;

/** The swaps of an address: [[i, j], ...], positions from 0. */
function readSwaps(text = "") {
    return text.split(".").slice(0, MOST).map((one) => /^([1-5])-([1-5])$/.exec(one))
        .filter(Boolean).map(([, i, j]) => [i - 1, j - 1]);
}

const written = (swaps) => swaps.map(([i, j]) => `${i + 1}-${j + 1}`).join(".");

/** The cards after some XOR swaps. */
function swapped(swaps) {
    const cards = [...START];
    for (const [i, j] of swaps) {
        cards[i] ^= cards[j];
        cards[j] ^= cards[i];
        cards[i] ^= cards[j];
    }
    return cards;
}

/** Cards; those that are 0 are lost. */
const cardItems = (cards) => cards.map((card) =>
    h("li", { class: `cases-card${card === 0 ? " lost" : ""}` }, String(card)));

function tryFigure(set) {
    let swaps = [];
    let pair = ["2", "2"];
    const positions = Object.fromEntries(START.map((k) => [k, String(k)]));
    const fields = [0, 1].map((side) => choiceField({
        label: say.cases.xor.position[side], options: positions,
        test: `cases-xor-${side}`, change: (value) => { pair[side] = value; } }));
    const list = h("ol", { class: "cases-cards", "data-test": "cases-xor" });
    const said = h("p", { class: "cases-answer", "aria-live": "polite",
                          "data-test": "cases-xor-said" });
    const go = button(say.cases.xor.swap, { kind: "main", test: "cases-xor-go",
        onclick: () => set({ xor: written([...swaps, pair.map((k) => k - 1)]
            .slice(-MOST)) }) });
    const again = button(say.cases.xor.again, { test: "cases-xor-again",
                                                onclick: () => set({ xor: "" }) });
    return {
        node: h("figure", { class: "cases-figure" }, list,
                h("div", { class: "controls" }, fields.map(({ node }) => node), go,
                    again), said),
        show(state) {
            swaps = readSwaps(state.xor);
            fields.forEach((field, side) => field.set(pair[side]));
            const cards = swapped(swaps);
            list.replaceChildren(...cardItems(cards));
            const lost = START.length - new Set(cards.filter((card) => card !== 0)).size;
            const last = swaps.at(-1);
            setText(said, !last ? say.cases.xor.start
                : last[0] === last[1] ? say.cases.xor.erased(last[0] + 1, lost)
                    : say.cases.xor.done({ i: last[0] + 1, j: last[1] + 1, lost }));
        },
    };
}

/** Five cards before and after position 2 is swapped with itself. */
function picture() {
    const row = (cards) => h("ol", { class: "cases-cards" }, cardItems(cards));
    return { node: h("div", { class: "cases-swap" }, row(START),
                     h("code", {}, "swap(2, 2)"), row(swapped([[1, 1]]))),
             words: say.cases.xor.picture };
}

/** The case. */
export const xorSwap = {
    id: "xor-swap",
    picture,
    whole: ({ xor }) => ({ xor: written(readSwaps(xor)) }),
    make({ set }) {
        const box = tryFigure(set);
        return { node: article("xor-swap", {
            pictures: [box.node], code: [codeBlock(CODE, say.cases.codeLabel)] }),
                 show: box.show };
    },
};
