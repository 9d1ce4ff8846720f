// SPDX-License-Identifier: MIT
//
// heat_words.js - what a map of positions shows, in words.
import { say } from "../lang/lang.js";
import { percent } from "../words.js";
import { sharesApart } from "./apart.js";
import { cellsOff, farthestCell, tooFarTogether } from "./positions.js";

const EXACT = 1e-9; // of the fair share: documents have twelve digits

/** Cards or positions from 1, as say.charts.heat has them: [first, last]. */
const span = ([from, to]) => [from + 1, to];

/** Where a cell is: {cards: [first, last], positions: [first, last]}. */
export const cellSpans = ({ rows, columns }, row, column) =>
    ({ cards: span(rows[row]), positions: span(columns[column]) });

/** One cell that is not as it should be, in a sentence. */
function offWords(measured, i) {
    const { columns, shares, fair, rows } = measured;
    const spans = cellSpans(measured, Math.floor(i / columns.length), i % columns.length);
    const { heat } = say.charts;
    if (rows[0][1] > 1) {
        return heat.offTogether({ ...spans, more: shares[i] > fair[i],
                                  by: percent(Math.abs(shares[i] / fair[i] - 1)) });
    }
    if (shares[i] === 0) return heat.never({ ...spans, fair: percent(fair[i]) });
    const [is, should] = sharesApart(shares[i], fair[i]);
    return heat.off({ ...spans, is, should });
}

const pooled = ({ n, rows }) => (rows[0][1] === 1 ? null
    : say.charts.heat.pooled(n, rows[0][1]));

function countedSentences(measured, trials) {
    const { heat } = say.charts;
    if (trials === 0) return [say.charts.empty];
    const off = cellsOff(measured, trials);
    if (off === 0 && tooFarTogether(measured, trials)) return [heat.together(trials)];
    if (off === 0) return [heat.fine(trials)];
    return [offWords(measured, farthestCell(measured)), heat.others(off, measured.size)];
}

function exactSentences(measured) {
    const { heat } = say.charts;
    const off = measured.deviations.filter((d) => Math.abs(d) > EXACT).length;
    if (off === 0) return [heat.exactFine];
    return [offWords(measured, farthestCell(measured)),
            heat.exactOthers(off, measured.size)];
}

/**
 * What a map shows.
 * @param {object} measured of measurePositions()
 * @param {?number} trials null: they are exact probabilities
 */
export function positionCaption(measured, trials) {
    const sentences = trials === null ? exactSentences(measured)
                                      : countedSentences(measured, trials);
    return say.charts.join([...sentences, pooled(measured)].filter(Boolean));
}
