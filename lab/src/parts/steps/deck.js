// SPDX-License-Identifier: MIT
//
// deck.js - the cards on the table, and how they move.
//
// Places stand still, cards lie on them: a card that moves is drawn at its new place and
// glides there from the old one. Where there is no motion, arcs show the same.
import { h, lessMotion } from "../../dom.js";
import { arcs } from "./arcs.js";
import { places } from "./words.js";

const POINTS = 12; // of the path of a card
const MANY = 8; // cards that need two rows where there is little room

/** The settled places, if they are all at one end: {first, atEnd}, first being the place
 * right of the bar. */
function barOf(settled) {
    const done = settled.filter(Boolean).length;
    if (done === 0 || done === settled.length) return undefined;
    const first = settled.length - done;
    if (settled.slice(first).every(Boolean)) return { first, atEnd: true };
    if (settled.slice(0, done).every(Boolean)) return { first: done, atEnd: false };
    return undefined;
}

/** What the table shows of the bar, in words. */
function bandWords(settled, stuck) {
    const which = (wanted) => settled.flatMap((is, place) =>
        (is === wanted && !stuck.includes(place) ? [place] : []));
    const open = which(false), done = which(true);
    if (done.length === 0) return ["All places are open", ""];
    if (open.length === 0) return ["", "All places are done"];
    return [`Open: ${places(open)}`, `Done: ${places(done)}`];
}

/** From its old place to the new one: over the others, or under them. */
function glide(card, dx, dy, { duration, delay }) {
    const lift = Math.sign(dx || dy) * -Math.min(26, 8 + Math.hypot(dx, dy) / 8);
    const frames = Array.from({ length: POINTS + 1 }, (_, i) => {
        const left = 1 - i / POINTS;
        const y = dy * left + lift * Math.sin(Math.PI * left);
        return { transform: `translate(${dx * left}px, ${y}px)`, zIndex: 2 };
    });
    card.animate(frames, { duration, delay, fill: "backwards",
                           easing: "cubic-bezier(.45, 0, .25, 1)" });
}

/** The table: its node, and draw() to show a deck. */
export function makeTable() {
    const deck = h("ol", { class: "steps-deck", "data-test": "steps-deck",
                           "aria-label": "The deck, place by place" });
    const picture = arcs(deck);
    const band = h("p", { class: "steps-band small" },
                   h("span", {}), h("span", {}));
    const node = h("div", { class: "steps-table" }, band,
                   h("div", { class: "steps-felt" }, deck, picture.node));
    let slots = [];
    let shown = [];

    function build(n) {
        slots = Array.from({ length: n }, (_, place) => {
            const parts = {
                card: h("span", { class: "steps-card", "aria-hidden": "true" },
                        h("span", { class: "steps-number" }),
                        h("span", { class: "steps-sign" })),
                words: h("span", { class: "visually-hidden" }),
            };
            parts.node = h("li", {}, parts.card, parts.words,
                           h("span", { class: "steps-place", "aria-hidden": "true" },
                             place + 1));
            return parts;
        });
        deck.replaceChildren(...slots.map((slot) => slot.node));
        deck.style.setProperty("--n", n);
        deck.style.setProperty("--half", Math.ceil(n / 2));
        deck.classList.toggle("steps-many", n > MANY);
        shown = [];
    }

    function dress(slot, place, { order, settled, reach, stuck, back, moved, target }) {
        const card = order[place];
        const done = settled[place] && !stuck.includes(place);
        const marks = {
            "steps-settled": done,
            "steps-reach": reach.includes(place),
            "steps-target": place === target,
            "steps-stuck": stuck.includes(place),
            "steps-moved": moved.includes(place),
            "steps-back": card === back,
        };
        for (const [name, is] of Object.entries(marks))
            slot.node.classList.toggle(name, is);
        slot.card.style.setProperty("--tone", `${(100 * card) / (order.length - 1)}%`);
        slot.card.firstChild.textContent = card + 1;
        slot.card.lastChild.textContent =
            stuck.includes(place) || card === back ? "⚠" : done ? "✓" : "";
        slot.words.textContent = `Place ${place + 1}: card ${card + 1}` +
            (stuck.includes(place) ? ", which can never move" : done ? ", done" : "");
    }

    /** Moves what has moved since the last deck that was shown. */
    function move(order, pace) {
        const spots = slots.map((slot) =>
            ({ x: slot.node.offsetLeft, y: slot.node.offsetTop }));
        order.forEach((card, place) => {
            const from = shown.indexOf(card);
            if (from === place || from < 0) return;
            glide(slots[place].card, spots[from].x - spots[place].x,
                  spots[from].y - spots[place].y, pace);
        });
    }

    return {
        node,
        /**
         * @param {{order: number[], settled: boolean[], stuck: number[], reach: number[],
         *          target?: number, back?: number, moves: Array<[number, number]>}} state
         *     moves: [from, to] of the step that is shown; back: a card that had been
         *     placed; target: the place that the step is about; reach: those it may
         *     choose
         * @param {{duration: number, delay: number}} [pace] of the motion; none without
         */
        draw(state, pace) {
            const { order, settled, stuck, moves } = state;
            if (slots.length !== order.length) build(order.length);
            slots.forEach(({ card }) => card.getAnimations().forEach((a) => a.cancel()));
            const moved = moves.map(([, to]) => to);
            slots.forEach((slot, place) => dress(slot, place, { ...state, moved }));
            const bar = barOf(settled.map((is, place) => is && !stuck.includes(place)));
            slots.forEach((slot, place) =>
                slot.node.classList.toggle("steps-bar", bar?.first === place));
            const [open, done] = bandWords(settled, stuck);
            const texts = bar && !bar.atEnd ? [done, open] : [open, done];
            texts.forEach((text, i) => { band.children[i].textContent = text; });
            if (pace && shown.length > 0 && !lessMotion()) move(order, pace);
            shown = [...order];
            deck.dataset.order = order.map((card) => card + 1).join(",");
            picture.draw(slots.map((slot) => slot.node), moves);
        },
        clear() { build(0); },
    };
}
