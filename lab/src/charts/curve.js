// SPDX-License-Identifier: MIT
//
// curve.js - how evidence grew: the odds against a fair shuffle, shuffle by shuffle.
//
// Odds are shown as powers of ten. The axis is about linear in the exponent at first, and
// logarithmic beyond: 10^900 still fits, and the way up to 2 million is seen.
import { axisX, axisY, dot, gridY, line, ruleY, text } from "@observablehq/plot";
import { say as words } from "../lang/lang.js";
import { count, odds, superscript } from "../words.js";
import { frame } from "./frame.js";
import { LEFT } from "./grid_draw.js";
import { drawPlot, ink } from "./plot.js";

/** 3 → "1,000", 8 → "10⁸", -2 → "1/100". */
function power(exponent) {
    if (exponent < 0) return `1/${power(-exponent)}`;
    return exponent < 5 ? count(10 ** exponent) : `10${superscript(exponent)}`;
}

const BEND = 1; // where the axis turns from linear to logarithmic, in powers of ten
const exponents = [0, 2, 4, 10, 30, 100, 300, 1000, 3000, 1e4, 3e4, 1e5, 1e6, -1, -2, -4,
                   -10, -30, -100];

/** Those of the exponents that have room beside each other and beside the limit. */
function ticks([least, most], limit, height) {
    const bent = (k) => Math.sign(k) * Math.log1p(Math.abs(k) / BEND);
    const pixels = (k) => height * bent(k) / (bent(most) - bent(least));
    const kept = [limit];
    for (const k of exponents) {
        const free = kept.every((other) => Math.abs(pixels(other) - pixels(k)) >= 17);
        if (k >= least && k <= most && free) kept.push(k);
    }
    return kept.slice(1);
}

/** 6.301 → "2 million". */
const limitWords = (log10) => {
    const value = Number((10 ** log10).toPrecision(3));
    return value < 1e6 || value >= 1e9 ? odds(log10)
                                       : words.charts.curve.million(value / 1e6);
};

function caption({ points, needed, decided, kind }) {
    const { empty, curve } = words.charts;
    if (points.length === 0) return empty;
    const last = points.at(-1);
    const known = { limit: limitWords(needed), odds: odds(last.log10), trials: last.at,
                    kind };
    if (decided) return curve.decided({ ...known, decided });
    const highest = points.reduce((most, p) => Math.max(most, p.log10), 0);
    return curve.open({ ...known, highest: odds(highest) });
}

/** Ticks of powers of ten: "1", "1,000", "1 M". */
function tickCount(value) {
    if (!Number.isInteger(Math.log10(value))) return "";
    return value >= 1e6 ? words.charts.curve.axisMillions(value / 1e6) : count(value);
}

/** The points of the curve; the last is what is known now. */
function pointsOf({ curve, evidence, trials }) {
    const last = (curve.at(-1)?.[0] ?? 0) < trials ? [[trials, evidence.ln]] : [];
    return [...curve, ...last].filter(([, ln]) => Number.isFinite(ln))
        .map(([at, ln]) => ({ at, log10: ln / Math.LN10 }));
}

/**
 * @param {{title?: string, test?: string}} options
 * @returns {{node: HTMLElement, update(report: object): void}} report: the document
 */
export function evidenceCurve({ title = words.charts.curve.title, test }) {
    const { node, box, say, draw } = frame({ title, test, kind: "curve", most: 760 });
    return {
        node,
        update(report) {
            const { evidence, trials, decided } = report;
            if (evidence === null) { // nobody has bet yet
                draw(() => box.replaceChildren());
                say(words.charts.curve.none);
                return;
            }
            const { kind } = report;
            const points = pointsOf(report);
            const limit = evidence.needed_ln / Math.LN10;
            const highest = points.reduce((most, p) => Math.max(most, p.log10), limit);
            const lowest = points.reduce((least, p) => Math.min(least, p.log10), -1);
            const end = Math.max(10, trials, points.at(-1)?.at ?? 0);
            const domain = [lowest * 1.1, Math.max(highest * 1.15, limit * 1.5)];
            const marked = ticks(domain, limit, 190);
            draw((width) => drawPlot(box, {
                width,
                marginLeft: LEFT, // as in the map above it
                marginRight: 2,
                x: { type: "log", domain: [1, end] },
                y: { type: "symlog", constant: BEND, domain },
                marks: [
                    gridY(marked, { stroke: ink.grid, strokeOpacity: 1 }),
                    axisY(marked, { tickFormat: power, tickSize: 0, labelArrow: "none",
                                    label: words.charts.curve.y }),
                    axisX({ ticks: width < 420 ? 4 : 7, tickFormat: tickCount,
                            label: words.charts.curve.x(kind), labelArrow: "none" }),
                    ruleY([limit], { stroke: ink.limit, strokeDasharray: "5 4" }),
                    text([words.charts.curve.limit(limitWords(limit))], {
                        x: [1], y: [limit], textAnchor: "start", dy: -9, dx: 4,
                        fill: ink.limit, stroke: "var(--surface)", strokeWidth: 4 }),
                    line(points, { x: "at", y: "log10", stroke: ink.seen,
                                   strokeWidth: 2 }),
                    decided ? dot([{ at: decided, log10: limit }], {
                        x: "at", y: "log10", r: 5, fill: ink.limit,
                        stroke: "var(--surface)", strokeWidth: 1.5 }) : null,
                ],
            }));
            say(caption({ points, needed: limit, decided, kind }));
        },
    };
}
