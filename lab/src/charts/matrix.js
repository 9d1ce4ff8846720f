// SPDX-License-Identifier: MIT
//
// matrix.js - two cards: how often one is before the other, or right before it.
import { count, percent } from "../words.js";
import { sharesApart } from "./apart.js";
import { BLANK, asFar, beyond, certain, reach } from "./chance.js";
import { cellGrid } from "./grid.js";
import { signed } from "./legend.js";

// What is counted: the fair share of n cards, and how it is said.
const kinds = {
    precedence: {
        columns: "is before card",
        fair: () => 1 / 2,
        verb: "before",
        well: "Of any two cards each is first as often as the other",
    },
    successor: {
        columns: "is right before card",
        fair: (n) => 1 / (n - 1),
        verb: "right before",
        well: "Every card follows every other as often as it should",
    },
};

/**
 * @param {{title?: string, test?: string, kind: "precedence"|"successor"}} options
 * @returns {{node: HTMLElement,
 *            update(seen: {counts: number[][], trials: number}): void}} counts: the
 *   member of that name in the report document
 */
export function pairMatrix({ title, test, kind }) {
    const { columns, fair: fairOf, verb, well } = kinds[kind];
    const grid = cellGrid({ title, test, rows: "card", columns });
    return {
        node: grid.node,
        update({ counts, trials }) {
            const n = counts.length;
            const fair = fairOf(n);
            const variance = fair * (1 - fair) * trials;
            const expected = fair * trials;
            const share = (a, b) => (trials > 0 ? counts[a][b] / trials : fair);
            const nats = certain(n * (n - 1));
            const deviations = new Float64Array(n * n).fill(NaN);
            let off = 0;
            let worst = null;
            for (let a = 0; a < n; a += 1) {
                for (let b = 0; b < n; b += 1) {
                    if (a === b) continue;
                    deviations[a * n + b] = share(a, b) / fair - 1;
                    if (beyond(counts[a][b], expected, variance, nats)) off += 1;
                    if (!worst || Math.abs(deviations[a * n + b]) >
                                  Math.abs(deviations[worst[0] * n + worst[1]]))
                        worst = [a, b];
                }
            }
            const said = (a, b, part) =>
                `Card ${a + 1} is ${verb} card ${b + 1} in ${part} of shuffles`;
            const all = count(n * (n - 1));
            const [is, should] = sharesApart(share(...worst), fair);
            grid.update({
                rows: n,
                columns: n,
                deviations,
                chance: trials > 0 ? reach(variance, BLANK) / expected : 0,
                sd: trials > 0 ? Math.sqrt(variance) / expected : 0,
                rowName: (a) => a + 1,
                columnName: (b) => b + 1,
                describe: (a, b) => `${said(a, b, percent(share(a, b)))}; fair: ` +
                    `${percent(fair)}, ${signed(deviations[a * n + b])}.`,
                caption: off === 0 ? `${well}, ${asFar(trials)}.`
                    : `${said(...worst, is)}, instead of ${should}. In all, ` +
                      `${count(off)} of ${all} cells are beyond chance.`,
            });
        },
    };
}
