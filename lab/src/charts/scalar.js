// SPDX-License-Identifier: MIT
//
// scalar.js - a number that sums an order up: how often each value came, against its law.
import { axisX, axisY, dot, gridY, line, pointerX, rectY, ruleY, text, tip }
    from "@observablehq/plot";
import { say as words } from "../lang/lang.js";
import { percent } from "../words.js";
import { apart, sharesApart } from "./apart.js";
import { beyond, certain, reach } from "./chance.js";
import { frame } from "./frame.js";
import { drawPlot, ink } from "./plot.js";

const MOST = 64; // bars

/** Bars of one or more values each: { from, to, seen, law }, shares; [from, to). */
function barsOf(counts, law) {
    const total = counts.reduce((sum, c) => sum + c, 0);
    const length = Math.max(counts.length, law.length);
    const matters = (v) =>
        (counts[v] ?? 0) > 0 || (law[v] ?? 0) * Math.max(total, 1) > 0.05;
    let first = 0;
    while (first < length - 1 && !matters(first)) first += 1;
    let end = length;
    while (end > first + 1 && !matters(end - 1)) end -= 1;
    const size = Math.ceil((end - first) / MOST);
    const bars = [];
    for (let from = first; from < end; from += size) {
        const bar = { from, to: Math.min(end, from + size), seen: 0, law: 0 };
        for (let v = from; v < bar.to; v += 1) {
            bar.seen += total > 0 ? (counts[v] ?? 0) / total : 0;
            bar.law += law[v] ?? 0;
        }
        bars.push(bar);
    }
    return { bars, total };
}

const valueName = ({ from, to }, names) =>
    names?.[from] ?? (to - from === 1 ? `${from}`
                                  : words.charts.scalar.range(from, to - 1));

const mean = (weights) => {
    const total = weights.reduce((sum, w) => sum + w, 0);
    return total === 0 ? 0 : weights.reduce((sum, w, v) => sum + w * v, 0) / total;
};

/** The means of what came and of the law, if they differ by more than chance. */
function means(counts, law, total, nats) {
    const [came, should] = [mean(counts), mean(law)];
    const variance = law.reduce((sum, p, v) => sum + p * (v - should) ** 2, 0) / total;
    if (Math.abs(came - should) <= Math.sqrt(2 * nats * variance)) return "";
    const [shown, fair] = apart(came, should);
    return words.charts.scalar.mean(shown, fair);
}

function caption({ bars, total }, { counts, law, names }) {
    const { scalar, join } = words.charts;
    if (total === 0) return scalar.empty;
    const nats = certain(bars.length);
    const variance = (bar) => total * bar.law * (1 - bar.law);
    const excess = (bar) => Math.abs(bar.seen - bar.law) * total /
        reach(variance(bar), nats);
    const worst = bars.reduce((a, b) => (excess(b) > excess(a) ? b : a));
    const away = names ? "" : means(counts, law, total, nats);
    if (!beyond(worst.seen * total, worst.law * total, variance(worst), nats))
        return away !== "" ? join([scalar.noValue, away]) : scalar.fine(total);
    const [share, fair] = sharesApart(worst.seen, worst.law);
    const told = { name: valueName(worst, names), share, fair };
    return join([(names ? scalar.worstNamed : scalar.worst)(told), away].filter(Boolean));
}

/**
 * @param {{title?: string, test?: string}} options
 * @returns {{node: HTMLElement, update(seen: {counts: number[], law: number[],
 *            names?: string[]}): void}} all by value from 0; names: of values that are
 *   no numbers
 */
export function scalarPlot({ title, test }) {
    const { node, box, say, draw } = frame({ title, test, kind: "scalar", most: 700 });
    return {
        node,
        update({ counts, law, names }) {
            const seen = barsOf(counts, law);
            const { bars } = seen;
            const middle = (bar) => (bar.from + bar.to - 1) / 2;
            const highest = Math.max(...bars.map((b) => Math.max(b.seen, b.law)), 1e-9);
            const ends = [bars[0].from - 0.5, bars.at(-1).to - 0.5];
            draw((width) => drawPlot(box, {
                width,
                height: 205,
                marginBottom: 26,
                marginLeft: 46,
                x: { domain: ends },
                y: { domain: [0, highest], nice: true },
                marks: [
                    gridY({ stroke: ink.grid, strokeOpacity: 1, ticks: 4 }),
                    axisY({ ticks: 4, tickSize: 0, tickFormat: (share) => percent(share),
                            label: null }),
                    axisX({ ticks: Math.min(bars.length, Math.floor(width / 50)),
                            tickFormat: (v) =>
                                names?.[v] ?? (Number.isInteger(v) ? `${v}` : ""),
                            tickSize: 3, label: null }),
                    rectY(bars, { x1: (b) => b.from - 0.5, x2: (b) => b.to - 0.5,
                                  y: "seen", fill: ink.seen, fillOpacity: 0.55,
                                  inset: bars.length > 30 ? 0.4 : 1.5 }),
                    ruleY([0], { stroke: ink.quiet }),
                    line(bars, { x: middle, y: "law", stroke: ink.law,
                                 strokeWidth: 1.5 }),
                    dot(bars, { x: middle, y: "law", r: bars.length > 30 ? 2 : 3.5,
                                fill: ink.law, stroke: "var(--surface)",
                                strokeWidth: 1 }),
                    text([words.charts.scalar.came], {
                        frameAnchor: "top-right", dy: -20, dx: -50, fill: ink.seen }),
                    text([words.charts.scalar.fair], {
                        frameAnchor: "top-right", dy: -20, fill: ink.law }),
                    tip(bars, pointerX({
                        x: middle, y: (b) => Math.max(b.seen, b.law), ...ink.tip,
                        title: (b) => words.charts.scalar.tip({
                            name: valueName(b, names), share: percent(b.seen),
                            fair: percent(b.law) }) })),
                ],
            }));
            say(caption(seen, { counts, law, names }));
        },
    };
}
