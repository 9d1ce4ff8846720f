// SPDX-License-Identifier: MIT
//
// leaf_boxes.js - the tree of choices of a shuffle, and a box for each order: the leaves
// drop into the box of the order that they lead to. For up to some thirty leaves.
//
// Each leaf is a chip with two positions, in the tree and in its box; CSS moves it from
// one to the other. On a narrow screen, the leaves stand in rows, one for each result of
// the first roll, and the branches of the tree are left out.
import { frame } from "./frame.js";
import { allOrders } from "./orders.js";
import { h, svg } from "../dom.js";
import "./leaf_boxes.css";

const CHIP = 26; // height of a chip
const GAP = 3; // between chips
const SPACE = 7; // between groups of leaves
const LEVEL = 38; // height of a level of the tree
const BELOW = 56; // below a box: its name and its count
const LETTER = 7.4; // width of a letter on a chip
const NAME = 10; // width of a letter below a box
const NARROW = 420; // no tree above the boxes there, if it must fit on one screen
const LETTERS = "JQK";

/** [1, 2, 0] → "QKJ": three cards by their letters; with a gap, "Q K J". */
export const letters = (order, gap = "") => order.map((card) => LETTERS[card]).join(gap);

/** How many groups of leaves lie before a leaf: a gap for each change of a roll. */
function gapsBefore(leaves) {
    let gaps = 0;
    return leaves.map(({ choices }, i) => {
        const before = leaves[i - 1]?.choices;
        const level = before ? choices.findIndex((c, k) => c.rolled !== before[k].rolled) : -1;
        if (before && level < choices.length - 1) gaps += choices.length - 1 - level;
        return gaps;
    });
}

/** The leaves, by the result of the first roll. */
function rowsOf(leaves) {
    const rows = new Map();
    leaves.forEach((leaf, i) => {
        const key = leaf.choices[0].rolled;
        if (!rows.has(key)) rows.set(key, []);
        rows.get(key).push({ ...leaf, i });
    });
    return [...rows.values()];
}

/** The room for a leaf of a tree, all leaves of which stand side by side. */
const stepOf = (leaves, width) =>
    (width - gapsBefore(leaves).at(-1) * SPACE) / leaves.length;

/** Where the chips are in the tree: {x, y} by leaf; and how high that is. */
function layOutLeaves(leaves, width, { chip, wide }) {
    if (wide) {
        const gaps = gapsBefore(leaves);
        const step = Math.min(64, stepOf(leaves, width));
        const used = step * leaves.length + gaps.at(-1) * SPACE;
        const y = LEVEL * leaves[0].choices.length + 6;
        return { height: y + CHIP, at: leaves.map((_, i) =>
            ({ x: (width - used) / 2 + i * step + gaps[i] * SPACE + (step - chip) / 2, y })) };
    }
    const at = [];
    rowsOf(leaves).forEach((row, r) => {
        const gaps = gapsBefore(row);
        row.forEach(({ i }, k) => {
            at[i] = { x: k * (chip + GAP - 1) + gaps[k] * 4, y: r * (CHIP + 8) + 4 };
        });
    });
    return { at, height: Math.max(...at.map(({ y }) => y)) + CHIP };
}

/** Where the boxes are, in as few rows as their names have room in, and the chips in them. */
function layOutBoxes({ leaves, counts }, { width, top, chip, least, letters: long }) {
    const fitting = Math.floor(width / (long * NAME + 4));
    let across = counts.length;
    while (across > Math.max(1, fitting) || counts.length % across > 0) across -= 1;
    const wide = width / across;
    const room = Math.max(...counts, least) * (CHIP + GAP) + 6;
    const high = room + BELOW + 20;
    const places = counts.map((_, rank) => ({
        x: rank % across * wide, top: top + Math.floor(rank / across) * high }));
    const filled = counts.map(() => 0);
    const at = leaves.map(({ rank }) => {
        filled[rank] += 1;
        return { x: places[rank].x + (wide - chip) / 2,
                 y: places[rank].top + room - filled[rank] * (CHIP + GAP) };
    });
    return { at, wide, room, places,
             tops: [...new Set(places.map((place) => place.top))] };
}

/** The branches of the tree, as lines that know the leaves they lead to. */
function branches(leaves, places, chip) {
    const lines = [];
    const grow = (from, to, depth) => {
        const mine = places.slice(from, to);
        const x = (mine[0].x + mine.at(-1).x + chip) / 2;
        const y = depth * LEVEL + 4;
        if (depth === leaves[0].choices.length) return { x, y: mine[0].y };
        for (let start = from; start < to;) {
            const { rolled } = leaves[start].choices[depth];
            let end = start + 1;
            while (end < to && leaves[end].choices[depth].rolled === rolled) end += 1;
            const below = grow(start, end, depth + 1);
            lines.push({ start, end, rolled, at: below,
                         d: `M${x},${y}C${x},${y + LEVEL / 2} ${below.x},` +
                            `${below.y - LEVEL / 2} ${below.x},${below.y}` });
            start = end;
        }
        return { x, y };
    };
    grow(0, leaves.length, 0);
    return lines;
}

/**
 * @param {{test: string, title?: string, words: object, boxed?: boolean, rows?: boolean,
 *          least?: number, name?: (order: number[]) => string,
 *          pickLeaf?: (leaf: number) => void, pickBox?: (rank: number) => void}} options
 *   words: box(name, count, total), the label of a box; even(leaves, boxes), the label of
 *   the line where all boxes would be equal; boxed: false, for the tree alone; rows:
 *   false, if there is no room for tree or leaves on a narrow screen, because the leaves
 *   are always in the boxes; least: each box has room for at least this many leaves; name:
 *   how orders are written
 * @returns {{node: HTMLElement, update(deal: object, n: number): void,
 *            show(state: object): void, say(text: string): void}} update takes a deal of
 *   dealLeaves(); show takes dropped, leaf and box: whether the leaves are in the boxes,
 *   and the leaf and the box that are marked (-1: none)
 */
