// SPDX-License-Identifier: MIT
//
// repeats.js - decks that came before: how many different ones there were, and how
// many a fair shuffle would have given.
import { axisX, axisY, barX, gridX, ruleX, text } from "@observablehq/plot";
import { frame } from "../../charts/frame.js";
import { factorial } from "../../charts/orders.js";
import { drawPlot, ink } from "../../charts/plot.js";
import { say as words } from "../../lang/lang.js";
import { count, oneIn } from "../../words.js";

/** How many of n! orders differ, on the average, if `dealt` are fair. */
function fairDistinct(n, dealt) {
    const ways = Number(factorial(n));
    return -ways * Math.expm1(dealt * Math.log1p(-1 / ways));
}

/** How many pairs of equal decks a fair shuffle gives. */
function expectedWords(expected) {
    const { repeats } = words.views;
    if (expected >= 100) return repeats.expected(count(expected));
    if (expected >= 0.01) return repeats.expected(Number(expected.toPrecision(3)));
    return repeats.hardly(oneIn(-Math.log10(expected)));
}

function caption({ kept, distinct, pairs, expected }) {
    const { repeats } = words.views;
    const seen = distinct === kept ? repeats.allDifferent(kept)
                                   : repeats.some({ decks: kept, distinct, pairs });
    return words.charts.join([seen, expectedWords(expected)]);
}

/**
 * @param {{title?: string, test?: string}} options
 * @returns {{node: HTMLElement, update(seen: {repeats: object, n: number}): void}}
 *   repeats as in the report document
 */
export function repeatsPlot({ title, test }) {
    const { node, box, say, draw } = frame({ title, test, kind: "repeats" });
    return {
        node,
        update({ repeats, n }) {
            const { kept, distinct } = repeats;
            const fair = Math.min(kept, fairDistinct(n, kept));
            const { here, fair: even, decks, bar, fairBar } = words.views.repeats;
            const rows = [
                { who: here, from: 0, to: distinct, what: "different" },
                { who: here, from: distinct, to: kept, what: "came before" },
                { who: even, from: 0, to: fair, what: "different" },
                { who: even, from: fair, to: kept, what: "came before" },
            ];
            draw((width) => drawPlot(box, {
                width,
                height: 170,
                marginLeft: 46,
                x: { domain: [0, Math.max(1, kept)] },
                y: { domain: [here, even], padding: 0.35 },
                color: { domain: ["different", "came before"],
                         range: [ink.seen, ink.law] },
                marks: [
                    gridX({ stroke: ink.grid, strokeOpacity: 1, ticks: 4 }),
                    axisX({ ticks: 4, tickFormat: (value) => count(value), tickSize: 3,
                            label: decks, labelArrow: "none" }),
                    axisY({ tickSize: 0, label: null }),
                    barX(rows, {
                        x1: "from", x2: "to", y: "who", fill: "what",
                        fillOpacity: (r) => (r.what === "different" ? 0.55 : 1) }),
                    ruleX([0], { stroke: ink.quiet }),
                    text(rows.slice(0, 1), {
                        x: 0, y: "who", dx: 8, textAnchor: "start", fill: "var(--ink)",
                        text: () => bar(distinct, kept - distinct) }),
                    text(rows.slice(2, 3), {
                        x: 0, y: "who", dx: 8, textAnchor: "start", fill: "var(--ink)",
                        text: () => fairBar(fair) }),
                ],
            }));
            say(caption(repeats));
        },
    };
}
