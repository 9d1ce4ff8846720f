// SPDX-License-Identifier: MIT
//
// order.js - the order of the tiles, and how they move to it.
import { lessMotion } from "../../dom.js";

const MOVE = { duration: 350, easing: "ease-in-out" };

/** Tiles that were caught come first, the fastest first; then those that still can be; then
 * those in which no bias was found; at the end those that could not be tested. Otherwise,
 * unfair shuffles are before fair ones, and both as in the catalogue. */
export function sortTiles(tiles) {
    const rank = (tile) => {
        const { status } = tile.result();
        if (tile.caught() < Infinity) return 0;
        return status === "failed" ? 3 : status === "done" ? 2 : 1;
    };
    return tiles.map((tile, i) => [tile, i]).sort(([a, i], [b, j]) =>
        rank(a) - rank(b) || (rank(a) === 0 ? a.caught() - b.caught() : 0) ||
        Number(a.entry.fair) - Number(b.entry.fair) || i - j).map(([tile]) => tile);
}

/** Puts the children of a list into an order. They glide to their new places, unless the
 * visitor wants less motion. */
export function arrange(list, nodes) {
    if (nodes.every((node, i) => list.children[i] === node)) return;
    const { activeElement } = document;
    const moves = !lessMotion() && list.getClientRects().length > 0;
    const before = moves && nodes.map((node) => node.getBoundingClientRect());
    list.append(...nodes);
    // A node that is moved loses the focus.
    if (list.contains(activeElement)) activeElement.focus({ preventScroll: true });
    if (!moves) return;
    nodes.forEach((node, i) => {
        const after = node.getBoundingClientRect();
        const [x, y] = [before[i].left - after.left, before[i].top - after.top];
        if (before[i].width === 0 || (x === 0 && y === 0)) return;
        node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
                     MOVE);
    });
}
