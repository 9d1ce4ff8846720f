// SPDX-License-Identifier: MIT
//
// grid.js - cells in rows and columns, coloured by how far they are from a fair share.
// One of them can be read, by pointer, finger or keys: at the cell, and below the picture.
import { select } from "d3";
import { h, setText } from "../dom.js";
import { say as words } from "../lang/lang.js";
import { frame } from "./frame.js";
import { gridDrawing } from "./grid_draw.js";
import { extentOf, sharedExtent } from "./scale.js";
import { makeTip } from "./tip.js";

const MOST = 560; // pixels: the width of the picture
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0],
                ArrowDown: [1, 0] };

/**
 * @param {{title?: string, test?: string, rows: string, columns: string,
 *          shared?: object}} options rows, columns: what they are, in a few words; shared:
 *   of sharedExtent(), if it is compared with others
 * @returns {{node: HTMLElement, update(content: object): void, leave(): void}} leave: it
 *   is not shown now, and not compared; update takes rows, columns (how many),
 *   deviations (by row * columns + column, NaN: no cell), chance and unit (as
 *   divergingScale() and drawLegend()), counted (false if nothing is left to chance),
 *   rowName(i), columnName(j), describe(i, j), caption
 */
export function cellGrid({ title, test, rows, columns, shared = sharedExtent() }) {
    const { node, box, say, draw } = frame({ title, test, kind: "grid", most: MOST });
    const svg = select(box).append("svg").attr("role", "img").attr("tabindex", 0)
        .attr("aria-label", title ?? null); // until there is something to say
    const drawing = gridDrawing(svg, { rows, columns });
    const cursor = svg.append("rect").attr("class", "chart-cursor")
        .attr("display", "none");
    const description = h("p", { class: "chart-description", "aria-live": "polite",
                          "data-test": test && `${test}-cell` }, words.charts.hint);
    node.insertBefore(description, node.lastChild);
    const tip = makeTip(box);
    const extent = shared.join(() => draw(paint));
    let content = null;
    let at = null; // the cell that is read, {row, column}, and whether a pointer chose it

    /** Reads the cell; aloud only if that is wanted. */
    function read(aloud) {
        const inside = at && at.row < content.rows && at.column < content.columns &&
            !Number.isNaN(content.deviations[at.row * content.columns + at.column]);
        cursor.attr("display", inside ? null : "none");
        const text = inside ? content.describe(at.row, at.column) : words.charts.hint;
        if (aloud) setText(description, text);
        if (!inside) {
            tip.hide();
            return;
        }
        for (const [name, value] of Object.entries(drawing.frameOf(at)))
            cursor.attr(name, value);
        tip.show(text, cursor.node().getBoundingClientRect());
    }

    function move(next) {
        at = next;
        if (content) read(true);
    }

    svg.on("pointermove pointerdown", (event) => {
        if (!content) return;
        const bounds = svg.node().getBoundingClientRect();
        const factor = svg.node().viewBox.baseVal.width / bounds.width;
        const cell = drawing.cellAt((event.clientX - bounds.left) * factor,
                                    (event.clientY - bounds.top) * factor);
        move(cell && { ...cell, pointer: true });
    });
    // A finger that is lifted leaves, too; what it has chosen can then be read.
    svg.on("pointerleave", ({ pointerType }) => {
        if (pointerType !== "touch") move(null);
    });
    svg.on("pointercancel blur", () => move(null));
    svg.on("keydown", (event) => {
        if (!content || !(event.key in STEPS)) return;
        event.preventDefault();
        const [down, right] = at ? STEPS[event.key] : [0, 0];
        const within = (value, length) => Math.max(0, Math.min(length - 1, value));
        move({ row: within((at?.row ?? 0) + down, content.rows),
               column: within((at?.column ?? 0) + right, content.columns),
               pointer: false });
    });

    function paint(width) {
        drawing.draw(content, extent.all(), width);
        // What was chosen by keys is not said again several times a second.
        read(!at || at.pointer);
    }

    return {
        node,
        update(next) {
            content = next;
            extent.set(extentOf(next.deviations, next.chance));
            draw(paint);
            say(next.caption);
        },
        leave() { extent.set(null); },
    };
}
