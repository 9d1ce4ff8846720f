// SPDX-License-Identifier: MIT
//
// legend.js - what the colours of the diverging scale mean.
import { percent } from "../words.js";
import { LEVELS, fillOf } from "./scale.js";

/** How high a legend is; where nothing is left to chance there is less to say. */
export const legendHeight = (chance) => (chance > 0 ? 72 : 32);

const STRIP = 11;

/** "+30 %", "−30 %", or from 1000 % on "× 12". */
export function signed(deviation) {
    if (deviation >= 10) return `× ${Number((1 + deviation).toPrecision(3))}`;
    return `${deviation < 0 ? "−" : "+"}${percent(Math.abs(deviation))}`;
}

/** "+4.2 sd", "−0.1 sd". */
export const signedSd = (z) => `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(1)} sd`;

const deviations = (value) => (value >= 1000 ? "over 1,000 sd"
                                             : `${Number(value.toPrecision(2))} sd`);

/** What the ends and the middle are called, in percent or in standard deviations. */
function words({ up, down, chance }, { sd, unit }) {
    if (unit === "sd") {
        return {
            least: `−${deviations(down)}`, fair: "as expected",
            most: `+${deviations(up)}`,
            chance: `blank: within ±${deviations(chance)}, could be chance`,
            below: null, above: null,
        };
    }
    const within = `±${percent(Number(chance.toPrecision(2)))}`;
    return {
        least: down >= 1 ? "never" : signed(-down), fair: "fair share", most: signed(up),
        chance: `blank: within ${within}${sd ? ` (${deviations(chance / sd)})` : ""}, ` +
            "could be chance",
        below: sd && down <= 1 ? `−${deviations(down / sd)}` : null,
        above: sd ? `+${deviations(up / sd)}` : null,
    };
}

/**
 * Draws the legend into a group, which is emptied before.
 * @param {import("d3").Selection} group
 * @param {{width: number, scale: object, sd: ?number, unit: ?string}} options sd: one
 *   standard deviation, relative to the fair share, if all cells have the same; unit:
 *   "sd" if deviations are in standard deviations
 */
export function drawLegend(group, { width, scale, sd, unit }) {
    group.selectAll("*").remove();
    const { up, down, chance } = scale;
    const say = words(scale, { sd, unit });
    const middle = width / 2;
    // Few trials make a scale that reaches below "never"; that part is not drawn.
    const left = unit === "sd" ? 0 : middle - middle * Math.min(1, 1 / down);
    const top = 18;
    const text = (x, y, anchor, written) => group.append("text").attr("x", x).attr("y", y)
        .attr("text-anchor", anchor).attr("class", "chart-tick").text(written);
    const strip = (level, start, end) => {
        if (end <= start) return;
        group.append("rect").attr("x", start).attr("y", top).attr("height", STRIP)
            .attr("width", end - start).attr("fill", fillOf(level));
    };
    // From the middle to the ends: each level covers those before it from where it begins.
    strip(0, left, width);
    for (let level = 1; level <= LEVELS; level += 1) {
        strip(-level, left, middle + scale.from(-level) / down * middle);
        strip(level, middle + scale.from(level) / up * middle, width);
    }
    group.append("rect").attr("x", left).attr("y", top).attr("width", width - left)
        .attr("height", STRIP).attr("class", "chart-rim");
    const least = left > 0 ? [left - 6, top + STRIP - 1, "end"] : [0, 12, "start"];
    text(...least, say.least);
    text(middle, 12, "middle", say.fair);
    text(width, 12, "end", say.most);
    if (!(chance > 0)) return;
    const from = Math.max(left, middle - chance / down * middle);
    const to = middle + chance / up * middle;
    const y = top + STRIP + 6;
    group.append("path").attr("class", "chart-bracket")
        .attr("d", `M${from},${y - 3}V${y}H${to}V${y - 3}`);
    text(middle, y + (say.above ? 28 : 16), "middle", say.chance);
    if (say.below) text(0, y + 9, "start", say.below);
    if (say.above) text(width, y + 9, "end", say.above);
}
