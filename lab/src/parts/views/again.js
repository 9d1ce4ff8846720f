// SPDX-License-Identifier: MIT
//
// again.js - the birthday experiment: decks are dealt from few seeds, until one
// comes again.
//
// The order of a trial depends on the seed and on its number alone. So audits of more and
// more trials see the same decks, and the first that came again is found by halving.
import { axisX, axisY, dot, gridY, line, ruleX, text } from "@observablehq/plot";
import { wholeNumber } from "../../address.js";
import { frame } from "../../charts/frame.js";
import { drawPlot, ink } from "../../charts/plot.js";
import { startAudit } from "../../client.js";
import { button, h, setText } from "../../dom.js";
import { numberField } from "../../pickers.js";
import { count, decimal, plural, sentence, superscript } from "../../words.js";
import { firstRepeat, log2Factorial } from "./decks.js";

const CARDS = 52;
const LEAST_BITS = 8;
const MOST_BITS = 24;
const STEPS = 12; // audits along the way, before the search for the first repeat

/** So many decks that none comes again only once in e^8 times. */
const allOf = (bits) => Math.round(4 * Math.sqrt(2 ** bits));

// ---- dealing -----------------------------------------------------------------------

/** The pairs of equal decks among the first `trials`. */
function pairsAmong({ bits, seed }, trials, held) {
    return new Promise((resolve, reject) => {
        const plan = { shuffle: "down", die: `few-seeds:${bits}`, n: CARDS, seed, trials,
                       diagnose: false };
        held.audit = startAudit(plan, {
            done: ({ report }) => resolve(report.repeats.pairs),
            failed: (message) => reject(new Error(message)),
        });
    });
}

/** Deals decks, and calls show() with all points [decks, pairs] so far after each audit.
 * Returns the first deck that came again, or null. `held.audit` is the running audit. */
async function dealAll(what, held, show) {
    const points = [[1, 0]];
    const look = async (trials) => {
        if (held.dropped) throw new Error("nobody looks any more");
        const pairs = await pairsAmong(what, trials, held);
        points.push([trials, pairs]);
        points.sort((a, b) => a[0] - b[0]);
        show(points);
        return pairs;
    };
    for (let step = 1; step <= STEPS; step += 1)
        await look(Math.round(allOf(what.bits) * step / STEPS));
    const known = points.findIndex(([, pairs]) => pairs > 0);
    if (known < 0) return null;
    let [[without], [found]] = points.slice(known - 1, known + 1);
    while (found - without > 1) {
        const middle = Math.floor((without + found) / 2);
        if (await look(middle) > 0) found = middle;
        else without = middle;
    }
    return found;
}

// ---- the picture -------------------------------------------------------------------

/** The pairs to be expected among so many decks. */
const expectedPairs = (decks, bits) => decks * (decks - 1) / 2 / 2 ** bits;

function picture() {
    const { node, box, say, draw } = frame({ test: "views-again-picture", kind: "again",
                                             most: 760 });
    const paint = ({ bits, points, first }) => (width) => {
        const all = allOf(bits);
        const law = Array.from({ length: 61 }, (_, i) => {
            const decks = Math.max(1, all * i / 60);
            return [decks, expectedPairs(decks, bits)];
        });
        const most = Math.max(10, ...points.map(([, pairs]) => pairs));
        const mean = firstRepeat(bits);
        drawPlot(box, {
            width,
            height: 250,
            x: { domain: [0, all] },
            y: { domain: [0, most] },
            marks: [
                gridY({ stroke: ink.grid, strokeOpacity: 1, ticks: 5 }),
                axisY({ ticks: 5, tickSize: 0, label: "pairs of equal decks",
                        labelArrow: "none" }),
                axisX({ ticks: width < 420 ? 4 : 8, tickSize: 3, label: "decks dealt",
                        labelArrow: "none", tickFormat: (t) => count(t) }),
                ruleX([mean], { stroke: ink.law, strokeDasharray: "5 4" }),
                text(["first repeat, on average"], {
                    x: [mean], y: [most], dx: 6, textAnchor: "start", fill: ink.quiet,
                    stroke: "var(--surface)", strokeWidth: 4 }),
                line(law, { x: "0", y: "1", stroke: ink.law, strokeWidth: 1.5 }),
                line(points, { x: "0", y: "1", stroke: ink.seen, strokeWidth: 2 }),
                dot(points.filter(([t]) => t > 1), { x: "0", y: "1", r: 2.5,
                                                     fill: ink.seen }),
                first ? dot([[first, 1]], { x: "0", y: "1", r: 6, fill: ink.seen,
                                            stroke: "var(--surface)",
                                            strokeWidth: 1.5 }) : null,
            ],
        });
    };
    return {
        node,
        update(dealt) {
            draw(paint(dealt));
            const [decks, pairs] = dealt.points.at(-1);
            const law = expectedPairs(decks, dealt.bits);
            say(`Blue: ${plural(pairs, "pair")} of equal decks among ${count(decks)}. ` +
                `Orange: what ${count(2 ** dealt.bits)} seeds should give, ` +
                `${decimal(law)}.`);
        },
    };
}

