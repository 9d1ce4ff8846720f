// SPDX-License-Identifier: MIT
//
// heatmap.js - which card is at which place: cards are rows, places are columns.
//
// If there are more than 64 cards, neighbours share a cell: 40,000 rectangles are too
// many for a page, and each would be too small to see.
import { capital, count, percent, scientific } from "../words.js";
import { sharesApart } from "./apart.js";
import { BLANK, asFar, beyond, certain, reach } from "./chance.js";
import { cellGrid } from "./grid.js";
import { signed, signedSd } from "./legend.js";

const MOST = 64; // rows and columns
const EXACT = 1e-9; // of the fair share: documents have twelve digits

/** Cards (or places) that share a row (or column): [[from, to), ...]. */
function groupsOf(n) {
    const size = Math.ceil(n / MOST);
    return Array.from({ length: Math.ceil(n / size) }, (_, i) =>
        [i * size, Math.min(n, (i + 1) * size)]);
}

const nameOf = ([from, to]) => (to - from === 1 ? `${from + 1}` : `${from + 1}–${to}`);
const named = (noun, group) => `${noun}${group[1] - group[0] === 1 ? "" : "s"} ` +
    nameOf(group);

/** What the cells hold: shares, and how many of the fair share; see cellGrid(). */
function measure(position, trials) {
    const n = position[0].length;
    const rows = groupsOf(n);
    const columns = groupsOf(position.length); // fewer, if only some cards are drawn
    const size = rows.length * columns.length;
    const shares = new Float64Array(size);
    const fair = new Float64Array(size);
    const variance = new Float64Array(size); // of one trial
    rows.forEach(([firstCard, endCard], row) => {
        columns.forEach(([firstPlace, endPlace], column) => {
            let sum = 0;
            for (let place = firstPlace; place < endPlace; place += 1) {
                for (let card = firstCard; card < endCard; card += 1)
                    sum += position[place][card];
            }
            const i = row * columns.length + column;
            const cards = endCard - firstCard;
            const places = endPlace - firstPlace;
            shares[i] = sum / trials;
            fair[i] = cards * places / n;
            variance[i] = fair[i] * (1 - places / n) * (n - cards) / Math.max(1, n - 1);
        });
    });
    const deviations = shares.map((share, i) => (trials > 0 ? share / fair[i] - 1 : 0));
    return { n, rows, columns, size, shares, fair, variance, deviations };
}

/** The cell that is farthest from fair, in standard deviations. */
function farthest({ shares, fair, variance }) {
    let best = 0;
    const far = (i) => Math.abs(shares[i] - fair[i]) / Math.sqrt(variance[i]);
    for (let i = 1; i < shares.length; i += 1) if (far(i) > far(best)) best = i;
    return best;
}

/** What is said of one cell that is not as it should be. */
function offWords(measured, i, of) {
    const { rows, columns, shares, fair } = measured;
    const card = named("card", rows[Math.floor(i / columns.length)]);
    const place = named("place", columns[i % columns.length]);
    const head = capital(card);
    if (rows[0][1] > 1) {
        return `${head} are at ${place} ${percent(Math.abs(shares[i] / fair[i] - 1))} ` +
            `${shares[i] > fair[i] ? "more" : "less"} often than they should be.`;
    }
    if (shares[i] === 0) {
        return `${head} is never at ${place}, instead of in ${percent(fair[i])} of ` +
            `${of}.`;
    }
    const [is, should] = sharesApart(shares[i], fair[i]);
    return `${head} is at ${place} in ${is} of ${of}, instead of ${should}.`;
}

const together = ({ n, rows }) => (rows[0][1] === 1 ? ""
    : ` Of ${n} cards and places, ${rows[0][1]} neighbours each share a cell.`);

/** Whether the squares of all deviations are more than chance makes them, but for one
 * look in a million. Their sum is about a chi-square with (rows - 1) (columns - 1)
 * degrees, whose tail Laurent and Massart bound; where few are expected it is wider. */
