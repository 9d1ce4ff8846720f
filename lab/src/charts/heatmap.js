// SPDX-License-Identifier: MIT
//
// heatmap.js - which card is at which position: cards are rows, positions are columns.
import { say } from "../lang/lang.js";
import { percent } from "../words.js";
import { cellGrid } from "./grid.js";
import { cellSpans, positionCaption } from "./heat_words.js";
import { chanceOf, measurePositions } from "./positions.js";

/**
 * The heat map of positions; position[position][card] as in the documents of fairaudit.
 * @param {{title?: ?string, test?: string, shared?: object}} options title: null, if one
 *   stands above it; shared: as for cellGrid()
 * @returns {{node: HTMLElement, leave(): void,
 *            update(seen: {position: number[][], trials: number}): void,
 *            updateExact(law: {position: number[][]}): void}}
 *   update takes counts, updateExact probabilities
 */
export function heatMap({ title = say.charts.heat.title, test, shared }) {
    const { rows: cards, columns: positions } = say.charts.heat;
    const grid = cellGrid({ title, test, rows: cards, columns: positions, shared });

    function show(measured, trials, chance) {
        const { rows, columns, shares, fair, deviations } = measured;
        const counted = trials !== null;
        const describe = (row, column) => {
            const i = row * columns.length + column;
            const spans = cellSpans(measured, row, column);
            if (trials === 0)
                return say.charts.heat.cellEmpty(spans.cards, spans.positions);
            const off = Math.abs(deviations[i]);
            return say.charts.heat.cell({
                ...spans, times: counted ? Math.round(shares[i] * trials) : null,
                share: percent(shares[i]), fair: percent(fair[i]), by: percent(off),
                deviation: off > Math.max(chance, 1e-9) ? deviations[i] : 0,
            });
        };
        grid.update({
            rows: rows.length, columns: columns.length, deviations, chance, counted,
            rowName: (i) => rows[i][0] + 1, columnName: (j) => columns[j][0] + 1,
            describe, caption: positionCaption(measured, trials),
        });
    }

    return {
        node: grid.node,
        leave: grid.leave,
        update({ position, trials }) {
            const measured = measurePositions(position, trials);
            show(measured, trials, chanceOf(measured, trials));
        },
        updateExact({ position }) {
            show(measurePositions(position, 1), null, 0);
        },
    };
}
