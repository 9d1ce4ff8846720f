// SPDX-License-Identifier: MIT
//
// deck.js - the cards on the table, and how they move.
//
// The deck is a list of positions, each with a card. A card that moves is drawn at its
// new position and glides there from the old one. Without motion, arcs show the same.
import { h, lessMotion } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { blankCard, cardNames, dressCard } from "../../cards.js";
import { columnsOf } from "./layout.js";
import { marksOn } from "./marks.js";
import { positions } from "./words.js";

const POINTS = 12; // of the path of a card
const SMALL = 24; // above this number of cards, only some positions show their number

/** The settled positions, if they are all at one end: {first, atEnd}; `first` is the
 * position to the right of the bar. */
function barOf(settled) {
    const done = settled.filter(Boolean).length;
    if (done === 0 || done === settled.length) return undefined;
    const first = settled.length - done;
    if (settled.slice(first).every(Boolean)) return { first, atEnd: true };
    if (settled.slice(0, done).every(Boolean)) return { first: done, atEnd: false };
    return undefined;
}

/** What the tray means, in words. */
function bandWords(settled, stuck) {
    const done = settled.flatMap((is, place) =>
        (is && !stuck.includes(place) ? [place] : []));
    const rest = settled.length - stuck.length - done.length;
    if (done.length === 0) return say.steps.allOpen;
    return rest === 0 ? say.steps.allDone : say.steps.done(positions(done));
}

/** From its old position to the new one, over the others or under them. Returns the
 * animation. */
function glide(card, dx, dy, { duration, delay }) {
    const lift = Math.sign(dx || dy) * -Math.min(26, 8 + Math.hypot(dx, dy) / 8);
    const frames = Array.from({ length: POINTS + 1 }, (_, i) => {
        const left = 1 - i / POINTS;
        const y = dy * left + lift * Math.sin(Math.PI * left);
        return { transform: `translate(${dx * left}px, ${y}px)` };
    });
    return card.animate(frames, { duration, delay, fill: "backwards",
                                  easing: "cubic-bezier(.45, 0, .25, 1)" });
}

/** One position: its card, a key below it, its number, and words for screen readers. */
function makeSlot(place) {
    const slot = {
        card: blankCard(),
        key: h("span", { class: "steps-key number", "aria-hidden": "true" }),
        words: h("span", { class: "visually-hidden" }),
        place: h("span", { class: "steps-place", "aria-hidden": "true" }, place + 1),
    };
    slot.node = h("li", {}, slot.card, slot.key, slot.words, slot.place);
    return slot;
}

/** The words of a position for screen readers. */
function slotWords(place, name, { stuck, done, group, key }) {
    const note = stuck ? say.steps.cardStuck : done ? say.steps.cardDone : "";
    const words = ["top", "bottom", "held"].includes(group)
        ? say.steps.inPacket(group, name) : say.steps.slot(place + 1, name);
    return words + note + (key === undefined ? "" : say.steps.withKey(key));
}

