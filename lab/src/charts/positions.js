// SPDX-License-Identifier: MIT
//
// positions.js - what the cells of a map of positions hold: how often each card was at
// each position, and how far that is from fair.
//
// If there are more than 64 cards, neighbours share a cell: 40,000 rectangles are too many
// for a page, and each would be too small to see.
import { BLANK, beyond, certain, reach } from "./chance.js";

const MOST = 64; // rows and columns

/** Cards (or positions) that share a row (or column): [[from, to), ...]. */
function groupsOf(n) {
    const size = Math.ceil(n / MOST);
    return Array.from({ length: Math.ceil(n / size) }, (_, i) =>
        [i * size, Math.min(n, (i + 1) * size)]);
}

/**
 * @param {number[][]} position counts or probabilities, position[position][card], as in
 *   the documents of fairaudit
 * @param {number} trials how many shuffles were counted; 1 of probabilities
 * @returns {object} n; rows, columns: which cards and positions share a cell; size: how
 *   many cells; and by row * columns.length + column: shares, fair, variance (of one
 *   trial) and deviations (relative)
 */
export function measurePositions(position, trials) {
    const n = position[0].length;
    const rows = groupsOf(n);
    const columns = groupsOf(position.length); // fewer, if only some cards are drawn
    const size = rows.length * columns.length;
    const shares = new Float64Array(size);
    const fair = new Float64Array(size);
    const variance = new Float64Array(size);
    rows.forEach(([firstCard, endCard], row) => {
        columns.forEach(([first, end], column) => {
            let sum = 0;
            for (let at = first; at < end; at += 1) {
                for (let card = firstCard; card < endCard; card += 1)
                    sum += position[at][card];
            }
            const i = row * columns.length + column;
            const cards = endCard - firstCard;
            const positions = end - first;
            shares[i] = trials > 0 ? sum / trials : 0;
            fair[i] = cards * positions / n;
            variance[i] = fair[i] * (1 - positions / n) * (n - cards) /
                Math.max(1, n - 1);
        });
    });
    const deviations = shares.map((share, i) => (trials > 0 ? share / fair[i] - 1 : 0));
    return { n, rows, columns, size, shares, fair, variance, deviations };
}

/** How far chance takes a cell from its fair share; 0 before the first shuffle. */
export const chanceOf = ({ fair, variance }, trials) =>
    (trials > 0 ? reach(variance[0] * trials, BLANK) / (fair[0] * trials) : 0);

/** The cell that is farthest from fair, in standard deviations. */
export function farthestCell({ shares, fair, variance }) {
    let best = 0;
    const far = (i) => Math.abs(shares[i] - fair[i]) / Math.sqrt(variance[i]);
    for (let i = 1; i < shares.length; i += 1) if (far(i) > far(best)) best = i;
    return best;
}

/** How many cells are farther from fair than chance takes any of them. */
export function cellsOff({ size, shares, fair, variance }, trials) {
    const nats = certain(size);
    let off = 0;
    for (let i = 0; i < shares.length; i += 1) {
        if (beyond(shares[i] * trials, fair[i] * trials, variance[i] * trials, nats))
            off += 1;
    }
    return off;
}

/** Whether the squares of all deviations are more than chance makes them, but for one
 * look in a million. Their sum is about a chi-square with (rows - 1) (columns - 1)
 * degrees, whose tail Laurent and Massart bound; where few are expected it is wider. */
export function tooFarTogether(measured, trials) {
    const { rows, columns, size, shares, fair, variance } = measured;
    let squares = 0;
    for (let i = 0; i < shares.length; i += 1)
        squares += (shares[i] - fair[i]) ** 2 * trials / variance[i];
    const mean = (rows.length - 1) * (columns.length - 1);
    const wider = 1 + 1 / (2 * fair[0] * trials);
    const nats = certain(1);
    return squares * mean / size - mean >
        2 * Math.sqrt(mean * wider * nats) + 2 * wider * nats;
}
