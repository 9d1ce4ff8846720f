// SPDX-License-Identifier: MIT
//
// digits.js - orders written as digits: a row for each digit, a column for each value.
//
// The first digit has 2 values, the next 3, and so on; all are equally likely if orders
// are fair. Rows have different shares, so colours are standard deviations.
import { say } from "../lang/lang.js";
import { percent } from "../words.js";
import { sharesApart } from "./apart.js";
import { BLANK, beyond, certain, reach } from "./chance.js";
import { cellGrid } from "./grid.js";
import { signedSd } from "./legend.js";

/**
 * @param {{title?: string, test?: string}} options
 * @returns {{node: HTMLElement, update(seen: {counts: number[][]}): void}}
 *   counts[k][v]: how often digit k was v, both from 0; it has k + 2 values
 */
export function digitPlot({ title, test }) {
    const words = say.charts.digits;
    const grid = cellGrid({ title, test, rows: words.rows, columns: words.columns });
    return {
        node: grid.node,
        update({ counts }) {
            const rows = counts.length;
            const columns = Math.max(...counts.map((row) => row.length));
            const totals = counts.map((row) => row.reduce((sum, c) => sum + c, 0));
            const nats = certain(counts.reduce((sum, row) => sum + row.length, 0));
            const deviations = new Float64Array(rows * columns).fill(NaN);
            let chance = 0;
            let off = 0;
            let worst = null;
            counts.forEach((row, k) => {
                const fair = 1 / row.length;
                const mean = totals[k] * fair;
                const variance = mean * (1 - fair);
                const sd = Math.sqrt(variance);
                if (sd > 0) chance = Math.max(chance, reach(variance, BLANK) / sd);
                row.forEach((value, v) => {
                    const z = sd > 0 ? (value - mean) / sd : 0;
                    deviations[k * columns + v] = z;
                    if (totals[k] > 0 && beyond(value, mean, variance, nats)) off += 1;
                    if (!worst || Math.abs(z) > Math.abs(worst.z)) worst = { k, v, z };
                });
            });
            const shareOf = (k, v) => (totals[k] > 0 ? counts[k][v] / totals[k]
                                                     : 1 / counts[k].length);
            const [share, fair] = sharesApart(shareOf(worst.k, worst.v),
                                              1 / counts[worst.k].length);
            const most = totals.reduce((a, b) => Math.max(a, b), 0);
            grid.update({
                rows,
                columns,
                deviations,
                chance,
                counted: true,
                unit: "sd",
                rowName: (k) => k + 1,
                columnName: (v) => v,
                describe: (k, v) => words.cell({
                    digit: k + 1, value: v, share: percent(shareOf(k, v)),
                    fair: percent(1 / counts[k].length),
                    off: signedSd(deviations[k * columns + v]) }),
                caption: off === 0 ? words.fine(most) : say.charts.join([
                    words.worst({ digit: worst.k + 1, value: worst.v, share, fair }),
                    words.beyond(off)]),
            });
        },
    };
}
