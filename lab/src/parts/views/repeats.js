// SPDX-License-Identifier: MIT
//
// repeats.js - decks that came before: how many different ones there were, and how
// many a fair shuffle would have given.
import { axisX, axisY, barX, gridX, ruleX, text } from "@observablehq/plot";
import { frame } from "../../charts/frame.js";
import { factorial } from "../../charts/orders.js";
import { drawPlot, ink } from "../../charts/plot.js";
import { count, oneIn, plural } from "../../words.js";

/** How many of n! orders differ, on the average, if `dealt` are fair. */
function fairDistinct(n, dealt) {
    const ways = Number(factorial(n));
    return -ways * Math.expm1(dealt * Math.log1p(-1 / ways));
}

/** The pairs of a fair shuffle: "about 55.1", "one with a chance of 1 in 10⁶⁰". */
function expectedWords(expected) {
    if (expected >= 100) return `about ${count(expected)}`;
    if (expected >= 0.01) return `about ${Number(expected.toPrecision(3))}`;
    return `one with a chance of ${oneIn(-Math.log10(expected))}`;
}

function caption({ kept, distinct, pairs, expected }) {
    const seen = distinct === kept ? `${plural(kept, "deck")}, all different.`
        : `${plural(kept, "deck")}, ${count(distinct)} of them different: ` +
          `${plural(pairs, "pair")} of equal decks.`;
    return `${seen} A fair shuffle gives ${expectedWords(expected)}.`;
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
            const rows = [
                { who: "here", from: 0, to: distinct, what: "different" },
                { who: "here", from: distinct, to: kept, what: "came before" },
                { who: "fair", from: 0, to: fair, what: "different" },
                { who: "fair", from: fair, to: kept, what: "came before" },
            ];
            draw((width) => drawPlot(box, {
                width,
                height: 170,
                marginLeft: 46,
                x: { domain: [0, Math.max(1, kept)] },
                y: { domain: ["here", "fair"], padding: 0.35 },
                color: { domain: ["different", "came before"],
                         range: [ink.seen, ink.law] },
                marks: [
                    gridX({ stroke: ink.grid, strokeOpacity: 1, ticks: 4 }),
                    axisX({ ticks: 4, tickFormat: (value) => count(value), tickSize: 3,
                            label: "decks", labelArrow: "none" }),
                    axisY({ tickSize: 0, label: null }),
                    barX(rows, {
                        x1: "from", x2: "to", y: "who", fill: "what",
                        fillOpacity: (r) => (r.what === "different" ? 0.55 : 1) }),
                    ruleX([0], { stroke: ink.quiet }),
                    text(rows.slice(0, 1), {
                        x: 0, y: "who", dx: 8, textAnchor: "start", fill: "var(--ink)",
                        text: () => `${count(distinct)} different, ` +
                            `${count(kept - distinct)} came before` }),
                    text(rows.slice(2, 3), {
                        x: 0, y: "who", dx: 8, textAnchor: "start", fill: "var(--ink)",
                        text: () => `${count(fair)} different` }),
                ],
            }));
            say(caption(repeats));
        },
    };
}
