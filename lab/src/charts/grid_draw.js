// SPDX-License-Identifier: MIT
//
// grid_draw.js - the drawing of cells in rows and columns; see grid.js.
//
// Cells are thousands, and change several times a second. All cells of a colour are one
// path, so that a change is a few dozen paths and no style has to be worked out anew: a
// rectangle for each cell took 60 ms a time for 60 x 60 of them.
import { drawLegend, legendHeight } from "./legend.js";
import { divergingScale, fillOf } from "./scale.js";

const WIDEST_CELL = 80;
const NARROW = 240; // pixels: a picture below this has no titles of its axes
const SHORTEST_LEGEND = 250; // pixels, if there is room

/** Room for the names of rows, which other charts leave at their left, too. */
export const LEFT = 46;

/** Room around the cells, in a picture of this width. */
const marginsFor = (width) => (width < NARROW ? { left: 20, below: 20, titles: false }
                                              : { left: LEFT, below: 40, titles: true });

/** Which names are written of rows and of columns, with the same step: 1, 5, 10, ... */
function namedIndices(length, step) {
    return Array.from({ length }, (_, i) => i)
        .filter((i) => i === 0 || (i + 1) % step === 0);
}

/** The smallest step at which names have room. */
function stepFor({ rows, columns, columnName }, size) {
    const longest = String(columnName(columns - 1)).length;
    const room = Math.max(15, 9 + 7 * longest); // a row's height, a column's width
    return [1, 5, 10, 20, 50, 100].find((step) =>
        (step === 1 ? size : (step - 1) * size) >= room) ?? Math.max(rows, columns);
}

/** The names of rows and columns, and the titles of both. */
function drawNames(axes, content, { size, x, titles }, are) {
    const { rows, columns, rowName, columnName } = content;
    axes.selectAll("*").remove();
    const bottom = rows * size + 1;
    const text = (kind, at, y, anchor, words) => axes.append("text").attr("x", at)
        .attr("y", y).attr("text-anchor", anchor).attr("class", kind).text(words);
    const step = stepFor(content, size);
    for (const i of namedIndices(rows, step))
        text("chart-tick", x - 5, (i + 0.5) * size + 5, "end", rowName(i));
    for (const j of namedIndices(columns, step))
        text("chart-tick", x + (j + 0.5) * size, bottom + 15, "middle", columnName(j));
    if (!titles) return;
    text("chart-axis", x + columns * size / 2, bottom + 33, "middle", are.columns);
    text("chart-axis", 0, 0, "middle", are.rows)
        .attr("transform", `translate(${x - 34},${bottom / 2}) rotate(-90)`);
}

/** The outlines of all cells by the level of their colour, and the marks of those that
 * are beyond the end of the scale. */
function outlinesOf({ rows, columns, deviations }, scale, { size, x: start }, side) {
    const square = `h${side}v${side}h${-side}z`;
    const outlines = new Map();
    const dot = Math.max(1.5, Math.min(5, size / 4));
    let marks = "";
    for (let row = 0; row < rows; row += 1) {
        const y = (row * size + 1).toFixed(2);
        for (let column = 0; column < columns; column += 1) {
            const deviation = deviations[row * columns + column];
            if (Number.isNaN(deviation)) continue;
            const level = scale.level(deviation);
            const x = (start + column * size).toFixed(2);
            outlines.set(level, `${outlines.get(level) ?? ""}M${x} ${y}${square}`);
            if (scale.clips(deviation)) {
                const middle = [start + (column + 0.5) * size, (row + 0.5) * size + 1];
                marks += `M${(middle[0] - dot / 2).toFixed(2)} ${middle[1].toFixed(2)}` +
                    `h${dot.toFixed(2)}`;
            }
        }
    }
    return { outlines, marks, dot };
}

/**
 * A drawing that is brought up to date in place.
 * @param {import("d3").Selection} svg
 * @param {{rows: string, columns: string}} are what rows and columns are
 * @returns {{draw(content: object, extent: object, width: number): void,
 *            frameOf(at: object): object, cellAt(x: number, y: number): ?object}}
 *   content: see cellGrid(); extent: of the scale, see extentOf(); frameOf: x, y, width
 *   and height of a cell {row, column}; cellAt: the cell there, null if it is left of or
 *   above all
 */
export function gridDrawing(svg, are) {
    const cells = svg.append("g");
    const clipped = svg.append("path").attr("class", "chart-clipped");
    const axes = svg.append("g");
    const legend = svg.append("g");
    const paths = new Map(); // by level
    let shape = ""; // of what names and legend were made for
    let legendOf = "";
    let plan = { size: 0, x: 0 }; // of cells: their size, and where they begin
    let across = 0; // the width of the legend

    function build(content, width) {
        const { rows, columns, counted } = content;
        const { left, below, titles } = marginsFor(width);
        const size = Math.min(WIDEST_CELL, (width - left - 2) / columns);
        // A few cards do not fill the width: they are in its middle.
        const x = size < WIDEST_CELL ? left
                                     : Math.max(left, (width - columns * size) / 2);
        plan = { size, titles, x };
        drawNames(axes, content, plan, are);
        const top = rows * size + 1 + below;
        const height = top + legendHeight(counted);
        across = Math.min(width - left, Math.max(SHORTEST_LEGEND, columns * size));
        const middle = plan.x + columns * size / 2;
        const start = Math.max(0, Math.min(middle - across / 2, width - across));
        legend.attr("transform", `translate(${start},${top})`);
        svg.attr("viewBox", `0 0 ${width} ${height}`).attr("width", width)
            .attr("height", height);
    }

    function fill(content, scale) {
        const gap = plan.size > 14 ? 1 : 0;
        const { outlines, marks, dot } =
            outlinesOf(content, scale, plan, Number((plan.size - gap).toFixed(2)));
        cells.attr("shape-rendering", gap === 0 ? "crispEdges" : null);
        for (const [level, path] of paths) if (!outlines.has(level)) path.attr("d", null);
        for (const [level, outline] of outlines) {
            if (!paths.has(level))
                paths.set(level, cells.append("path").attr("fill", fillOf(level)));
            const path = paths.get(level);
            if (path.attr("d") !== outline) path.attr("d", outline);
        }
        clipped.attr("d", marks || null).attr("stroke-width", dot);
    }

    return {
        draw(content, extent, width) {
            const { rows, columns, chance, unit, counted } = content;
            const now = `${rows} ${columns} ${width} ${counted}`;
            if (now !== shape) {
                build(content, width);
                shape = now;
                legendOf = "";
            }
            const scale = divergingScale(extent, chance, unit === "sd" ? Infinity : 1);
            fill(content, scale);
            const key = [scale.up, scale.down, scale.clipsUp, scale.clipsDown,
                         chance.toPrecision(2)].join(" ");
            if (key === legendOf) return;
            legendOf = key;
            drawLegend(legend, { width: across, scale, unit });
        },
        frameOf: ({ row, column }) => ({ x: plan.x + column * plan.size,
                                         y: row * plan.size + 1,
                                         width: plan.size, height: plan.size }),
        cellAt(x, y) {
            const column = Math.floor((x - plan.x) / plan.size);
            const row = Math.floor((y - 1) / plan.size);
            return column < 0 || row < 0 ? null : { row, column };
        },
    };
}
