// SPDX-License-Identifier: MIT
//
// legend.js - what the colours of the diverging scale mean.
import { say } from "../lang/lang.js";
import { percent } from "../words.js";
import { LEVELS, fillOf } from "./scale.js";
import { textWidth } from "./text_width.js";

/** How high a legend is. Where everything is exact there is no line on chance. */
export const legendHeight = (counted) => (counted ? 56 : 32);

const STRIP = 11;
const GAP = 6; // pixels between texts
const NARROW = 260; // pixels: below this, the words are short

const LETTER = 7; // pixels
const roomOf = (text) => textWidth(text, LETTER);

/** "+30%", "−30%", or from 1000% on "× 12". */
export function signed(deviation) {
    if (deviation >= 10)
        return say.charts.multiple(Number((1 + deviation).toPrecision(3)));
    return `${deviation < 0 ? "−" : "+"}${percent(Math.abs(deviation))}`;
}

/** "+4.2 sd", "−0.1 sd". */
export const signedSd = (z) =>
    `${z < 0 ? "−" : "+"}${say.charts.legend.deviations(Math.abs(z).toFixed(1))}`;

const MANY = 1000; // standard deviations: from here on, the number says nothing more

/** "+42 sd", or "over +1,000 sd". */
const deviations = (sign, value) => (value >= MANY ? say.charts.legend.manyDeviations(sign)
    : `${sign}${say.charts.legend.deviations(Number(value.toPrecision(2)))}`);

/** What the ends and the middle are called, in percent or in standard deviations. */
function words(scale, unit, narrow) {
    const { up, down, chance, clipsUp, clipsDown } = scale;
    const { legend } = say.charts;
    const inSd = unit === "sd";
    const isMany = (value) => inSd && value >= MANY; // "over" says "or more" already
    const most = inSd ? deviations("+", up) : signed(up);
    const least = inSd ? deviations("−", down) : down >= 1 ? legend.never : signed(-down);
    const within = inSd ? deviations("", chance) : percent(Number(chance.toPrecision(2)));
    return {
        most: !clipsUp || isMany(up) ? most : narrow ? `≥ ${most}` : legend.orMore(most),
        least: !clipsDown || isMany(down) ? least : narrow ? `≤ ${least}` : legend.orLess(least),
        fair: inSd ? legend.expected : legend.fair,
        chance: narrow ? legend.chanceShort(within) : legend.chance(within),
    };
}

/**
 * Draws the legend into a group, which is emptied before.
 * @param {import("d3").Selection} group
 * @param {{width: number, scale: object, unit: ?string}} options unit: "sd" if deviations
 *   are in standard deviations
 */
export function drawLegend(group, { width, scale, unit }) {
    group.selectAll("*").remove();
    const { up, down, chance } = scale;
    const said = words(scale, unit, width < NARROW);
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
    const mark = (x) => group.append("circle").attr("cx", x).attr("cy", top + STRIP / 2)
        .attr("r", 2).attr("class", "chart-clipped");
    // From the middle to the ends: each level covers those before it from where it begins.
    strip(0, left, width);
    for (let level = 1; level <= LEVELS; level += 1) {
        strip(-level, left, middle + scale.from(-level) / down * middle);
        strip(level, middle + scale.from(level) / up * middle, width);
    }
    group.append("rect").attr("x", left).attr("y", top).attr("width", width - left)
        .attr("height", STRIP).attr("class", "chart-rim");
    if (scale.clipsDown) mark(6);
    if (scale.clipsUp) mark(width - 6);
    const least = left > 0 ? [left - 6, top + STRIP - 1, "end"] : [0, 12, "start"];
    text(...least, said.least);
    const longest = Math.max(left > 0 ? 0 : roomOf(said.least), roomOf(said.most));
    if (longest + GAP + roomOf(said.fair) / 2 < middle)
        text(middle, 12, "middle", said.fair);
    text(width, 12, "end", said.most);
    if (!(chance > 0)) return;
    const from = Math.max(left, middle - chance / down * middle);
    const to = middle + chance / up * middle;
    const y = top + STRIP + 6;
    group.append("path").attr("class", "chart-bracket")
        .attr("d", `M${from},${y - 3}V${y}H${to}V${y - 3}`);
    text(middle, y + 16, "middle", said.chance);
}
