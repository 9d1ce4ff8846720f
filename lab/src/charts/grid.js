// SPDX-License-Identifier: MIT
//
// grid.js - cells in rows and columns, coloured by how far they are from a fair share.
//
// Cells are thousands, and change several times a second. All cells of a colour are one
// path, so that a change is a few dozen paths and no style has to be worked out anew: a
// rectangle for each cell took 60 ms a time for 60 x 60 of them.
import { select } from "d3";
import { h, setText } from "../dom.js";
import { frame } from "./frame.js";
import { drawLegend, legendHeight } from "./legend.js";
import { divergingScale, fillOf } from "./scale.js";

const LEFT = 46; // room for the names of rows
const BELOW = 40; // and of columns
const WIDEST_CELL = 56;
const MOST = 520;

/** Which of `length` names are written, if each takes `room` and is `size` apart. */
function someOf(length, size, room) {
    const step = [1, 2, 5, 10, 20, 50, 100].find((s) => s * size >= room) ?? length;
    return Array.from({ length }, (_, i) => i)
        .filter((i) => i === 0 || ((i + 1) % step === 0 && i * size >= room));
}

/**
 * @param {{title?: string, test?: string, rows: string, columns: string}} options rows,
 *   columns: what they are, in a few words
 * @returns {{node: HTMLElement, update(content: object): void}} update takes
 *   rows, columns (how many), deviations (by row * columns + column, NaN: no cell),
 *   chance, sd and unit (as divergingScale() and drawLegend()), rowName(i),
 *   columnName(j), describe(i, j), caption
 */
export function cellGrid({ title, test, rows: rowsAre, columns: columnsAre }) {
    const { node, box, say, draw } = frame({ title, test, kind: "grid", most: MOST });
    const svg = select(box).append("svg").attr("role", "img").attr("tabindex", 0)
        .attr("aria-label", title); // until there is something to say
    const cells = svg.append("g");
    const axes = svg.append("g");
    const legend = svg.append("g");
    const cursor = svg.append("rect").attr("class", "chart-cursor")
        .attr("display", "none");
    const told = h("p", { class: "chart-told", "aria-live": "polite",
                          "data-test": test && `${test}-cell` });
    const hint = "Point at a cell, or use the arrow keys, to read it.";
    told.textContent = hint;
    node.insertBefore(told, node.lastChild);

    let content = null;
    let shape = "";
    let size = 0;
    const paths = new Map(); // by level
    let at = null; // the cell that is read, and whether a pointer chose it

    function point() {
        const inside = at && at.row < content.rows && at.column < content.columns &&
            !Number.isNaN(content.deviations[at.row * content.columns + at.column]);
        cursor.attr("display", inside ? null : "none");
        setText(told, inside ? content.describe(at.row, at.column) : hint);
        if (inside) {
            cursor.attr("x", LEFT + at.column * size).attr("y", at.row * size + 1)
                .attr("width", size).attr("height", size);
        }
    }

    function names(width) {
        axes.selectAll("*").remove();
        const { rows, columns, rowName, columnName } = content;
        const bottom = rows * size + 1;
        const text = (x, y, anchor, words) => axes.append("text").attr("x", x)
            .attr("y", y).attr("text-anchor", anchor).text(words);
        for (const i of someOf(rows, size, 15)) {
            text(LEFT - 6, (i + 0.5) * size + 5, "end", rowName(i))
                .attr("class", "chart-tick");
        }
        const longest = String(columnName(columns - 1)).length;
        for (const j of someOf(columns, size, 9 + 7 * longest)) {
            text(LEFT + (j + 0.5) * size, bottom + 15, "middle", columnName(j))
                .attr("class", "chart-tick");
        }
        text(LEFT + columns * size / 2, bottom + 33, "middle", columnsAre)
            .attr("class", "chart-axis");
        text(0, 0, "middle", rowsAre).attr("class", "chart-axis")
            .attr("transform", `translate(12,${bottom / 2}) rotate(-90)`);
        const across = Math.min(width - LEFT, Math.max(220, columns * size));
        legend.attr("transform", `translate(${LEFT},${bottom + BELOW})`);
        return { across, height: bottom + BELOW + legendHeight(content.chance) };
    }

    function build(width) {
        size = Math.min(WIDEST_CELL, (width - LEFT - 2) / content.columns);
        const { across, height } = names(width);
        svg.attr("viewBox", `0 0 ${width} ${height}`).attr("width", width)
            .attr("height", height);
        return across;
    }

    /** Sets the paths of all colours. */
    function fill(scale) {
        const { rows, columns, deviations } = content;
        const gap = size > 14 ? 1 : 0;
        const side = Number((size - gap).toFixed(2));
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
        cells.attr("shape-rendering", gap === 0 ? "crispEdges" : null);
        for (const [level, path] of paths) if (!outlines.has(level)) path.attr("d", null);
        for (const [level, outline] of outlines) {
            if (!paths.has(level))
                paths.set(level, cells.append("path").attr("fill", fillOf(level)));
            const path = paths.get(level);
            if (path.attr("d") !== outline) path.attr("d", outline);
        }
    }

    let across = 0;
    let legendOf = "";

    function paint(width) {
        const { rows, columns, deviations, chance, sd, unit } = content;
        const now = `${rows} ${columns} ${width} ${chance > 0}`;
        if (now !== shape) {
            across = build(width);
            shape = now;
            legendOf = "";
        }
        const scale = divergingScale(deviations, chance, unit === "sd" ? Infinity : 1);
        fill(scale);
        const key = [scale.up, scale.down, chance.toPrecision(2)].join(" ");
        if (key !== legendOf) {
            legendOf = key;
            drawLegend(legend, { width: across, scale, sd, unit });
        }
        if (!at || at.pointer) point();
    }

    function move(row, column, pointer) {
        at = { row, column, pointer };
        point();
    }
    svg.on("pointermove pointerdown", (event) => {
        if (!content) return;
        const bounds = svg.node().getBoundingClientRect();
        const factor = svg.node().viewBox.baseVal.width / bounds.width;
        const column = Math.floor(((event.clientX - bounds.left) * factor - LEFT) / size);
        const row = Math.floor(((event.clientY - bounds.top) * factor - 1) / size);
        if (column < 0 || row < 0) at = null;
        else at = { row, column, pointer: true };
        point();
    });
    svg.on("pointerleave blur", () => {
        at = null;
        if (content) point();
    });
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0],
                    ArrowDown: [1, 0] };
    svg.on("keydown", (event) => {
        if (!content || !(event.key in steps)) return;
        event.preventDefault();
        const [down, right] = steps[event.key];
        const within = (value, length) => Math.max(0, Math.min(length - 1, value));
        if (!at) move(0, 0, false);
        else {
            move(within(at.row + down, content.rows),
                 within(at.column + right, content.columns), false);
        }
    });

    return {
        node,
        update(next) {
            content = next;
            draw(paint);
            say(next.caption);
        },
    };
}
