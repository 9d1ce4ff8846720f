// SPDX-License-Identifier: MIT
//
// trees.js - the tree of choices of a shuffle, and beside it that of a fair one.
import { writeAddress } from "../../address.js";
import { entryOf, splitName } from "../../catalogue.js";
import { saveButton } from "../../charts/save.js";
import { h } from "../../dom.js";
import { count } from "../../words.js";
import { dealLeaves } from "./law.js";
import { choiceTree } from "./tree.js";

const CARDS = 4; // at most
const FEW = 3; // cards of the tree that is offered instead
const LEAVES = 300; // at most
const MODEL = "down"; // the fair one

/**
 * The panel of trees.
 * @param {{context: object, hover: (rank: number) => void,
 *          pick: (rank: number) => void}} options
 * @returns {{node: HTMLElement, look: Function, mark: Function, point: Function}}
 *     look(line, {shuffle, die, n}, document): asks for the trees and draws them
 */
export function treePanel({ context, ...on }) {
    const own = choiceTree({ title: "The tree of choices", test: "exact-tree", ...on });
    const model = choiceTree({ title: `For comparison, a fair one: ${MODEL}`,
                               test: "exact-model", ...on });
    const ownPanel = h("div", { class: "panel" }, own.node,
                       saveButton(own.node, "tree"));
    const modelPanel = h("div", { class: "panel" }, model.node,
                         saveButton(model.node, `tree-${MODEL}`));
    const note = h("p", { class: "message", "data-test": "exact-tree-note" });
    const node = h("div", { class: "exact-trees" }, note, ownPanel, modelPanel);

    const hideAll = (...words) => {
        note.replaceChildren(...words);
        note.hidden = words.length === 0;
        ownPanel.hidden = true;
        modelPanel.hidden = true;
        node.hidden = words.length === 0;
    };

    /** The tree of a shuffle, or why it is not drawn. */
    async function leavesOf(line, shuffle, n) {
        try {
            const tree = await line.ask("tree", { shuffle, n });
            const leaves = tree.sequences.length;
            return leaves <= LEAVES ? { deal: dealLeaves(tree, n) }
                : { problem: `it has ${count(leaves)} leaves, and more than ` +
                             `${LEAVES} cannot be told apart` };
        } catch (error) {
            // The advice that follows is for those who cannot see the alternatives.
            return { problem: error.message.split(";")[0] };
        }
    }

    /** A link to the same shuffle with the least parameter, if its tree is small. */
    async function smaller(line, { shuffle, die, n }) {
        const [name] = splitName(shuffle);
        const { parameter } = entryOf(context.catalogue.shuffles, shuffle);
        if (parameter === null) return [];
        const least = `${name}:${parameter.least}`;
        if (!(await leavesOf(line, least, n)).deal) return [];
        const href = writeAddress("exact", { shuffle: least, die, n });
        return [" That of ", h("a", { href }, least), " is."];
    }

    return {
        node,
        async look(line, of, document) {
            const { shuffle, n } = of;
            if (n > CARDS) {
                const { die } = of;
                const href = writeAddress("exact", { shuffle, die, n: FEW });
                hideAll(`The tree of choices is drawn for up to ${CARDS} cards: `,
                        h("a", { href }, `look at it with ${FEW} cards`), ".");
                return;
            }
            const { deal, problem } = await leavesOf(line, shuffle, n);
            if (problem) {
                hideAll(`The tree of choices is not drawn: ${problem}.`,
                        ...await smaller(line, of));
                return;
            }
            const fairTree = deal.gets.every((get) => get === deal.gets[0]);
            const other = fairTree ? null : await leavesOf(line, MODEL, n);
            // With another die the leaves are the same, but not what they weigh.
            const loaded = fairTree && !document.fair;
            hideAll(...(loaded
                ? [`The tree is that of a fair die. With ${document.die} some sides ` +
                   "are likelier than others, and so are their leaves."] : []));
            node.hidden = false;
            ownPanel.hidden = false;
            own.update({ n, deal });
            modelPanel.hidden = !other?.deal;
            if (other?.deal) model.update({ n, deal: other.deal });
        },
        mark(rank) {
            if (!ownPanel.hidden) own.mark(rank);
            if (!modelPanel.hidden) model.mark(rank);
        },
        point(rank) {
            if (!ownPanel.hidden) own.point(rank);
            if (!modelPanel.hidden) model.point(rank);
        },
    };
}
