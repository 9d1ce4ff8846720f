// SPDX-License-Identifier: MIT
//
// marks.js - what is drawn around the cards: arcs below them for the cards that moved, a
// bracket above two cards that are compared, and the die above the position it decides.
import { h, lessMotion, setText, svg } from "../../dom.js";

const HEAD = 5; // pixels from the tip of an arrow to its ends
const FEW = 4; // moves that are drawn boldly
const RISE = 6; // pixels from compared cards up to their bracket
const RAISED = 4; // pixels by which compared cards are raised; also in table.css
const GAP = 5; // pixels between the die and the card below it

/** An arc from the foot of one card to that of another, steep at both ends. */
function arcPath(from, to) {
    const depth = Math.min(20, 9 + Math.abs(to.x - from.x) / 12);
    const low = Math.max(from.foot, to.foot) + depth;
    return `M${from.x},${from.foot} C${from.x},${low} ${to.x},${low} ${to.x},${to.foot}`;
}

const headPath = ({ x, foot }) =>
    `M${x - HEAD},${foot + HEAD + 1} L${x},${foot} L${x + HEAD},${foot + HEAD + 1}`;

const bracketPath = (a, b) =>
    `M${a.x},${a.top} V${Math.min(a.top, b.top) - RISE} H${b.x} V${b.top}`;

/** Each swap once, with two heads; and all other moves. */
function pairs(moves) {
    const swaps = (from, to) => moves.some(([a, b]) => a === to && b === from);
    return moves.filter(([from, to]) => from < to || !swaps(from, to))
        .map(([from, to]) => ({ from, to, both: swaps(from, to) }));
}

/** The die: a face, and beside it how many sides it has, or what a coin means. */
function makeDie() {
    const face = h("span", { class: "steps-face number" });
    const label = h("span", { class: "steps-of" });
    const node = h("div", { class: "steps-die", "aria-hidden": "true",
                            "data-test": "steps-die-face" }, face, label);
    let turning; // animation
    return {
        node,
        /** @param {{face: string, label: string, coin: boolean}} [roll] */
        dress(roll, pace) {
            turning?.cancel();
            node.hidden = roll === undefined;
            if (roll === undefined) return;
            setText(face, roll.face);
            setText(label, roll.label);
            face.classList.toggle("steps-coin", roll.coin);
            face.classList.toggle("steps-long", roll.face.length > 3);
            if (!pace || lessMotion()) return;
            const turn = roll.coin ? "rotateY(540deg)" : "rotate(-200deg)";
            turning = face.animate(
                { transform: [`translateY(-8px) ${turn}`, "none"] },
                { duration: pace.duration * 0.8, easing: "ease-out" });
        },
        /** Its sizes in pixels. */
        size: () => ({ half: face.offsetWidth / 2, width: node.offsetWidth,
                       height: node.offsetHeight }),
        /** Puts the middle of the face at x, its lower edge at y, in `room` pixels. */
        place(x, y, { half, width, height }, room) {
            const left = x + width - half > room && x > room / 2;
            node.classList.toggle("steps-left", left);
            const start = left ? x + half - width : x - half;
            node.style.transform = `translate(${Math.round(
                Math.max(0, Math.min(room - width, start)))}px, ${
                Math.round(y - height)}px)`;
        },
    };
}

/**
 * What is drawn around the cards of `deck`; node is to lie over it.
 * @returns {{nodes: Node[], dress(roll, pace), draw(slots, state)}} dress: what the die
 *     shows; draw: slots: elements of the positions; state: {moves, compared: positions
 *     that are compared, dieAt: the position that the die decides, or undefined, roll}
 */
export function marksOn(deck) {
    const picture = svg("svg", { class: "steps-arcs", "aria-hidden": "true" });
    const die = makeDie();
    let last;

    const spotsOf = (slots) => slots.map((slot) => {
        const card = slot.firstElementChild;
        const x = deck.offsetLeft + slot.offsetLeft + slot.offsetWidth / 2;
        const y = deck.offsetTop + slot.offsetTop;
        return { x, top: y + card.offsetTop, foot: y + slot.offsetHeight + 1 };
    });

    function place() {
        if (last === undefined) return;
        const { slots, moves, compared, dieAt, roll } = last;
        // All sizes first: asking for one after a change costs a layout of the page.
        const spots = spotsOf(slots);
        const size = die.size();
        const room = deck.parentNode.clientWidth;
        const rows = new Set(spots.map(({ foot }) => foot)).size;
        const lines = pairs(moves);
        picture.classList.toggle("steps-crowded", moves.length > FEW || (rows > 1 &&
            lines.some(({ from, to }) => spots[from].foot !== spots[to].foot)));
        const raised = compared.map((at) => spots[at])
            .map(({ x, top }) => ({ x, top: top - RAISED }));
        picture.replaceChildren(
            ...lines.flatMap(({ from, to, both }) => [
                svg("path", { d: arcPath(spots[from], spots[to]) }),
                svg("path", { d: headPath(spots[to]) }),
                ...both ? [svg("path", { d: headPath(spots[from]) })] : [],
            ]),
            ...raised.length === 2
                ? [svg("path", { class: "steps-bracket", d: bracketPath(...raised) })]
                : []);
        if (roll === undefined) return;
        if (raised.length === 2) {
            const [a, b] = raised;
            const level = a.top === b.top;
            die.place(level ? (a.x + b.x) / 2 : b.x, b.top - RISE, size, room);
        } else if (dieAt !== undefined) {
            die.place(spots[dieAt].x, spots[dieAt].top - GAP, size, room);
        } else {
            die.place(0, spots[0].top - GAP, size, room); // at the side
        }
    }

    new ResizeObserver(place).observe(deck);
    return {
        nodes: [picture, die.node],
        dress: die.dress,
        draw(slots, state) {
            last = { slots, ...state };
            place();
        },
    };
}