function result(bits, first) {
    const mean = `about ${count(Math.round(firstRepeat(bits)))}`;
    const fair = Math.round((log2Factorial(CARDS) / 2 + Math.log2(Math.PI / 2) / 2) *
                            Math.log10(2));
    const came = first === null
        ? `None of ${count(allOf(bits))} decks came again, which is rare.`
        : `Deck ${count(first)} was one that had come before.`;
    return `${came} With ${count(2 ** bits)} seeds that is to be expected after ` +
        `${mean} decks, the root of their number times 1.25; with all orders of ` +
        `${CARDS} cards, after 10${superscript(fair)}.`;
}

// ---- all ---------------------------------------------------------------------------

/**
 * @param {object} context of the page
 * @param {(changes: object) => void} set changes the address
 * @returns {{node: HTMLElement, show(state: object): void, hide(): void}} of the state:
 *   seeds, how many bits they have; deal, what the decks are made from
 */
export function againSection(context, set) {
    let shown = "";
    let held = {};
    const bits = numberField({ label: "Bits of the seed", least: LEAST_BITS,
                               most: MOST_BITS, test: "views-seeds",
                               change: (value) => set({ seeds: value }) });
    const deal = button("Deal", { kind: "main", test: "views-deal",
                                  onclick: () => set({ deal: context.seedNow() }) });
    const said = h("p", { class: "views-answer", "aria-live": "polite",
                          "data-test": "views-again" });
    const chart = picture();
    const node = h("section", { class: "panel" },
        h("h2", {}, "Until a deck comes again"),
        h("p", { class: "muted" },
          "In a room of 23 people two have the same birthday, more likely than not. " +
          "Decks that are made from few seeds meet in the same way, long before all " +
          `seeds have come. Here are decks of ${CARDS} cards, by a fair shuffle and a ` +
          "good generator, which is seeded anew for each."),
        h("div", { class: "controls" }, bits.node, deal), said, chart.node);

    function stop() {
        held.dropped = true;
        held.audit?.drop();
        held = {};
    }

    async function run(what) {
        const mine = {};
        held = mine;
        setText(said, "Dealing …");
        try {
            let last = [];
            const first = await dealAll(what, mine, (points) => {
                last = points;
                if (held === mine) chart.update({ ...what, points });
            });
            if (held !== mine) return;
            chart.update({ ...what, points: last, first });
            setText(said, result(what.bits, first));
        } catch (error) {
            if (held === mine) setText(said, sentence(error.message));
        }
    }

    return {
        node,
        show(state) {
            const what = { bits: wholeNumber(state.seeds, LEAST_BITS, MOST_BITS, 16),
                           seed: state.deal ?? "" };
            bits.set(what.bits);
            setText(deal, what.seed ? "Deal other decks" : "Deal");
            const now = `${what.bits} ${what.seed}`;
            if (now === shown) return;
            stop();
            shown = now;
            chart.node.hidden = what.seed === "";
            if (what.seed) run(what);
            else setText(said, "");
        },
        hide() {
            stop();
            shown = "";
        },
    };
}
