// SPDX-License-Identifier: MIT
//
// tests.js - the tests of all views: how unlikely each result is, if the shuffle is fair.
//
// A dot for each test, the farther to the right the less likely; p values are corrected
// for the number of tests. The axis is bent as that of the evidence curve.
import { axisX, axisY, dot, gridX, ruleX, ruleY, text } from "@observablehq/plot";
import { count, decimal, plural, superscript } from "../words.js";
import { frame } from "./frame.js";
import { drawPlot, ink } from "./plot.js";

const SMALLEST = 300; // p values of 0 are below what doubles hold
const ROW = 19;

/** 0.3 → "0.3", 2e-9 → "2 × 10⁻⁹", 0 → "below 10⁻³⁰⁰". */
export const pWords = (p) =>
    (p <= 10 ** -SMALLEST ? `below 10${superscript(-SMALLEST)}` : decimal(p, 2));

const depth = (p) => Math.min(SMALLEST, p > 0 ? -Math.log10(p) : SMALLEST);

function caption(usable, beyond, level, complete) {
    if (usable.length === 0) return "There was too little for any test.";
    const least = usable[0];
    const all = `${beyond} of ${plural(usable.length, "test")}`;
    const what = beyond === 0
        ? `No test is beyond the line; the least likely result, ${least.title}, has a ` +
          `corrected p of ${pWords(least.corrected)}.`
        : `${all} ${beyond === 1 ? "is" : "are"} beyond the line at ${pWords(level)}.`;
    return complete ? what
        : `${what} They do not count: the audit ended before all planned shuffles were ` +
          "made. The verdict rests on the evidence curve.";
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
            const longest = usable.reduce((most, t) => Math.max(most, t.name.length), 8);
            draw((width) => {
                const letter = width < 420 ? 5.9 : 6.7;
                drawPlot(box, {
                    width,
                    height: usable.length * ROW + 66,
                    marginLeft: longest * letter + 8,
                    marginRight: 18,
                    marginTop: 28,
                    x: { type: "symlog", constant: 1, domain: [0, end] },
                    y: { type: "point", domain: usable.map((t) => t.name), padding: 0.6 },
                    marks: [
                        gridX(ticks, { stroke: ink.grid, strokeOpacity: 1 }),
                        axisX(width < 420 ? ticks.filter((_, i) => i % 2 === 0) : ticks, {
                            tickFormat: (k) => (k === 0 ? "1" : `10${superscript(-k)}`),
                            tickSize: 0, labelArrow: "none",
                            label: "probability, if fair" }),
                        axisY({ tickSize: 0, label: null,
                                fontSize: width < 420 ? 11 : 12 }),
                        ruleY(usable, { y: "name", x1: 0, x2: (t) => depth(t.corrected),
                                        stroke: ink.grid, strokeWidth: 3 }),
                        ruleX([limit], { stroke: ink.limit, strokeDasharray: "5 4" }),
                        text([`unfair beyond ${pWords(level)}`], {
                            x: [limit], frameAnchor: "top", dy: -16, fill: ink.limit }),
                        dot(usable, {
                            x: (t) => depth(t.corrected), y: "name", r: 4.5,
                            symbol: (t) => (t.corrected < level ? "diamond" : "circle"),
                            fill: (t) => (t.corrected < level ? "var(--more-2)"
                                                              : "var(--less-2)"),
                            stroke: "var(--surface)", strokeWidth: 1,
                            title: (t) => `${t.title}: p = ${pWords(t.p)}, corrected ` +
                                `${pWords(t.corrected)}` }),
                    ],
                    color: { type: "identity" },
                    symbol: { type: "identity" },
                });
            });
            const left = tests.length - usable.length;
            say(caption(usable, beyond, level, complete) + (left === 0 ? ""
                : ` ${count(left)} more would need more trials.`));
        },
    };
}
