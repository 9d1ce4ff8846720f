// SPDX-License-Identifier: MIT
//
// minimap.js - a heat map of positions as a small picture without text: rows are cards,
// columns are positions, colours as in the large map (scale.js).
//
//     const map = miniMap({ counts: report.position, n, trials, size: 120 });
//     parent.append(map.node);
//     map.update({ counts, n, trials });       // as often as there is something new
//
// Cells of one colour are one path, and neighbours of one colour are one rectangle, so
// that dozens of maps can change several times a second. Colours are variables of the
// page: a change of theme needs no new drawing.
import { svg } from "../dom.js";
import { positionCaption } from "./heat_words.js";
import { chanceOf, measurePositions } from "./positions.js";
import { divergingScale, extentOf, fillOf } from "./scale.js";

const UNITS = 10; // of a cell, so that paths need no fractions

/** The outlines of all cells that are not blank, by level. */
function outlinesOf({ rows, columns, deviations }, scale) {
    const outlines = new Map();
    const wide = columns.length;
    for (let row = 0; row < rows.length; row += 1) {
        for (let from = 0; from < wide;) {
            const level = scale.level(deviations[row * wide + from]);
            let to = from + 1;
            while (to < wide && scale.level(deviations[row * wide + to]) === level)
                to += 1;
            if (level !== 0) {
                const outline = `M${from * UNITS} ${row * UNITS}h${(to - from) * UNITS}` +
                    `v${UNITS}h${(from - to) * UNITS}z`;
                outlines.set(level, (outlines.get(level) ?? "") + outline);
            }
            from = to;
        }
    }
    return outlines;
}

const zeros = (n) => Array.from({ length: n }, () => new Array(n).fill(0));

/**
 * How far the colours of a map must reach; jointExtent() of scale.js makes one extent for
 * several maps.
 * @param {{counts: ?number[][], n: number, trials: ?number}} seen as for miniMap()
 */
export function miniExtent({ counts, n, trials }) {
    const measured = measurePositions(counts ?? zeros(n), trials ?? 1);
    const chance = trials === null ? 0 : chanceOf(measured, trials);
    return extentOf(measured.deviations, chance);
}

/**
 * @param {object} options counts: counts[position][card] as `position` of a report, or
 *   null before the first shuffle; n: cards; trials: how many shuffles were counted, or
 *   null if counts are exact probabilities; size: width and height in pixels, or null for
 *   all the room there is; label: what a screen reader says, instead of what the map
 *   shows; extent: of the colours, if maps share one
 * @returns {{node: SVGElement, update(seen: object): void}} update: counts, n, trials,
 *   and perhaps label and extent
 */
export function miniMap({ size = null, ...first }) {
    const paths = new Map(); // by level
    const back = svg("rect", { fill: fillOf(0) });
    const node = svg("svg", { role: "img", class: "mini-map",
                              "shape-rendering": "crispEdges" }, back);
    if (size !== null) {
        node.setAttribute("width", size);
        node.setAttribute("height", size);
    }

    function update({ counts, n, trials, label, extent }) {
        const exact = trials === null;
        const measured = measurePositions(counts ?? zeros(n), exact ? 1 : trials);
        const chance = exact ? 0 : chanceOf(measured, trials);
        const own = extent ?? extentOf(measured.deviations, chance);
        const scale = divergingScale(own, chance);
        const wide = measured.columns.length * UNITS;
        const high = measured.rows.length * UNITS;
        node.setAttribute("viewBox", `0 0 ${wide} ${high}`);
        back.setAttribute("width", wide);
        back.setAttribute("height", high);
        const outlines = outlinesOf(measured, scale);
        for (const [level, path] of paths) {
            if (!outlines.has(level)) path.removeAttribute("d");
        }
        for (const [level, outline] of outlines) {
            if (!paths.has(level)) {
                const path = svg("path", { fill: fillOf(level) });
                paths.set(level, path);
                node.append(path);
            }
            paths.get(level).setAttribute("d", outline);
        }
        node.setAttribute("aria-label", label ?? positionCaption(measured, trials));
    }

    update(first);
    return { node, update };
}