/** The table: its node, and draw() to show a deck. */
export function makeTable() {
    const deck = h("ol", { class: "steps-deck", "data-test": "steps-deck" });
    const marks = marksOn(deck);
    const band = h("p", { class: "steps-band small" });
    const node = h("div", { class: "steps-table" },
                   h("div", { class: "steps-felt" }, deck, marks.nodes), band);
    let slots = [];
    let shown = new Map(); // card → {x, y}, where it was drawn last
    let resized = false; // since then
    let gliding = []; // animations
    new ResizeObserver(() => { resized = true; }).observe(deck);

    function build(n) {
        slots = Array.from({ length: n }, (_, place) => makeSlot(place));
        deck.replaceChildren(...slots.map((slot) => slot.node));
        deck.setAttribute("aria-label", say.steps.deck);
        deck.classList.toggle("steps-many", n > SMALL);
        shown = new Map();
    }

    function arrange(n, layout, paired) {
        const columns = columnsOf(n, paired);
        for (const [name, value] of Object.entries(columns))
            deck.style.setProperty(`--${name}`, layout?.columns ?? value);
        deck.classList.toggle("steps-apart", layout !== undefined);
        // Rows that are empty keep their height, so that nothing below them moves.
        deck.style.setProperty("--rows", layout?.rows ?? 1);
        slots.forEach((slot, i) => {
            const spot = layout?.spots[i];
            slot.node.style.gridArea = spot ? `${spot.row} / ${spot.column}` : "";
        });
    }

    function dress(slot, place, picture) {
        const { order, settled, reach, stuck, back, moved, target, compared } = picture;
        const n = order.length;
        const card = order[place];
        const isStuck = stuck.includes(place);
        const done = settled[place] && !isStuck;
        const group = picture.groups?.[place];
        const key = picture.keys?.get(card);
        const marked = {
            "steps-settled": done && group === undefined,
            "steps-reach": reach.includes(place),
            "steps-target": place === target,
            "steps-stuck": isStuck,
            "steps-moved": moved.includes(place),
            "steps-back": card === back,
            "steps-compared": compared.includes(card),
            "steps-new": group === "new",
            "steps-top": group === "top",
            "steps-bottom": group === "bottom",
            "steps-held": group === "held",
        };
        for (const [name, is] of Object.entries(marked))
            slot.node.classList.toggle(name, is);
        dressCard(slot.card, card, n, isStuck || card === back ? "⚠"
            : done && group === undefined ? "✓" : "");
        slot.key.textContent = key ?? "";
        slot.key.hidden = picture.keys === undefined;
        slot.words.textContent = slotWords(place, cardNames(n).spoken(card),
                                           { stuck: isStuck, done, group, key });
    }

    const spotsNow = (order) => new Map(order.map((card, place) =>
        [card, { x: slots[place].node.offsetLeft, y: slots[place].node.offsetTop }]));

    /** Moves the cards from where they were drawn last. */
    function move(order, before, pace) {
        order.forEach((card, place) => {
            const from = before.get(card);
            const to = shown.get(card);
            if (!from || (from.x === to.x && from.y === to.y)) return;
            gliding.push(glide(slots[place].card, from.x - to.x, from.y - to.y, pace));
        });
    }

    return {
        node,
        /**
         * @param {object} picture order: cards; settled: for each position; stuck, reach:
         *     positions; target: the position that the step is about; back: a card that
         *     had been placed before; moves: [from, to] of the step; compared: cards;
         *     groups: the packet of each card, or undefined; layout: {columns, rows,
         *     spots} if the packets lie apart; keys: Map of card and key; roll: for the
         *     die; dieAt: where it stands
         * @param {{paired: boolean, pace?: {duration: number, delay: number}}} how pace:
         *     of the motion; none without
         */
        draw(picture, { paired, pace }) {
            const { order, settled, stuck, moves } = picture;
            if (slots.length !== order.length) build(order.length);
            gliding.forEach((animation) => animation.cancel());
            gliding = [];
            // Asking for positions between changes costs a layout of the whole page.
            const before = resized ? spotsNow([...shown.keys()]) : shown;
            resized = false;
            arrange(order.length, picture.layout, paired);
            const moved = picture.moved ?? moves.map(([, to]) => to);
            slots.forEach((slot, place) => dress(slot, place, { ...picture, moved }));
            const bar = picture.groups === undefined
                ? barOf(settled.map((is, place) => is && !stuck.includes(place)))
                : undefined;
            slots.forEach((slot, place) =>
                slot.node.classList.toggle("steps-bar", bar?.first === place));
            band.textContent = picture.groups === undefined ? bandWords(settled, stuck)
                                                            : picture.packets ?? "";
            deck.dataset.order = order.map((card) => card + 1).join(",");
            marks.dress(picture.roll, pace);
            shown = spotsNow(order);
            marks.draw(slots.map((slot) => slot.node), {
                moves: picture.groups === undefined ? moves : [],
                compared: picture.compared.map((card) => order.indexOf(card)),
                dieAt: picture.dieAt ?? picture.target,
                roll: picture.roll,
            });
            if (pace && before.size > 0 && !lessMotion()) move(order, before, pace);
        },
        clear() { build(0); },
    };
}
