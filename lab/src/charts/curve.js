// SPDX-License-Identifier: MIT
//
// curve.js - how evidence grew: the odds against a fair shuffle, shuffle by shuffle.
//
// Odds are shown as powers of ten. The axis is about linear in the exponent at first, and
// logarithmic beyond: 10^900 still fits, and the way up to 2 million is seen.
import { axisX, axisY, dot, gridY, line, ruleY, text } from "@observablehq/plot";
import { count, plural, roughly, superscript } from "../words.js";
import { frame } from "./frame.js";
import { drawPlot, ink } from "./plot.js";

/** 3 → "1,000", 8 → "10⁸", -2 → "1/100". */
function power(exponent) {
    if (exponent < 0) return `1/${power(-exponent)}`;
    return exponent < 5 ? count(10 ** exponent) : `10${superscript(exponent)}`;
}

/** What a stake of 1 became: "0.31", "4,200", "10⁹⁵". */
function stake(log10) {
    if (log10 >= 9) return `10${superscript(Math.floor(log10))}`;
    if (log10 <= -3) return "less than 1/1,000";
    const value = 10 ** log10;
    return value < 10 ? `${Number(value.toPrecision(2))}` : roughly(value);
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
    return value < 1e6 || value >= 1e9 ? stake(log10) : `${value / 1e6} million`;
};

function caption({ points, needed, decided, noun }) {
    if (points.length === 0) return "Nothing has been shuffled yet.";
    const last = points.at(-1);
    const now = `${stake(last.log10)} after`;
    const limit = limitWords(needed);
    if (decided) {
        return `The odds against a fair ${noun} passed ${limit} after ` +
            `${plural(decided, noun)}, and were ${now} ${count(last.at)}.`;
    }
    const highest = points.reduce((most, p) => Math.max(most, p.log10), 0);
    return `The odds against a fair ${noun} were ${now} ${plural(last.at, noun)}, and ` +
        `never above ${stake(highest)}; ${limit} make a verdict.`;
}

/** Ticks of powers of ten: "1", "1,000", "1 M". */
function tickCount(value) {
    if (!Number.isInteger(Math.log10(value))) return "";
    return value >= 1e6 ? `${count(value / 1e6)} M` : count(value);
}

/**
 * @param {{title?: string, test?: string}} options
 * @returns {{node: HTMLElement, update(evidence: {curve: number[][], needed: number,
 *            trials: number, decided: ?number, noun?: string}): void}} curve and needed:
 *   natural logarithms, as in the report document; noun: what one trial is called
 */
export function evidenceCurve({ title, test }) {
    const { node, box, say, draw } = frame({ title, test, kind: "curve", most: 760 });
    return {
        node,
        update({ curve, needed, trials, decided, noun = "shuffle" }) {
            const points = curve.filter(([, ln]) => Number.isFinite(ln))
                .map(([at, ln]) => ({ at, log10: ln / Math.LN10 }));
            const limit = needed / Math.LN10;
            const highest = points.reduce((most, p) => Math.max(most, p.log10), limit);
            const lowest = points.reduce((least, p) => Math.min(least, p.log10), -1);
            const end = Math.max(10, trials, points.at(-1)?.at ?? 0);
            const domain = [lowest * 1.1, Math.max(highest * 1.15, limit * 1.5)];
            const marked = ticks(domain, limit, 190);
            draw((width) => drawPlot(box, {
                width,
                x: { type: "log", domain: [1, end] },
                y: { type: "symlog", constant: BEND, domain },
                marks: [
                    gridY(marked, { stroke: ink.grid, strokeOpacity: 1 }),
                    axisY(marked, { tickFormat: power, tickSize: 0, labelArrow: "none",
                                    label: "odds against fair" }),
                    axisX({ ticks: width < 420 ? 4 : 7, tickFormat: tickCount,
                            label: `${noun}s`, labelArrow: "none" }),
                    ruleY([limit], { stroke: ink.limit, strokeDasharray: "5 4" }),
                    text([`unfair from here: ${limitWords(limit)}`], {
                        x: [1], y: [limit], textAnchor: "start", dy: -9, dx: 4,
                        fill: ink.limit, stroke: "var(--surface)", strokeWidth: 4 }),
                    line(points, { x: "at", y: "log10", stroke: ink.seen,
                                   strokeWidth: 2 }),
                    decided ? dot([{ at: decided, log10: limit }], {
                        x: "at", y: "log10", r: 5, fill: ink.limit,
                        stroke: "var(--surface)", strokeWidth: 1.5 }) : null,
                ],
            }));
            say(caption({ points, needed: limit, decided, noun }));
        },
    };
}
