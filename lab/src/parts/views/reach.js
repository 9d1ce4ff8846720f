// SPDX-License-Identifier: MIT
//
// reach.js - "How many decks can your generator reach?": bits of generators against
// the orders of a deck, on one logarithmic scale.
import { axisX, gridX, rect, ruleX, text } from "@observablehq/plot";
import { wholeNumber } from "../../address.js";
import { frame } from "../../charts/frame.js";
import { drawPlot, ink } from "../../charts/plot.js";
import { h, setText } from "../../dom.js";
import { field, numberField } from "../../pickers.js";
import { count, oneIn, roughly, superscript } from "../../words.js";
import { generators, log2Factorial, mostCards, unreached } from "./decks.js";

const MOST_BITS = 20000;
const MOST_DECK = 100;
const ROW = 38; // pixels of a generator: a line of text, and its bar
const WIDE = 560; // from here on there is room to say who uses it

const power = (bits) => `2${superscript(Math.round(bits))}`;
const decks = (bits) => (bits < 40 ? roughly(Math.round(2 ** bits)) : power(bits));

/** 10⁶⁸ of log2 = 225.6; small numbers in full. */
function orders(n) {
    const log2 = log2Factorial(n);
    return log2 < 30 ? count(Math.round(2 ** log2))
                     : `about 10${superscript(Math.round(log2 * Math.log10(2)))}`;
}

function answer(n, bits) {
    const most = mostCards(bits);
    const here = `${n} cards have ${n}! orders, ${orders(n)}.`;
    if (n <= most) {
        return `${here} A generator of ${count(bits)} bits has ${decks(bits)} states: ` +
            "enough for all of them, and for every order of up to " +
            `${count(most)} cards. A fair shuffle needs that, and more than that.`;
    }
    const all = most < 2 ? "It cannot even give both orders of two cards."
        : `It is enough for every order of up to ${most} cards.`;
    return `${here} A generator of ${count(bits)} bits makes at most ${decks(bits)} of ` +
        `them, ${oneIn(unreached(n, bits))}. The others never come, ` +
        `however good it is. ${all}`;
}

function caption(n) {
    const few = generators.filter(({ bits }) => mostCards(bits) < n).length;
    const those = few === 0 ? "all reach the line"
        : few === 1 ? "one ends left of the line, the orange one"
            : `${few} end left of the line, the orange ones`;
    const so = few === 0 ? "they have enough states for"
        : few === 1 ? "it cannot give" : "they cannot give";
    return `Each bit doubles the decks. Of these ${generators.length} generators, ` +
        `${those}: ${so} every order of ${n} cards.`;
}

function picture() {
    const { node, box, say, draw } = frame({ test: "views-reach-picture", kind: "reach",
                                             most: 1000 });
    const paint = (n, own) => (width) => {
        const all = log2Factorial(n);
        const end = Math.max(280, Math.ceil(all * 1.12 / 20) * 20);
        const rows = [
            { bits: own, name: `Yours: ${count(own)} bits`, who: "", own: true },
            ...generators,
        ].map((row, i) => ({ ...row, i, end: Math.min(row.bits, end),
                             short: row.bits < all }));
        const ticks = width < WIDE ? 5 : 10;
        const label = (row) => (width < WIDE || !row.who ? row.name
                                                         : `${row.name} · ${row.who}`);
        drawPlot(box, {
            width,
            height: rows.length * ROW + 72,
            marginLeft: 2,
            marginRight: 12,
            marginTop: 30,
            x: { domain: [0, end] },
            y: { domain: [0, rows.length], reverse: true, axis: null },
            color: { type: "identity" },
            marks: [
                gridX({ stroke: ink.grid, strokeOpacity: 1, ticks }),
                axisX({ ticks, label: "bits", labelArrow: "none",
                        tickSize: 3 }),
                rect(rows, { x1: 0, x2: "end", y1: (r) => r.i + 0.55,
                             y2: (r) => r.i + 0.86,
                             fill: (r) => (r.short ? ink.law : ink.seen),
                             fillOpacity: (r) => (r.own ? 1 : 0.6) }),
                ruleX([all], { stroke: "var(--ink)", strokeWidth: 1.5,
                               strokeDasharray: "5 4" }),
                text([`${n}! ≈ ${power(all)}`], {
                    x: [all], y: [0], dy: -14, fill: "var(--ink)", fontWeight: 600,
                    textAnchor: all > end * 0.85 ? "end" : "middle" }),
                text(rows, { x: 0, y: (r) => r.i + 0.28, text: label, textAnchor: "start",
                             fill: "var(--ink)", stroke: "var(--surface)", strokeWidth: 4,
                             fontWeight: (r) => (r.own ? 600 : 400) }),
                text(rows, { x: end, y: (r) => r.i + 0.28, textAnchor: "end",
                             fill: ink.quiet, stroke: "var(--surface)", strokeWidth: 4,
                             text: (r) => (r.bits > end ? "→ " : "") +
                                 (width < WIDE ? "" : "every order of ") +
                                 `up to ${count(mostCards(r.bits))} cards` }),
            ],
        });
    };
    return {
        node,
        update(n, bits) {
            draw(paint(n, bits));
            say(caption(n));
        },
    };
}

/**
 * @param {(changes: object) => void} set changes the address
 * @returns {{node: HTMLElement, show(state: object): void}} of the state: bits, deck
 */
export function reachSection(set) {
    const bits = h("input", { type: "number", min: 0, max: MOST_BITS, step: 1,
                              "data-test": "views-bits", list: "views-bits" });
    bits.addEventListener("change", () => {
        const value = Math.round(Number(bits.value)) || 0;
        bits.value = Math.min(MOST_BITS, Math.max(0, value));
        set({ bits: bits.value });
    });
    const known = h("datalist", { id: "views-bits" },
        generators.map((one) => h("option", { value: Math.round(one.bits) }, one.who)));
    const deck = numberField({ label: "Cards", least: 2, most: MOST_DECK,
                               test: "views-deck",
                               change: (n) => set({ deck: n }) });
    const said = h("p", { class: "views-answer", "aria-live": "polite",
                          "data-test": "views-reach" });
    const chart = picture();
    const node = h("section", { class: "panel views-reach" },
        h("h2", {}, "How many decks can your generator reach?"),
        h("p", { class: "muted" },
          "A generator that computes its numbers gives one sequence for each state it " +
          "can start from, and so at most as many decks as there are states."),
        h("div", { class: "controls" }, field("Bits of seed or state", bits), known,
          deck.node),
        said, chart.node);
    return {
        node,
        show(state) {
            const b = wholeNumber(state.bits, 0, MOST_BITS, 32);
            const n = wholeNumber(state.deck, 2, MOST_DECK, 52);
            bits.value = b;
            deck.set(n);
            setText(said, answer(n, b));
            chart.update(n, b);
        },
    };
}
