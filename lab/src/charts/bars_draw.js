// SPDX-License-Identifier: MIT
//
// bars_draw.js - the drawing of the bars of all orders; see bars.js.
import { scaleLinear } from "d3";
import { say } from "../lang/lang.js";
import { percent } from "../words.js";
import { fairShare } from "./bars_words.js";
import { signed } from "./legend.js";
import { orderName } from "./orders.js";

const MARGIN = { top: 22, right: 10, left: 46 }; // left: at least
const LETTER = 7; // pixels, about
const BAR = 96; // the widest bar, with its gap
const LABEL = 13; // height of a label

/** Where bars begin and end, and what the axis says. */
function heightScale({ height, probability, excess, expected }, from, to) {
    if (height === "difference") {
        const far = Math.max(1e-300, ...excess.map(Math.abs));
        const ends = [-Math.min(far, 1), Math.max(...excess, far / 4)];
        const y = scaleLinear(ends, [from, to]).nice(4);
        return { y, value: (rank) => excess[rank], base: 0, fair: 0,
                 tick: (e) => (e === 0 ? say.charts.bars.fair : signed(e)) };
    }
    const y = scaleLinear([0, Math.max(expected, ...probability) * 1.12], [from, to]);
    return { y, value: (rank) => probability[rank], base: 0, fair: expected,
             tick: percent };
}

/** What stands below the bars: each order if there is room, else where they begin with
 * another card, or from where to where they are sorted. */
function nameAxis(group, data, step, y) {
    const { n, orders, ranks, sort } = data;
    const text = (x, words, anchor = "middle") => group.append("text")
        .attr("class", "chart-tick").attr("text-anchor", anchor).attr("x", x)
        .attr("y", y + 16).text(words);
    if (step >= LETTER * n + 4) {
        ranks.forEach((rank, i) => text((i + 0.5) * step, orderName(orders[rank])));
    } else if (step >= 11) {
        ranks.forEach((rank, i) => text(0, orderName(orders[rank]), "end")
            .attr("y", 4)
            .attr("transform", `translate(${(i + 0.5) * step},${y + 6}) rotate(-90)`));
    } else if (sort === "probability") {
        text(0, say.charts.bars.likeliest, "start");
        text(ranks.length * step, say.charts.bars.rarest, "end");
    } else {
        const block = ranks.length / n;
        for (let card = 0; card < n; card += 1) {
            group.append("path").attr("class", "chart-bracket")
                .attr("d", `M${card * block * step + 1},${y + 7}v3` +
                           `H${(card + 1) * block * step - 1}v-3`);
            text((card + 0.5) * block * step, `${card + 1}…`).attr("y", y + 24);
        }
    }
}

function bottomFor({ n, sort }, step) {
    if (step >= LETTER * n + 4) return 26;
    if (step >= 11) return LETTER * n + 16;
    return sort === "probability" ? 26 : 34;
}

/** Where everything is, for a width. */
function layOut(data, room) {
    const { ranks } = data;
    const tall = Math.max(150, Math.min(260, room * 0.5));
    const scale = heightScale(data, tall, 0);
    const ticks = scale.y.ticks(4).map((at) => ({ at, words: scale.tick(at) }));
    const start = Math.max(MARGIN.left,
                           LETTER * Math.max(...ticks.map(({ words }) => words.length)));
    const width = Math.min(room, start + MARGIN.right + ranks.length * BAR);
    const inner = width - start - MARGIN.right;
    const step = inner / ranks.length;
    return { ...scale, ticks, tall, start, width, inner, step,
             whole: MARGIN.top + tall + bottomFor(data, step),
             // The upper end of a bar: of one that goes down, the base line.
             top: (rank) => Math.min(scale.y(scale.value(rank)), scale.y(scale.base)) };
}

function drawTicks(plot, { ticks, y, inner }) {
    for (const { at, words } of ticks) {
        plot.append("line").attr("x2", inner).attr("y1", y(at)).attr("y2", y(at))
            .attr("stroke", "var(--line)");
        plot.append("text").attr("class", "chart-tick").attr("text-anchor", "end")
            .attr("x", -8).attr("y", y(at)).attr("dy", "0.35em").text(words);
    }
}

