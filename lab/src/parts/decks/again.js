// SPDX-License-Identifier: MIT
//
// again.js - the birthday experiment: decks are dealt from few seeds until one occurs
// again.
//
// The order of a trial depends only on the seed and on the number of the trial. So audits
// of more and more trials see the same decks, and bisection finds the first that occurs
// again.
//
// State: seeds, the bits of a seed; deal, the seed of the experiment.
import { axisX, axisY, dot, gridY, line, ruleX, text } from "@observablehq/plot";
import { numberIfGiven, wholeNumber } from "../../address.js";
import { frame } from "../../charts/frame.js";
import { drawPlot, ink } from "../../charts/plot.js";
import { startAudit } from "../../client.js";
import { button, h, setText } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { numberField } from "../../pickers.js";
import { seedIfGood } from "../../seeds.js";
import { count } from "../../words.js";
import { AGE, firstRepeat, log10Factorial, PEOPLE, YEAR } from "./numbers.js";

const CARDS = 52;
const LEAST_BITS = 8;
const MOST_BITS = 24;
const USUAL_BITS = 16;
const STEPS = 12; // audits along the way, before the search for the first repeat

/** The bits and the seed of an address as they are used, if it has some. */
export const wholeAgain = ({ seeds, deal }) =>
    ({ seeds: numberIfGiven(seeds, LEAST_BITS, MOST_BITS, USUAL_BITS),
       deal: deal && seedIfGood(deal) });

/** So many decks that the probability of no repeat is e^-8. */
const allOf = (bits) => Math.round(4 * Math.sqrt(2 ** bits));

// ---- dealing -----------------------------------------------------------------------

/** The pairs of equal decks among the first `trials`. */
function pairsAmong({ bits, seed }, trials, held) {
    return new Promise((resolve, reject) => {
        const plan = { shuffle: "down", die: `few-seeds:${bits}`, n: CARDS, seed, trials,
                       diagnose: false };
        held.audit = startAudit(plan, {
            done: ({ report }) => resolve(report.repeats.pairs),
            failed: (_, error) => reject(error),
        });
    });
}

/** Deals decks, and calls show() with all points [decks, pairs] so far after each audit.
 * Returns the number of the first deck that occurred before, or null. `held.audit` is the
 * running audit. */
async function dealAll(what, held, show) {
    const points = [[1, 0]];
    const look = async (trials) => {
        if (held.dropped) throw new Error("dropped");
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

/** The expected number of pairs among so many decks. */
const expectedPairs = (decks, bits) => decks * (decks - 1) / 2 / 2 ** bits;

function picture() {
    const { node, box, say: caption, draw } = frame({ test: "decks-again-picture",
                                                      kind: "again", most: 760 });
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
            height: 280,
            marginTop: 46, // room for two labels above the lines
            x: { domain: [0, all] },
            y: { domain: [0, most] },
            marks: [
                gridY({ stroke: ink.grid, strokeOpacity: 1, ticks: 5 }),
                axisY({ ticks: 5, tickSize: 0, label: null }),
                axisX({ ticks: width < 420 ? 4 : 8, tickSize: 3,
                        label: say.decks.decksDealt, labelArrow: "none",
                        tickFormat: (t) => count(t) }),
                text([say.decks.pairs], { frameAnchor: "top-left", dx: -50, dy: -36,
                                          textAnchor: "start", fill: "var(--ink)" }),
                ruleX([mean], { stroke: ink.law, strokeDasharray: "5 4" }),
                text([say.decks.meanLabel], { x: [mean], y: [most], dy: -14,
                                              textAnchor: "middle", fill: ink.quiet }),
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
            caption(say.decks.pairsCaption({
                pairs, decks, expected: expectedPairs(decks, dealt.bits),
                seeds: 2 ** dealt.bits }));
        },
    };
}

function result(bits, first) {
    const root = log10Factorial(CARDS) / 2 + Math.log10(Math.PI / 2) / 2;
    return say.decks.dealt({ first, decks: allOf(bits), seeds: 2 ** bits,
                             mean: Math.round(firstRepeat(bits)),
                             fairPower: Math.round(root),
                             ages: 10 ** root / (PEOPLE * YEAR * AGE) });
}

// ---- all ---------------------------------------------------------------------------

/**
 * @param {object} context of the page
 * @param {(changes: object) => void} set changes the address
 * @returns {{node: HTMLElement, show(state: object): void, hide(): void}}
 */
export function againSection(context, set) {
    let shown = "";
    let held = {};
    const bits = numberField({ label: say.decks.seedBits, least: LEAST_BITS,
                               most: MOST_BITS, test: "decks-seeds",
                               change: (value) => set({ seeds: value }) });
    const deal = button(say.decks.deal, {
        kind: "main", test: "decks-deal",
        onclick: () => set({ deal: context.seedNow() }) });
    const said = h("p", { class: "decks-answer", "aria-live": "polite",
                          "data-test": "decks-again" });
    const chart = picture();
    const node = h("section", { class: "panel" },
        h("h2", {}, say.decks.againTitle),
        h("p", { class: "muted" }, say.decks.againLead),
        h("div", { class: "controls" }, bits.node, deal), said, chart.node);

    function stop() {
        held.dropped = true;
        held.audit?.drop();
        held = {};
    }

    async function run(what) {
        const mine = {};
        held = mine;
        setText(said, say.decks.dealing);
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
            if (held === mine) setText(said, errorText(error));
        }
    }

    return {
        node,
        show(state) {
            const what = { bits: wholeNumber(state.seeds, LEAST_BITS, MOST_BITS,
                                             USUAL_BITS),
                           seed: state.deal ?? "" };
            bits.set(what.bits);
            setText(deal, what.seed ? say.decks.dealAgain : say.decks.deal);
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
