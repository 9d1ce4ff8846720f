// SPDX-License-Identifier: MIT
//
// plot.js - how charts of Observable Plot look here.
import { plot } from "@observablehq/plot";

/**
 * Draws a plot into a box, in place of the one before.
 * @param {HTMLElement} box
 * @param {object} options of Plot.plot()
 */
export function drawPlot(box, options) {
    const svg = plot({
        marginTop: 24, marginRight: 14, marginBottom: 40, marginLeft: 58, height: 260,
        ...options,
        className: "chart-plot",
        style: { background: "transparent", color: "var(--ink)", fontSize: "12px",
                 fontFamily: "var(--sans)", overflow: "visible" },
    });
    svg.setAttribute("role", "img");
    // The picture has one label, its caption; Plot labels groups, which have no role.
    for (const group of svg.querySelectorAll("g[aria-label]"))
        group.removeAttribute("aria-label");
    // The label of the one before stays until a new caption is said.
    const label = box.querySelector("svg")?.getAttribute("aria-label");
    if (label) svg.setAttribute("aria-label", label);
    box.replaceChildren(svg);
}

/** Colours and strokes that charts share. */
export const ink = {
    grid: "var(--line)",
    seen: "var(--accent)",
    law: "var(--more-2)",
    limit: "var(--bad)",
    quiet: "var(--muted)",
    tip: { fill: "var(--surface)", stroke: "var(--line)" },
};
