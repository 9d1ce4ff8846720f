// SPDX-License-Identifier: MIT
//
// matrix.js - two cards: how often one is before the other, or right before it.
import { say } from "../lang/lang.js";
import { percent } from "../words.js";
import { sharesApart } from "./apart.js";
import { BLANK, beyond, certain, reach } from "./chance.js";
import { cellGrid } from "./grid.js";
import { signed } from "./legend.js";

/** The fair share of n cards. */
const fairShare = { precedence: () => 1 / 2, successor: (n) => 1 / (n - 1) };

/**
 * @param {{title?: string, test?: string, kind: "precedence"|"successor"}} options
 * @returns {{node: HTMLElement,
 *            update(seen: {counts: number[][], trials: number}): void}} counts: the
 *   member of that name in the report document
 */
export function pairMatrix({ title, test, kind }) {
    const words = say.charts.pairs[kind];
    const grid = cellGrid({ title, test, rows: words.rows, columns: words.columns });
    return {
        node: grid.node,
        update({ counts, trials }) {
            const n = counts.length;
            const fair = fairShare[kind](n);
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
            const [a, b] = worst;
            const [is, should] = sharesApart(share(a, b), fair);
            grid.update({
                rows: n,
                columns: n,
                deviations,
                chance: trials > 0 ? reach(variance, BLANK) / expected : 0,
                counted: true,
                rowName: (row) => row + 1,
                columnName: (column) => column + 1,
                describe: (row, column) => words.cell({
                    a: row + 1, b: column + 1, share: percent(share(row, column)),
                    fair: percent(fair), off: signed(deviations[row * n + column]) }),
                caption: off === 0 ? words.fine(trials) : say.charts.join([
                    words.worst({ a: a + 1, b: b + 1, share: is, fair: should }),
                    say.charts.pairs.beyond(off, n * (n - 1))]),
            });
        },
    };
}
