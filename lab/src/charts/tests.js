// SPDX-License-Identifier: MIT
//
// tests.js - the tests of all views: how unlikely each result is, if the shuffle is fair.
//
// A dot for each test, the farther to the right the less likely; p values are corrected
// for the number of tests. The axis is bent as that of the evidence curve.
import { axisX, axisY, dot, gridX, ruleX, ruleY, text } from "@observablehq/plot";
import { say as words } from "../lang/lang.js";
import { decimal, superscript } from "../words.js";
import { frame } from "./frame.js";
import { drawPlot, ink } from "./plot.js";
import { textWidth } from "./text_width.js";

const SMALLEST = 300; // p values of 0 are below what doubles hold
const ROW = 19;
const HIGH_ROW = 34; // with the title above it
const TICK = 34; // pixels that the label of a tick needs

/** 0.3 → "0.3", 2e-9 → "2 × 10⁻⁹", 0 → "below 10⁻³⁰⁰". */
export const pWords = (p) =>
    (p <= 10 ** -SMALLEST ? words.charts.tests.below(`10${superscript(-SMALLEST)}`)
                             : decimal(p, 2));

/** The title of a test. A part of a view has a title of its own, or is its mean. A test
 * that the page does not know has the title of its report. */
export function testTitle({ name, title }) {
    const { tests } = words.charts;
    const known = (id) => tests.titles[id] ?? words.views.about[id]?.[0];
    const [, whole] = /^(.*)-mean$/.exec(name) ?? [];
    return known(name) ?? (known(whole) ? tests.mean(known(whole)) : title);
}

const LETTER = 6.2; // pixels

/** Those ticks of a bent axis that have room for their labels. */
function labelled(ticks, end, wide) {
    let free = -Infinity; // from here on
    return ticks.filter((k) => {
        const x = Math.log1p(k) / Math.log1p(end) * wide;
        if (x < free) return false;
        free = x + TICK;
        return true;
    });
}

const depth = (p) => Math.min(SMALLEST, p > 0 ? -Math.log10(p) : SMALLEST);

function caption(usable, beyond, level, complete) {
    const { tests, join } = words.charts;
    if (usable.length === 0) return tests.none;
    const least = usable[0];
    const what = beyond === 0 ? tests.fine(testTitle(least), pWords(least.corrected))
        : tests.beyond({ beyond, all: usable.length, level: pWords(level) });
    return complete ? what : join([what, tests.incomplete]);
}

/**
 * @param {{title?: string, test?: string}} options
 * @returns {{node: HTMLElement, update(judged: {tests: object[], level: number,
 *            complete: boolean}): void}} tests as in the report document; level: what the
 *   smallest of them must be below, after correction
 */
export function testPlot({ title, test }) {
    const { node, box, say, draw } = frame({ title, test, kind: "tests", most: 760 });
    return {
        node,
        update({ tests, level, complete }) {
            const usable = tests.filter((t) => t.usable)
                .sort((a, b) => a.p - b.p);
            const limit = depth(level);
            const beyond = usable.filter((t) => t.corrected < level).length;
            const end = usable.reduce((most, t) => Math.max(most, depth(t.corrected)),
                                      limit * 1.4) * 1.15;
            const ticks = [0, 1, 3, 10, 30, 100, 300].filter((k) => k < end);
            const titles = new Map(usable.map((t) => [t.name, testTitle(t)]));
            const longest = Math.max(60, ...[...titles.values()]
                .map((title) => textWidth(title, LETTER)));
            draw((width) => {
                const small = width < 2 * longest; // titles have no room at the left
                const [left, right] = [small ? 10 : longest + 10, 18];
                drawPlot(box, {
                    width,
                    height: usable.length * (small ? HIGH_ROW : ROW) + 66,
                    marginLeft: left,
                    marginRight: right,
                    marginTop: 28,
                    x: { type: "symlog", constant: 1, domain: [0, end] },
                    y: { type: "point", domain: usable.map((t) => t.name), padding: 0.6,
                         axis: null },
                    marks: [
                        gridX(ticks, { stroke: ink.grid, strokeOpacity: 1 }),
                        axisX(labelled(ticks, end, width - left - right), {
                            tickFormat: (k) => (k === 0 ? "1" : `10${superscript(-k)}`),
                            tickSize: 0, labelArrow: "none",
                            label: words.charts.tests.axis }),
                        small ? null
                            : axisY({ tickSize: 0, label: null, fontSize: 12,
                                      tickFormat: (name) => titles.get(name) }),
                        ruleY(usable, { y: "name", x1: 0, x2: (t) => depth(t.corrected),
                                        stroke: ink.grid, strokeWidth: 3 }),
                        ruleX([limit], { stroke: ink.limit, strokeDasharray: "5 4" }),
                        text([words.charts.tests.limit(pWords(level))], {
                            dy: -16, fill: ink.limit,
                            ...(small ? { frameAnchor: "top-right" }
                                      : { x: [limit], frameAnchor: "top" }) }),
                        dot(usable, {
                            x: (t) => depth(t.corrected), y: "name", r: 4.5,
                            symbol: (t) => (t.corrected < level ? "diamond" : "circle"),
                            fill: (t) => (t.corrected < level ? "var(--more-2)"
                                                              : "var(--less-2)"),
                            stroke: "var(--surface)", strokeWidth: 1,
                            title: (t) => words.charts.tests.dot({
                                title: titles.get(t.name), p: pWords(t.p),
                                corrected: pWords(t.corrected) }) }),
                        small ? text(usable, { frameAnchor: "left", y: "name", dy: -14,
                                               text: (t) => titles.get(t.name),
                                               stroke: "var(--surface)",
                                               fill: "var(--ink)" }) : null,
                    ],
                    color: { type: "identity" },
                    symbol: { type: "identity" },
                });
            });
            const left = tests.length - usable.length;
            say(words.charts.join([caption(usable, beyond, level, complete),
                                   left > 0 && words.charts.tests.left(left)]
                .filter(Boolean)));
        },
    };
}