function tooFarTogether({ rows, columns, size, shares, fair, variance }, trials) {
    let squares = 0;
    for (let i = 0; i < shares.length; i += 1)
        squares += (shares[i] - fair[i]) ** 2 * trials / variance[i];
    const mean = (rows.length - 1) * (columns.length - 1);
    const wider = 1 + 1 / (2 * fair[0] * trials);
    const nats = certain(1);
    return squares * mean / size - mean >
        2 * Math.sqrt(mean * wider * nats) + 2 * wider * nats;
}

function seenCaption(measured, trials) {
    const { size, shares, fair, variance } = measured;
    if (trials === 0) return "Nothing has been shuffled yet.";
    const nats = certain(size);
    let off = 0;
    for (let i = 0; i < shares.length; i += 1) {
        if (beyond(shares[i] * trials, fair[i] * trials, variance[i] * trials, nats))
            off += 1;
    }
    if (off === 0 && tooFarTogether(measured, trials)) {
        return "No cell is clearly off, but all of them together are farther from fair " +
            `than chance takes ${count(trials)} shuffles.${together(measured)}`;
    }
    if (off === 0) {
        return "Every card is at every place as often as it should be, " +
            `${asFar(trials)}.${together(measured)}`;
    }
    const others = off === 1 ? "No other cell is beyond chance."
        : `In all, ${count(off)} of ${count(size)} cells are beyond chance.`;
    return `${offWords(measured, farthest(measured), "shuffles")} ${others}` +
        together(measured);
}

function exactCaption(measured) {
    const { size, deviations } = measured;
    const off = deviations.filter((d) => Math.abs(d) > EXACT).length;
    if (off === 0)
        return "Every card is at every place as often as it should be.";
    const share = off === size ? "No cell is as it should be."
        : `${count(off)} of ${count(size)} cells are not as they should be` +
          (size > 400 ? `, by more than ${scientific(EXACT)} of it.` : ".");
    return `${offWords(measured, farthest(measured), "all shuffles")} ${share}` +
        together(measured);
}

/**
 * The heat map of positions; position[place][card] as in the documents of fairaudit.
 * @param {{title?: ?string, test?: string, shared?: object}} options title: null, if one
 *   stands above it; shared: as for cellGrid()
 * @returns {{node: HTMLElement, leave(): void,
 *            update(seen: {position: number[][], trials: number}): void,
 *            updateExact(law: {position: number[][]}): void}}
 *   update takes counts, updateExact probabilities
 */
export function heatMap({ title = "Which card is at which place", test, shared }) {
    const grid = cellGrid({ title, test, rows: "card", columns: "place", shared });
    const show = (measured, rest, shareWords) => {
        const { rows, columns, shares, fair, deviations } = measured;
        grid.update({
            rows: rows.length,
            columns: columns.length,
            deviations,
            rowName: (i) => rows[i][0] + 1,
            columnName: (j) => columns[j][0] + 1,
            describe(row, column) {
                const i = row * columns.length + column;
                const where = capital(`${named("card", rows[row])}, ` +
                                      `${named("place", columns[column])}`);
                const off = Math.abs(deviations[i]) < 1e-9 ? ""
                    : `, ${signed(deviations[i])}`;
                return `${where}: ${shareWords(shares[i], i)}; fair: ` +
                    `${percent(fair[i])}${off}.`;
            },
            ...rest,
        });
    };
    return {
        node: grid.node,
        leave: grid.leave,
        update({ position, trials }) {
            const measured = measure(position, trials);
            const { fair, variance, shares } = measured;
            const v = variance[0] * trials;
            const expected = fair[0] * trials;
            show(measured, {
                chance: trials > 0 ? reach(v, BLANK) / expected : 0,
                sd: trials > 0 ? Math.sqrt(v) / expected : 0,
                caption: seenCaption(measured, trials),
            }, (share, i) => {
                const z = (shares[i] - fair[i]) * Math.sqrt(trials / variance[i]);
                return trials === 0 ? "nothing yet"
                    : `${count(share * trials)} times, ${percent(share)} ` +
                      `(${signedSd(z)})`;
            });
        },
        updateExact({ position }) {
            const measured = measure(position, 1);
            const caption = exactCaption(measured);
            show(measured, { chance: 0, sd: 0, caption }, percent);
        },
    };
}