function drawRects(plot, { ranks, orders, side }, { y, value, base, step, top }) {
    const thick = step >= 4 ? step * 0.8 : step + 0.3; // no seams between thin ones
    const fills = ["var(--less-2)", "var(--muted)", "var(--more-2)"];
    plot.append("g").selectAll("rect").data(ranks).join("rect")
        .attr("data-order", (rank) => orderName(orders[rank]))
        .attr("x", (_, i) => (i + 0.5) * step - thick / 2).attr("width", thick)
        .attr("y", top)
        .attr("height", (rank) => Math.abs(y(value(rank)) - y(base)))
        .attr("fill", (rank) => fills[side[rank] + 1]);
}

/** What never comes has a sign of its own: a cross, or a tick where bars are thin. */
function drawNever(plot, { ranks, probability }, { step, tall }) {
    const never = ranks.flatMap((rank, i) => (probability[rank] === 0 ? [i] : []));
    plot.append("g").selectAll("path").data(never).join("path")
        .attr("fill", "none").attr("stroke", "var(--bad)")
        .attr("d", (i) => {
            const x = (i + 0.5) * step;
            return step >= 8 ? `M${x - 3},${tall - 9}l6,6m0,-6l-6,6`
                             : `M${x},${tall + 1}v5`;
        })
        .attr("stroke-width", step >= 8 ? 2 : Math.max(0.5, step));
}

/** The probabilities, if there is room for them. A label that the line of the fair share
 * would strike through is moved above the line. */
function drawLabels(plot, { ranks, probability, label, impossible },
                    { step, top, y, fair }) {
    const zero = impossible ? say.charts.bars.impossible : say.charts.bars.never;
    if (!label || step < LETTER * Math.max(...label.map((text) => text.length))) return;
    const line = y(fair);
    const baseOf = (rank) => {
        const base = top(rank) - (probability[rank] === 0 ? 14 : 6);
        return base > line - 3 && base < line + LABEL ? line - 5 : base;
    };
    plot.append("g").selectAll("text").data(ranks).join("text")
        .attr("class", "chart-axis").attr("text-anchor", "middle")
        .attr("stroke", "var(--surface)").attr("stroke-width", 4)
        .attr("paint-order", "stroke").attr("x", (_, i) => (i + 0.5) * step)
        .attr("y", baseOf)
        .text((rank) => (probability[rank] > 0 ? label[rank]
            : step >= LETTER * zero.length ? zero : ""));
}

/**
 * Draws the bars into a picture, which is emptied before.
 * @param {import("d3").Selection} svg
 * @param {object} data of measure() in bars.js
 * @param {number} room the width there is
 * @returns {{cursor: import("d3").Selection, step: number, start: number,
 *            inner: number}} cursor: a frame for one bar, unseen; step: the width of a
 *   bar; start, inner: where the bars begin, and the width of all
 */
export function drawBars(svg, data, room) {
    const plan = layOut(data, room);
    const { y, base, fair, tall, start, width, inner, step, whole } = plan;
    svg.selectAll("*").remove();
    svg.attr("viewBox", `0 0 ${width} ${whole}`).attr("width", width)
        .attr("height", whole);
    const plot = svg.append("g")
        .attr("transform", `translate(${start},${MARGIN.top})`);
    const across = (at) => plot.append("line").attr("x2", inner).attr("y1", y(at))
        .attr("y2", y(at)).attr("stroke", "var(--ink)");
    drawTicks(plot, plan);
    const cursor = plot.append("rect").attr("y", -4)
        .attr("height", tall + 8).attr("fill", "var(--sunken)")
        .attr("stroke", "var(--muted)").attr("visibility", "hidden");
    drawRects(plot, data, plan);
    drawNever(plot, data, plan);
    across(base);
    across(fair).attr("stroke-dasharray", "5 4");
    plot.append("text").attr("class", "chart-axis").attr("x", inner).attr("y", -8)
        .attr("text-anchor", "end").text(say.charts.bars.fairLine(fairShare(data)));
    drawLabels(plot, data, plan);
    nameAxis(plot, data, step, tall);
    return { cursor, step, start, inner };
}