export function leafBoxes({ test, title, words, boxed = true, rows = true, least = 2,
                            name: nameOf = letters, pickLeaf = () => {},
                            pickBox = () => {} }) {
    const figure = frame({ title, test, kind: "leaves", most: 1080 });
    const picture = svg("svg", { role: "group" });
    figure.box.append(picture);
    let deal;
    let orders;
    let state = { dropped: false, leaf: -1, box: -1 };
    let place = () => {};

    function drawBox(rank, { wide, room, places }) {
        const { x, top } = places[rank];
        const name = nameOf(orders[rank]);
        const group = svg("g", { class: "leaf-box", role: "button", tabindex: 0,
                                 "data-rank": rank, "data-count": deal.counts[rank],
                                 "aria-label": words.box(name, deal.counts[rank],
                                                         deal.leaves.length) },
            svg("rect", { x: x + 2, y: top - 6, width: wide - 4,
                          height: room + 10, rx: 6 }),
            svg("text", { x: x + wide / 2, y: top + room + 24, class: "leaf-name",
                          "text-anchor": "middle" }, name),
            svg("text", { x: x + wide / 2, y: top + room + 46, class: "leaf-count",
                          "text-anchor": "middle" }, String(deal.counts[rank])));
        const pick = () => pickBox(state.box === rank ? -1 : rank);
        group.addEventListener("click", pick);
        group.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            pick();
        });
        return group;
    }

    function drawChip(leaf, i, chip) {
        const group = svg("g", { class: `leaf leaf-${leaf.rank % 6}`, "data-leaf": i },
            svg("rect", { width: chip, height: CHIP, rx: 5 }),
            svg("text", { x: chip / 2, y: CHIP / 2, dy: "0.36em", "text-anchor": "middle" },
                nameOf(orders[leaf.rank])));
        group.addEventListener("click", () => pickLeaf(state.leaf === i ? -1 : i));
        return group;
    }

    function draw(width) {
        const { leaves, counts } = deal;
        const long = nameOf(orders[0]).length;
        const wide = stepOf(leaves, width) >= long * LETTER + 1 && (rows || width > NARROW);
        const most = Math.max(...rowsOf(leaves).map((row) => row.length));
        const chip = wide ? Math.min(40, stepOf(leaves, width) - 1)
            : Math.min(40, (width - 8) / Math.max(most, 6) - GAP);
        const tree = layOutLeaves(leaves, width, { chip, wide });
        const top = (wide || rows ? tree.height : -14) + 44;
        const boxes = layOutBoxes(deal, { width, top, chip, least, letters: long });
        const even = boxes.room - leaves.length / counts.length * (CHIP + GAP) + GAP / 2;
        const high = boxed ? boxes.tops.at(-1) + boxes.room + BELOW : tree.height + 4;
        for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${high}`, width,
                                                     height: high }))
            picture.setAttribute(name, value);
        const lines = wide ? branches(leaves, tree.at, chip) : [];
        const paths = lines.map(({ d }) => svg("path", { d, class: "leaf-branch" }));
        const rolls = lines.map(({ at, rolled }) => svg("text", {
            x: at.x + 3, y: at.y - 7, class: "leaf-roll" }, String(rolled + 1)));
        const chips = leaves.map((leaf, i) => drawChip(leaf, i, chip));
        const below = boxed ? [
            ...counts.map((_, rank) => drawBox(rank, boxes)),
            svg("path", { d: boxes.tops.map((y) => `M0,${y + even}H${width}`).join(""),
                          class: "leaf-even" }),
            svg("text", { x: 0, y: top - 14, class: "leaf-even-label" },
                words.even(leaves.length, counts.length)),
        ] : [];
        // What is left in the tree when the leaves are in the boxes.
        const traces = boxed && (wide || rows) ? tree.at.map(({ x, y }, i) =>
            svg("rect", { x: x + 1, y: y + 1, width: chip - 2, height: CHIP - 2, rx: 4,
                          class: `leaf-trace trace-${leaves[i].rank % 6}` })) : [];
        picture.replaceChildren(svg("g", { class: "leaf-branches" }, ...paths, ...rolls), ...traces,
                                ...below, ...chips);
        place = () => {
            const { dropped, leaf, box } = state;
            picture.classList.toggle("dropped", dropped);
            picture.classList.toggle("chosen", leaf >= 0 || box >= 0);
            chips.forEach((chipNode, i) => {
                const { x, y } = (dropped ? boxes : tree).at[i];
                // The attribute is for saved pictures; the style moves on the page.
                chipNode.setAttribute("transform", `translate(${x},${y})`);
                chipNode.style.transform = `translate(${x}px, ${y}px)`;
                chipNode.style.transitionDelay = `${i * 35}ms`;
                chipNode.classList.toggle("on", i === leaf || leaves[i].rank === box);
            });
            paths.forEach((path, k) => path.classList.toggle(
                "on", leaf >= lines[k].start && leaf < lines[k].end));
            picture.querySelectorAll(".leaf-box").forEach((node, rank) => {
                node.classList.toggle("on", rank === box);
                node.setAttribute("aria-pressed", String(rank === box));
            });
        };
        place();
    }

    return {
        node: h("div", { class: "leaf-boxes" }, figure.node),
        say: figure.say,
        update(next, n) {
            deal = next;
            orders = allOrders(n);
            state = { ...state, leaf: -1, box: -1 };
            figure.draw(draw);
        },
        show(next) {
            state = { ...state, ...next };
            place();
        },
    };
}
