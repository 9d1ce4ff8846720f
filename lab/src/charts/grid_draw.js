// SPDX-License-Identifier: MIT
//
// grid_draw.js - the drawing of cells in rows and columns; see grid.js.
//
// Cells are thousands, and change several times a second. All cells of a colour are one
// path, so that a change is a few dozen paths and no style has to be worked out anew: a
// rectangle for each cell took 60 ms a time for 60 x 60 of them.
import { drawLegend, legendHeight } from "./legend.js";
import { divergingScale, fillOf } from "./scale.js";

const LEFT = 46; // room for the names of rows
const BELOW = 40; // and of columns
const WIDEST_CELL = 56;

/** Which of `length` names are written, if each takes `room` and is `size` apart. */
function someOf(length, size, room) {
    const step = [1, 2, 5, 10, 20, 50, 100].find((s) => s * size >= room) ?? length;
    return Array.from({ length }, (_, i) => i)
        .filter((i) => i === 0 || ((i + 1) % step === 0 && i * size >= room));
}

/** The names of rows and columns, and what they are. */
function drawNames(axes, { rows, columns, rowName, columnName }, size, are) {
    axes.selectAll("*").remove();
    const bottom = rows * size + 1;
    const text = (kind, x, y, anchor, words) => axes.append("text").attr("x", x)
        .attr("y", y).attr("text-anchor", anchor).attr("class", kind).text(words);
    for (const i of someOf(rows, size, 15))
        text("chart-tick", LEFT - 6, (i + 0.5) * size + 5, "end", rowName(i));
    const longest = String(columnName(columns - 1)).length;
    for (const j of someOf(columns, size, 9 + 7 * longest)) {
        text("chart-tick", LEFT + (j + 0.5) * size, bottom + 15, "middle",
             columnName(j));
    }
    text("chart-axis", LEFT + columns * size / 2, bottom + 33, "middle", are.columns);
    text("chart-axis", 0, 0, "middle", are.rows)
        .attr("transform", `translate(12,${bottom / 2}) rotate(-90)`);
}

/** The outlines of all cells, by the level of their colour. */
function outlinesOf({ rows, columns, deviations }, scale, size, side) {
    const square = `h${side}v${side}h${-side}z`;
    const outlines = new Map();
    for (let row = 0; row < rows; row += 1) {
        const y = (row * size + 1).toFixed(2);
        for (let column = 0; column < columns; column += 1) {
            const deviation = deviations[row * columns + column];
            if (Number.isNaN(deviation)) continue;
            const level = scale.level(deviation);
            const x = (LEFT + column * size).toFixed(2);
            outlines.set(level, `${outlines.get(level) ?? ""}M${x} ${y}${square}`);
        }
    }
    return outlines;
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
    const axes = svg.append("g");
    const legend = svg.append("g");
    const paths = new Map(); // by level
    let shape = ""; // of what names and legend were made for
    let legendOf = "";
    let size = 0; // of a cell
    let across = 0; // the width of the legend

    function build(content, width) {
        const { rows, columns, chance } = content;
        size = Math.min(WIDEST_CELL, (width - LEFT - 2) / columns);
        drawNames(axes, content, size, are);
        const top = rows * size + 1 + BELOW;
        const height = top + legendHeight(chance);
        across = Math.min(width - LEFT, Math.max(220, columns * size));
        legend.attr("transform", `translate(${LEFT},${top})`);
        svg.attr("viewBox", `0 0 ${width} ${height}`).attr("width", width)
            .attr("height", height);
    }

    function fill(content, scale) {
        const gap = size > 14 ? 1 : 0;
        const outlines = outlinesOf(content, scale, size,
                                    Number((size - gap).toFixed(2)));
        cells.attr("shape-rendering", gap === 0 ? "crispEdges" : null);
        for (const [level, path] of paths) if (!outlines.has(level)) path.attr("d", null);
        for (const [level, outline] of outlines) {
            if (!paths.has(level))
                paths.set(level, cells.append("path").attr("fill", fillOf(level)));
            const path = paths.get(level);
            if (path.attr("d") !== outline) path.attr("d", outline);
        }
    }

    return {
        draw(content, extent, width) {
            const { rows, columns, chance, sd, unit } = content;
            const now = `${rows} ${columns} ${width} ${chance > 0}`;
            if (now !== shape) {
                build(content, width);
                shape = now;
                legendOf = "";
            }
            const scale = divergingScale(extent, chance, unit === "sd" ? Infinity : 1);
            fill(content, scale);
            const key = [scale.up, scale.down, chance.toPrecision(2)].join(" ");
            if (key === legendOf) return;
            legendOf = key;
            drawLegend(legend, { width: across, scale, sd, unit });
        },
        frameOf: ({ row, column }) => ({ x: LEFT + column * size, y: row * size + 1,
                                         width: size, height: size }),
        cellAt(x, y) {
            const column = Math.floor((x - LEFT) / size);
            const row = Math.floor((y - 1) / size);
            return column < 0 || row < 0 ? null : { row, column };
        },
    };
}
