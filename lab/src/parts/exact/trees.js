// SPDX-License-Identifier: MIT
//
// trees.js - where every roll of a shuffle leads, beside its code and a fair shuffle.
import { writeAddress } from "../../address.js";
import { entryOf, fairDieOf, splitName, titleOf } from "../../catalogue.js";
import { saveButton } from "../../charts/save.js";
import { codePanel } from "../../code/panel.js";
import { h } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { dealBoard, fitsBoard } from "./board.js";
import { leafColumns } from "./columns.js";
import { dealLeaves } from "./law.js";

const CARDS = 4; // at most
const FEW = 3; // cards of the tree that is offered instead
const LEAVES = 300; // at most
const MODEL = "down"; // the fair shuffle

/** The code of a shuffle, in a panel that is made when it is first needed. */
function codeRoom() {
    const node = h("div", { class: "panel", hidden: true });
    let panel;
    return {
        node,
        show(shuffle, title) {
            node.hidden = false;
            if (panel) {
                panel.show(shuffle, title);
                return;
            }
            panel = codePanel({ shuffle, title });
            node.append(h("h3", {}, say.code.heading), panel.element);
        },
    };
}

/** A panel with a picture of leaves, and a button that saves it. */
const pictureOf = (picture, name) => {
    const figure = picture.node.matches("figure") ? picture.node
        : picture.node.querySelector("figure");
    return h("div", { class: "panel exact-picture" }, picture.node,
             saveButton(figure, name));
};

/**
 * The row of trees.
 * @param {{context: object, facts: HTMLElement, hover: (rank: number) => void,
 *          pick: (rank: number) => void}} options facts: a panel that stands below the
 *   leaves, or below everything if there is no room
 * @returns {{node: HTMLElement, look: Function, mark: Function, point: Function,
 *            stop(): void}} look(line, {shuffle, die, n}, document): asks for the trees
 *   and draws them; returns the deal of the shuffle, undefined if its tree is not drawn
 */
export function treePanel({ context, facts, hover, pick }) {
    const { shuffles } = context.catalogue;
    const modelTitle = say.exact.modelTitle(titleOf(entryOf(shuffles, MODEL)));
    const board = dealBoard({ test: "exact-tree", title: say.exact.treeTitle, pick });
    const columns = leafColumns({ test: "exact-columns", hover, pick });
    const model = dealBoard({ test: "exact-model", title: modelTitle, pick });
    const pictures = [board, columns, model];
    const panels = new Map([[board, pictureOf(board, "tree")],
                            [columns, pictureOf(columns, "leaves")],
                            [model, pictureOf(model, `tree-${MODEL}`)]]);
    const code = codeRoom();
    const note = h("p", { class: "message", "data-test": "exact-tree-note" });
    const side = h("div", { class: "exact-aside" }, code.node, panels.get(model));
    const main = h("div", { class: "exact-main" }, panels.get(board),
                   panels.get(columns));
    const row = h("div", { class: "exact-trees" }, main, side);
    const node = h("div", { class: "stack" }, note, row);

    const shown = (picture) => !panels.get(picture).hidden;
    const each = (name) => (rank) => {
        for (const picture of pictures) if (shown(picture)) picture[name](rank);
    };

    /** Shows only some of the pictures, and a note above them. */
    function only(visible, words = []) {
        for (const [picture, panel] of panels) panel.hidden = !visible.includes(picture);
        main.hidden = visible.length === 0;
        row.classList.toggle("alone", visible.length === 0);
        // Without leaves, the facts are beside the code.
        const room = visible.length === 0 ? side : visible.includes(model) ? main : node;
        room.append(facts);
        note.replaceChildren(...words);
        note.hidden = words.length === 0;
    }

    /** The leaves of a shuffle, or why they are not drawn. */
    async function leavesOf(line, shuffle, n) {
        try {
            const tree = await line.ask("tree", { shuffle, n });
            const number = tree.sequences.length;
            return number <= LEAVES ? { deal: dealLeaves(tree, n) }
                : { problem: say.exact.manyLeaves(number, LEAVES) };
        } catch (error) {
            return { problem: errorText(error) };
        }
    }

    /** A link to the same shuffle with the smallest parameter, if its tree is small. */
    async function smaller(line, { shuffle, die, n }) {
        const [name] = splitName(shuffle);
        const { parameter } = entryOf(shuffles, shuffle);
        if (parameter === null) return [];
        const least = `${name}:${parameter.least}`;
        if (least === shuffle || !(await leavesOf(line, least, n)).deal) return [];
        const href = writeAddress("exact", { shuffle: least, die, n });
        return [" ", ...say.exact.smaller(h("a", { href }, h("code", {}, least)))];
    }

    async function draw(line, of, document) {
        const { shuffle, die, n } = of;
        if (n > CARDS) {
            const href = writeAddress("exact", { shuffle, die, n: FEW });
            const link = h("a", { href }, say.exact.noTreeLink(FEW));
            only([], say.exact.noTree(CARDS, link));
            return undefined;
        }
        const { deal, problem } = await leavesOf(line, shuffle, n);
        if (problem) {
            only([], [problem, ...await smaller(line, of)]);
            return undefined;
        }
        const fairTree = deal.gets.every((get) => get === deal.gets[0]);
        const own = fitsBoard(deal) ? board : columns;
        const compare = own === board && !fairTree;
        const other = compare ? await leavesOf(line, MODEL, n) : undefined;
        // With another die, the leaves are the same, but their probabilities are not.
        const loaded = fairTree && !document.fair && die !== fairDieOf(context);
        only(compare ? [own, model] : [own],
             loaded ? say.exact.loaded(h("code", {}, die)) : []);
        own.update({ n, deal });
        if (compare) model.update({ n, deal: other.deal });
        return deal;
    }

    const stop = () => {
        board.stop();
        model.stop();
    };
    return {
        node,
        async look(line, of, document) {
            stop();
            const entry = entryOf(shuffles, of.shuffle);
            code.show(of.shuffle, titleOf(entry));
            return draw(line, of, document);
        },
        mark: each("mark"),
        point: each("point"),
        stop,
    };
}
