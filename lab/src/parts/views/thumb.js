// SPDX-License-Identifier: MIT
//
// thumb.js - a view in the size of a stamp: enough to see calm or pattern.
//
// Cells of one colour are one path, so that a matrix of 60 cards is some twenty elements
// and not 3,600. Their unit is what chance does to a cell: within it they stay blank.
import { BLANK, reach } from "../../charts/chance.js";
import { divergingScale, extentOf, fillOf } from "../../charts/scale.js";
import { svg } from "../../dom.js";

const WIDE = 120;
const HIGH = 72;
const BARS = 40;

/** How far a count is from what is expected, in units of what chance does. */
function strayed(seen, share, trials) {
    return (seen - share * trials) / reach(trials * share * (1 - share), BLANK);
}

// ---- cells -------------------------------------------------------------------------

/** Paths of the cells [{row, column, stray}], each so wide and so high. */
function cellPaths(cells, left, width, height) {
    const extent = extentOf(cells.map(({ stray }) => stray), 1);
    const scale = divergingScale(extent, 1, Infinity);
    const paths = new Map();
    const f = (x) => x.toFixed(2);
    for (const { row, column, stray } of cells) {
        const level = scale.level(stray);
        const piece = `M${f(left + column * width)},${f(row * height)}` +
            `h${f(width)}v${f(height)}h${f(-width)}z`;
        paths.set(level, (paths.get(level) ?? "") + piece);
    }
    return Array.from(paths, ([level, d]) =>
        svg("path", { d, fill: fillOf(level), "shape-rendering": "crispEdges" }));
}

function matrixPaths(counts, fair, trials, diagonal) {
    const n = counts.length;
    const cells = [];
    counts.forEach((line, row) => line.forEach((seen, column) => {
        if (row !== column || diagonal)
            cells.push({ row, column, stray: strayed(seen, fair, trials) });
    }));
    return cellPaths(cells, (WIDE - HIGH) / 2, HIGH / n, HIGH / n);
}

function digitPaths(counts, trials) {
    const cells = [];
    counts.forEach((line, row) => line.forEach((seen, column) =>
        cells.push({ row, column, stray: strayed(seen, 1 / line.length, trials) })));
    const rows = counts.length;
    return cellPaths(cells, (WIDE - HIGH) / 2, HIGH / (rows + 1), HIGH / rows);
}

// ---- bars --------------------------------------------------------------------------

/** Sums of neighbours, where something came or was to be expected. */
function barsOf(counts, law, trials) {
    const matters = law.map((p, v) => counts[v] > 0 || p * trials > 0.5);
    const first = Math.max(0, matters.indexOf(true));
    const end = matters.lastIndexOf(true) + 1 || law.length;
    const size = Math.ceil((end - first) / BARS);
    const sums = (list, factor) => {
        const bars = [];
        for (let from = first; from < end; from += size) {
            bars.push(factor * list.slice(from, Math.min(end, from + size))
                .reduce((sum, x) => sum + x, 0));
        }
        return bars;
    };
    return { seen: sums(counts, 1 / trials), fair: sums(law, 1) };
}

function barPaths(counts, law) {
    const trials = counts.reduce((sum, c) => sum + c, 0) || 1;
    const { seen, fair } = barsOf(counts, law, trials);
    const most = Math.max(...seen, ...fair);
    const width = WIDE / seen.length;
    const y = (share) => HIGH - (HIGH - 4) * share / most;
    const gap = width > 5 ? 1 : 0.2;
    const bars = seen.map((share, i) =>
        `M${i * width + gap},${HIGH}V${y(share)}h${width - 2 * gap}V${HIGH}z`);
    const line = fair.map((share, i) => `${(i + 0.5) * width},${y(share)}`);
    return [
        svg("path", { d: bars.join(""), fill: "var(--accent)", "fill-opacity": 0.55 }),
        svg("path", { d: `M${line.join("L")}`, fill: "none", stroke: "var(--more-2)",
                      "stroke-width": 2 }),
    ];
}

/** Decks that came, and in another colour those that had come before. */
function repeatPaths({ kept, distinct }) {
    const fresh = kept > 0 ? WIDE * distinct / kept : WIDE;
    return [
        svg("rect", { x: 0, y: HIGH / 3, width: fresh, height: HIGH / 3,
                      fill: "var(--accent)", "fill-opacity": 0.55 }),
        svg("rect", { x: fresh, y: HIGH / 3, width: WIDE - fresh, height: HIGH / 3,
                      fill: "var(--more-2)" }),
    ];
}

// ---- all ---------------------------------------------------------------------------

/** An empty stamp. */
export function makeThumb() {
    return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "views-thumb",
                        "aria-hidden": "true" });
}

/** Draws a view of viewsOf() into a stamp; nothing, if there is nothing to draw. */
export function drawThumb(thumb, { name, kind, counts, law }, { n, trials }) {
    const fair = { position: 1 / n, successor: 1 / (n - 1), precedence: 1 / 2 };
    const draw = {
        scalar: () => barPaths(counts, law),
        digits: () => digitPaths(counts, trials),
        matrix: () => matrixPaths(counts, fair[name], trials, name === "position"),
        repeats: () => repeatPaths(counts),
        none: () => [],
    };
    thumb.replaceChildren(...(trials > 0 ? draw[kind]() : []));
}
