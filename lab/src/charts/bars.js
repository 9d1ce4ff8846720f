// SPDX-License-Identifier: MIT
//
// bars.js - all orders of a few cards as bars: how likely each is, or how often it came.
//
// 720 bars on a phone are less than half a pixel wide each. So a slider below the bars,
// as wide as they are, chooses one: by finger, mouse and keys. What it is, is told in
// words.
import { scaleLinear, select } from "d3";
import { h, setText } from "../dom.js";
import { percent } from "../words.js";
import { caption, fairShare, tellOne } from "./bars_words.js";
import { certain, reach } from "./chance.js";
import { frame } from "./frame.js";
import { signed } from "./legend.js";
import { allOrders, orderName } from "./orders.js";

const MARGIN = { top: 22, right: 10, left: 46 }; // left: at least
const LETTER = 7; // pixels, about
const THUMB = 16; // width of the slider's
const BAR = 96; // the widest bar, with its gap
const SAME = 1e-9; // what comes rounded to 12 digits is not told apart below this

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
    return { zero: "did not come", ...given,
             orders, expected, excess, same, side, ranks };
}

// ---- the drawing -------------------------------------------------------------------

/** Where bars begin and end, and what the axis says. */
function heightScale({ height, probability, excess, expected }, from, to) {
    if (height === "difference") {
        const far = Math.max(1e-300, ...excess.map(Math.abs));
        const ends = [-Math.min(far, 1), Math.max(...excess, far / 4)];
        const y = scaleLinear(ends, [from, to]).nice(4);
        return { y, value: (rank) => excess[rank], base: 0, fair: 0,
                 tick: (e) => (e === 0 ? "fair" : signed(e)) };
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
        text(0, "the likeliest", "start");
        text(ranks.length * step, "the least likely", "end");
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

function drawBars(svg, data, room) {
    const { ranks, probability, side, label } = data;
    const tall = Math.max(150, Math.min(260, room * 0.5));
    const { y, value, base, fair, tick } = heightScale(data, tall, 0);
    const longest = Math.max(...y.ticks(4).map((at) => tick(at).length));
    const start = Math.max(MARGIN.left, longest * LETTER);
    const width = Math.min(room, start + MARGIN.right + ranks.length * BAR);
    const inner = width - start - MARGIN.right;
    const step = inner / ranks.length;
    const whole = MARGIN.top + tall + bottomFor(data, step);
    svg.selectAll("*").remove();
    svg.attr("viewBox", `0 0 ${width} ${whole}`).attr("width", width)
        .attr("height", whole);
    const plot = svg.append("g")
        .attr("transform", `translate(${start},${MARGIN.top})`);
    for (const at of y.ticks(4)) {
        plot.append("line").attr("x2", inner).attr("y1", y(at)).attr("y2", y(at))
            .attr("stroke", "var(--line)");
        plot.append("text").attr("class", "chart-tick").attr("text-anchor", "end")
            .attr("x", -8).attr("y", y(at)).attr("dy", "0.35em").text(tick(at));
    }
    const cursor = plot.append("rect").attr("class", "bars-cursor").attr("y", -4)
        .attr("height", tall + 8).attr("fill", "var(--sunken)")
        .attr("stroke", "var(--muted)").attr("visibility", "hidden");
    const thick = step >= 4 ? step * 0.8 : step + 0.3; // no seams between thin ones
    const fills = ["var(--less-2)", "var(--muted)", "var(--more-2)"];
    const left = (i) => (i + 0.5) * step - thick / 2;
    plot.append("g").selectAll("rect").data(ranks).join("rect")
        .attr("data-order", (rank) => orderName(data.orders[rank]))
        .attr("x", (_, i) => left(i)).attr("width", thick)
        .attr("y", (rank) => Math.min(y(value(rank)), y(base)))
        .attr("height", (rank) => Math.abs(y(value(rank)) - y(base)))
        .attr("fill", (rank) => fills[side[rank] + 1]);
    // What never comes has a sign of its own: a cross, or a tick where bars are thin.
    const never = ranks.flatMap((rank, i) => (probability[rank] === 0 ? [i] : []));
    plot.append("g").selectAll("path").data(never).join("path")
        .attr("class", "bars-never").attr("fill", "none").attr("stroke", "var(--bad)")
        .attr("d", (i) => {
            const x = (i + 0.5) * step;
            return step >= 8 ? `M${x - 3},${tall - 9}l6,6m0,-6l-6,6`
                             : `M${x},${tall + 1}v5`;
        })
        .attr("stroke-width", step >= 8 ? 2 : Math.max(0.5, step));
    plot.append("line").attr("x2", inner).attr("y1", y(base)).attr("y2", y(base))
        .attr("stroke", "var(--ink)");
    plot.append("line").attr("x2", inner).attr("y1", y(fair)).attr("y2", y(fair))
        .attr("stroke", "var(--ink)").attr("stroke-dasharray", "5 4");
    plot.append("text").attr("class", "chart-axis").attr("x", inner).attr("y", -8)
        .attr("text-anchor", "end").text(`- - fair share: ${fairShare(data)}`);
    if (label && step >= LETTER * Math.max(...label.map((l) => l.length))) {
        plot.append("g").selectAll("text").data(ranks).join("text")
            .attr("class", "chart-axis").attr("text-anchor", "middle")
            .attr("stroke", "var(--surface)").attr("stroke-width", 4)
            .attr("paint-order", "stroke").attr("x", (_, i) => (i + 0.5) * step)
            .attr("y", (rank) => Math.min(y(value(rank)), y(base)) -
                                 (probability[rank] === 0 ? 14 : 6))
            .text((rank) => (probability[rank] > 0 ? label[rank]
                : step >= LETTER * data.zero.length ? data.zero : ""));
    }
    nameAxis(plot, data, step, tall);
    return { cursor, step, start, inner };
}

// ---- the chart ---------------------------------------------------------------------

/**
 * All orders as bars.
 * @param {{title?: string, test?: string, hover?: (rank: number) => void,
 *          pick?: (rank: number) => void}} options hover: a bar is pointed at, or none
 *     (-1); pick: one was chosen; orders are numbered in lexicographic order
 * @returns {{node: HTMLElement, update(data: object): void, mark(rank: number): void,
 *            point(rank: number): void}} update: n; probability, by order, and how it is
 *     written (label); expected, 1/n! if not given; excess over it, if more is known of
 *     it than doubles hold; trials, if shares of so many are shown; sort by
 *     "probability", else by order; height "difference", else probability; zero: what is
 *     said of orders that do not come. mark chooses an order, or none (-1); point shows
 *     one for a while.
 */
export function orderBars({ title, test, hover = () => {}, pick = () => {} }) {
    const figure = frame({ title, test, kind: "bars", most: 1400 });
    const svg = select(figure.box).append("svg").attr("role", "img");
    const slider = h("input", { type: "range", min: 0, step: 1, class: "bars-slider",
                                "aria-label": "Order",
                                "data-test": test && `${test}-order` });
    const told = h("p", { class: "chart-told", "data-test": test && `${test}-told` });
    figure.box.append(slider, told);
    let data;
    let drawn;
    let marked = -1;
    let pointed = -1;

    const tell = () => {
        const rank = pointed >= 0 ? pointed : marked;
        const place = data.ranks.indexOf(rank);
        drawn.cursor.attr("visibility", place < 0 ? "hidden" : "visible");
        if (place >= 0) {
            const wide = Math.max(drawn.step, 3);
            drawn.cursor.attr("width", wide)
                .attr("x", (place + 0.5) * drawn.step - wide / 2);
        }
        const words = place < 0 ? "Choose an order by the slider or by its bar."
                                : tellOne(data, rank);
        setText(told, words);
        slider.value = Math.max(0, data.ranks.indexOf(marked));
        slider.setAttribute("aria-valuetext",
                            marked < 0 ? "none" : tellOne(data, marked));
    };
    const draw = (width) => {
        drawn = drawBars(svg, data, width);
        // The middle of the thumb is below the middle of its bar.
        slider.style.marginLeft = `${drawn.start + (drawn.step - THUMB) / 2}px`;
        slider.style.width = `${drawn.inner - drawn.step + THUMB}px`;
        tell();
    };
    const under = (event) => {
        const x = event.clientX - svg.node().getBoundingClientRect().left - drawn.start;
        const place = Math.floor(x / drawn.step);
        return data.ranks[place] ?? -1;
    };
    const point = (rank) => {
        if (rank === pointed) return;
        pointed = rank;
        tell();
        hover(rank);
    };
    const choose = (rank) => {
        if (rank < 0) return;
        marked = rank;
        tell();
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
            if (data) tell();
        },
        point(rank) {
            pointed = rank;
            if (data) tell();
        },
    };
}
