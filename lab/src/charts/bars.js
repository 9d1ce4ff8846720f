// SPDX-License-Identifier: MIT
//
// bars.js - all orders of a few cards as bars: how likely each is, or how often it came.
//
// 720 bars on a phone are less than half a pixel wide each. So a slider below the bars,
// as wide as they are, selects one bar, by touch, mouse or keyboard. A sentence describes
// the selected bar.
import { select } from "d3";
import { h, setText } from "../dom.js";
import { say } from "../lang/lang.js";
import { drawBars } from "./bars_draw.js";
import { caption, describeOne } from "./bars_words.js";
import { certain, reach } from "./chance.js";
import { frame, pixelsOfUnit } from "./frame.js";
import { allOrders } from "./orders.js";

const THUMB = 16; // pixels: the width of the slider's
const SAME = 1e-9; // what comes rounded to 12 digits is the same below this

/** All that is drawn, worked out of what update() was given. */
function measure(given) {
    const { n, probability, trials } = given;
    const orders = allOrders(n);
    const expected = given.expected ?? 1 / orders.length;
    const excess = given.excess ?? probability.map((p) => p / expected - 1);
    const same = given.excess ? 0 : SAME;
    const variance = expected * (1 - expected);
    const chance = trials > 0
        ? reach(variance * trials, certain(orders.length)) / (trials * expected) : same;
    const side = excess.map((e) => (Math.abs(e) <= chance ? 0 : Math.sign(e)));
    const ranks = orders.map((_, rank) => rank);
    // Equal ones stay in lexicographic order: the sort is stable.
    if (given.sort === "probability") ranks.sort((a, b) => excess[b] - excess[a]);
    return { ...given, impossible: given.impossible ?? given.zero === "impossible",
             orders, expected, excess, same, side, ranks };
}

/**
 * All orders as bars.
 * @param {{title?: string, test?: string, hover?: (rank: number) => void,
 *          pick?: (rank: number) => void}} options hover: a bar is pointed at, or none
 *     (-1); pick: one was chosen; orders are numbered in lexicographic order
 * @returns {{node: HTMLElement, update(data: object): void, mark(rank: number): void,
 *            point(rank: number): void}} update: n; probability, by order, and how it is
 *     written (label); expected, 1/n! if not given; excess over it, if more is known of
 *     it than doubles hold; trials, if shares of so many are shown; sort by
 *     "probability", else by order; height "difference", else probability; zero:
 *     "impossible" if orders of probability 0 cannot come. mark chooses an order, or none
 *     (-1); point shows one for a while.
 */
export function orderBars({ title, test, hover = () => {}, pick = () => {} }) {
    const figure = frame({ title, test, kind: "bars", most: 1400 });
    const svg = select(figure.box).append("svg").attr("role", "img");
    const slider = h("input", { type: "range", min: 0, step: 1,
                                "aria-label": say.charts.bars.slider,
                                "data-test": test && `${test}-order` });
    const description = h("p", { class: "chart-description",
                                 "data-test": test && `${test}-description` });
    figure.box.append(slider, description);
    let data;
    let drawn;
    let marked = -1;
    let pointed = -1;

    const describe = () => {
        const rank = pointed >= 0 ? pointed : marked;
        const place = data.ranks.indexOf(rank);
        drawn.cursor.attr("visibility", place < 0 ? "hidden" : "visible");
        if (place >= 0) {
            const wide = Math.max(drawn.step, 3);
            drawn.cursor.attr("width", wide)
                .attr("x", (place + 0.5) * drawn.step - wide / 2);
        }
        const words = place < 0 ? say.charts.bars.choose : describeOne(data, rank);
        setText(description, words);
        slider.value = Math.max(0, data.ranks.indexOf(marked));
        slider.setAttribute("aria-valuetext",
                            marked < 0 ? say.charts.bars.none : describeOne(data, marked));
    };
    const draw = (width) => {
        drawn = drawBars(svg, data, width);
        // The middle of the thumb is below the middle of its bar.
        const unit = pixelsOfUnit();
        slider.style.marginLeft =
            `${(drawn.start + drawn.step / 2) * unit - THUMB / 2}px`;
        slider.style.width = `${(drawn.inner - drawn.step) * unit + THUMB}px`;
        describe();
    };
    const under = (event) => {
        const x = event.clientX - svg.node().getBoundingClientRect().left;
        const place = Math.floor((x / pixelsOfUnit() - drawn.start) / drawn.step);
        return data.ranks[place] ?? -1;
    };
    const point = (rank) => {
        if (rank === pointed) return;
        pointed = rank;
        describe();
        hover(rank);
    };
    const choose = (rank) => {
        if (rank < 0) return;
        marked = rank;
        describe();
        pick(rank);
    };
    svg.on("pointermove", (event) => point(under(event)))
        .on("pointerleave", () => point(-1))
        .on("click", (event) => choose(under(event)));
    slider.addEventListener("input", () => choose(data.ranks[slider.value]));
    // As long as none is chosen the slider stands at the first, which is no change.
    slider.addEventListener("pointerup", () => {
        if (marked < 0) choose(data.ranks[slider.value]);
    });
    slider.addEventListener("keydown", (event) => {
        if (marked >= 0 || !/^(Arrow|Home|Page)/.test(event.key)) return;
        event.preventDefault();
        choose(data.ranks[0]);
    });
    return {
        node: figure.node,
        update(given) {
            data = measure(given);
            pointed = -1;
            if (marked >= data.orders.length) marked = -1;
            slider.max = data.orders.length - 1;
            figure.draw(draw);
            figure.say(caption(data));
        },
        mark(rank) {
            marked = rank;
            if (data) describe();
        },
        point(rank) {
            pointed = rank;
            if (data) describe();
        },
    };
}
