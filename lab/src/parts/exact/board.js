// SPDX-License-Identifier: MIT
//
// board.js - the tree of choices of a shuffle of a few cards, and a button that deals its
// leaves to the boxes of their orders.
import { leafBoxes } from "../../charts/leaf_boxes.js";
import { allOrders, orderName } from "../../charts/orders.js";
import { button, h, lessMotion, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { mixedText, orderWords } from "./words.js";

const WAIT = 900; // milliseconds before the leaves are dealt for the first time
const MOST = 40; // leaves

/** Whether the leaves of a deal can be drawn so: all alike, and not many. */
export const fitsBoard = ({ leaves, even }) => {
    const depth = leaves[0].choices.length;
    return even && depth > 0 && leaves.length <= MOST &&
        leaves.every(({ choices }) => choices.length === depth);
};

/**
 * @param {{test: string, title: string, pick: (rank: number) => void}} options pick: an
 *   order was chosen, or given up (-1)
 * @returns {{node: HTMLElement, update(data: {n: number, deal: object}): void,
 *            mark(rank: number): void, point(rank: number): void, stop(): void}} as for
 *   leafColumns(); stop: the board is no longer shown
 */
export function dealBoard({ test, title, pick }) {
    let data;
    let dealt = false;
    let marked = -1;
    let timer;
    const words = {
        box: (name, got, all) => say.exact.box(name, got, all),
        even: (number, boxes) => say.exact.even(number, boxes, mixedText(number, boxes)),
    };
    const board = leafBoxes({
        test, title, words, name: (order) => orderName(order), pickBox: pick,
        pickLeaf: (leaf) => {
            const rank = leaf < 0 ? -1 : data.deal.leaves[leaf].rank;
            pick(rank === marked ? -1 : rank);
        } });
    const description = h("p", { class: "chart-description",
                                 "data-test": `${test}-description` });
    const toggle = button("", { test: `${test}-deal`, onclick: () => set(!dealt) });

    function set(next) {
        clearTimeout(timer);
        dealt = next;
        setText(toggle, dealt ? say.exact.collect : say.exact.deal);
        board.show({ dropped: dealt });
    }

    function show(rank) {
        board.show({ box: rank });
        setText(description, rank < 0 ? say.exact.choose
                                      : orderWords(data.deal, allOrders(data.n), rank));
    }

    return {
        node: h("div", {}, board.node, description, h("p", { class: "buttons" }, toggle)),
        update({ n, deal }) {
            data = { n, deal };
            marked = -1;
            board.update(deal, n);
            board.say(say.exact.treeCaption(deal.leaves.length, deal.counts.length));
            set(lessMotion());
            show(-1);
            if (!dealt) timer = setTimeout(() => set(true), WAIT);
        },
        mark(rank) {
            marked = rank;
            if (data) show(rank);
        },
        point(rank) {
            if (data) show(rank >= 0 ? rank : marked);
        },
        stop() { clearTimeout(timer); },
    };
}
