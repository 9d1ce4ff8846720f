// SPDX-License-Identifier: MIT
//
// arcs.js - arcs over the deck: which cards a step has moved, and where to.
import { svg } from "../../dom.js";

const HEAD = 5; // pixels from the tip of an arrow to its ends
const FEW = 4; // moves that are drawn boldly

/** An arc from the top of one card to that of another, steep at both ends. */
function arcPath(from, to) {
    const height = Math.min(26, 10 + Math.abs(to.x - from.x) / 10);
    const top = Math.min(from.y, to.y) - height;
    return `M${from.x},${from.y} C${from.x},${top} ${to.x},${top} ${to.x},${to.y}`;
}

const headPath = ({ x, y }) =>
    `M${x - HEAD},${y - HEAD - 1} L${x},${y} L${x + HEAD},${y - HEAD - 1}`;

/** Each swap once, with two heads; and all other moves. */
function pairs(moves) {
    const swaps = (from, to) => moves.some(([a, b]) => a === to && b === from);
    return moves.filter(([from, to]) => from < to || !swaps(from, to))
        .map(([from, to]) => ({ from, to, both: swaps(from, to) }));
}

/** The drawing over a deck; draw() takes its places and the moves [from, to]. */
export function arcs(deck) {
    const node = svg("svg", { class: "steps-arcs", "aria-hidden": "true" });
    let last = { slots: [], moves: [] };

    function draw() {
        const { slots, moves } = last;
        const spots = slots.map((slot) => ({
            x: deck.offsetLeft + slot.offsetLeft + slot.offsetWidth / 2,
            y: deck.offsetTop + slot.offsetTop - 3,
        }));
        node.classList.toggle("steps-crowded", moves.length > FEW);
        node.replaceChildren(...pairs(moves).flatMap(({ from, to, both }) => [
            svg("path", { d: arcPath(spots[from], spots[to]) }),
            svg("path", { d: headPath(spots[to]) }),
            ...both ? [svg("path", { d: headPath(spots[from]) })] : [],
        ]));
    }

    new ResizeObserver(draw).observe(deck);
    return {
        node,
        draw(slots, moves) {
            last = { slots, moves };
            draw();
        },
    };
}
