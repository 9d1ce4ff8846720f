// SPDX-License-Identifier: MIT
//
// columns.js - the leaves of a tree of choices as squares, stacked in one column for each
// order. For trees that are too large to be drawn, or whose leaves are not equally
// likely.
import { frame } from "../../charts/frame.js";
import { allOrders, orderName } from "../../charts/orders.js";
import { h, setText, svg } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { lowest } from "./law.js";
import { fractionText, mixedText, orderWords } from "./words.js";

const TOP = 36; // room for the label of the fair line, and for counts
const ALL = 220; // height of the highest column, at least
const SIDE = 24; // the largest square
const LETTER = 7.5; // width of a digit
const LABEL = 12; // height of a label
const COLOURED = 6; // orders that have a colour each; see leaf_boxes.css

/** What each order gets, above its column. */
const gotTexts = ({ even, counts, gets, parts }) => counts.map((count, rank) =>
    (count === 0 ? "✕" : even ? `${count}` : fractionText(...lowest(gets[rank], parts))));

/** Where everything is, for a width. */
function layOut({ deal, n }, width) {
    const { gets, parts, even, counts } = deal;
    const orders = gets.length;
    const step = Math.min(96, width / orders);
    const wide = step * 0.82;
    const most = gets.reduce((a, b) => (a > b ? a : b));
    // Heights are in parts of 1 / orders of a part, so the fair share is whole, too.
    const top = Number(most * BigInt(orders) > parts ? most * BigInt(orders) : parts);
    const unit = Math.min(SIDE, Math.max(7, wide));
    const tall = even ? Math.max(60, Math.max(...counts, Number(parts) / orders) * unit)
                      : ALL;
    const flat = step >= LETTER * n + 3; // names fit below the columns
    const scale = tall / top;
    const texts = gotTexts(deal);
    const room = Math.max(...texts.map((text) => text.length)) * LETTER <= step;
    return { texts: texts.map((text) => (room || text === "✕" ? text : "")),
             step, wide, tall, flat, scale, left: (width - step * orders) / 2,
             fair: TOP + tall - Number(parts) * scale,
             bottom: flat ? 26 : LETTER * n + 16 };
}

/**
 * The picture of columns.
 * @param {{test: string, hover: (rank: number) => void, pick: (rank: number) => void}}
 *   options hover: the pointer is on an order, or on none (-1); pick: an order was
 *   chosen, or given up (-1)
 * @returns {{node: HTMLElement, update(data: {n: number, deal: object}): void,
 *            mark(rank: number): void, point(rank: number): void}} deal: of dealLeaves();
 *   mark: an order is chosen, or none; point: it is shown for a while
 */
export function leafColumns({ test, hover, pick }) {
    const figure = frame({ title: say.exact.treeTitle, test, kind: "leaves",
                           most: 1300 });
    const picture = svg("svg", { role: "group" });
    const description = h("p", { class: "chart-description",
                                 "data-test": `${test}-description` });
    figure.box.append(picture, description);
    let data;
    let columns = [];
    let marked = -1;

    function shade(rank) {
        picture.classList.toggle("chosen", rank >= 0);
        columns.forEach((column, i) => {
            column.classList.toggle("on", i === rank);
            column.setAttribute("aria-pressed", String(i === marked));
        });
        setText(description, rank < 0 ? say.exact.choose
                                      : orderWords(data.deal, data.orders, rank));
    }

    /** The squares of an order, from the bottom. */
    function squares(rank, { wide, tall, scale }) {
        const { leaves, gets, parts } = data.deal;
        const orders = BigInt(gets.length);
        const got = gets[rank] * orders;
        const kind = gets.length <= COLOURED ? `leaf-${rank}`
            : got === parts ? "exact-even" : got > parts ? "exact-more" : "exact-less";
        let y = TOP + tall;
        const group = svg("g", { class: `leaf ${kind}` });
        for (const { weight } of leaves.filter((leaf) => leaf.rank === rank)) {
            const high = Number(weight * orders) * scale;
            y -= high;
            group.append(svg("rect", { x: -wide / 2, y: y + 0.75, width: wide, rx: 2,
                                       height: Math.max(0.5, high - 1.5) }));
        }
        return { group, top: y };
    }

    function column(rank, plan) {
        const { deal, orders } = data;
        const { left, step, tall, flat, fair } = plan;
        const name = orderName(orders[rank]);
        const { group, top } = squares(rank, plan);
        const below = TOP + tall;
        const never = deal.counts[rank] === 0;
        // The line of the fair share must not strike through the label.
        const struck = top - 5 > fair - 3 && top - 5 < fair + LABEL;
        const node = svg("g", { class: "exact-column", role: "button", tabindex: 0,
                                "data-order": name, "data-count": deal.counts[rank],
                                "aria-label": orderWords(deal, orders, rank),
                                transform: `translate(${left + (rank + 0.5) * step},0)` },
            svg("rect", { class: "exact-column-back", x: -step / 2, y: TOP - 16,
                          width: step, height: tall + 18 }),
            group,
            svg("text", { class: never ? "exact-never" : "exact-got",
                          y: struck ? fair - 5 : top - 5, "text-anchor": "middle" },
                plan.texts[rank]),
            svg("text", flat
                ? { class: "exact-name", y: below + 18, "text-anchor": "middle" }
                : { class: "exact-name", "text-anchor": "end",
                    transform: `translate(4,${below + 8}) rotate(-90)` }, name));
        const toggle = () => pick(rank === marked ? -1 : rank);
        node.addEventListener("pointerenter", () => hover(rank));
        node.addEventListener("pointerleave", () => hover(-1));
        node.addEventListener("click", toggle);
        node.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            toggle();
        });
        return node;
    }

    function draw(width) {
        const { deal, orders } = data;
        const plan = layOut(data, width);
        const { fair } = plan;
        const high = TOP + plan.tall + plan.bottom;
        const size = { viewBox: `0 0 ${width} ${high}`, width, height: high };
        for (const [name, value] of Object.entries(size))
            picture.setAttribute(name, value);
        const share = deal.even ? mixedText(deal.leaves.length, orders.length)
                                : `1/${orders.length}`;
        columns = orders.map((_, rank) => column(rank, plan));
        picture.replaceChildren(...columns,
            svg("path", { class: "exact-fair", d: `M0,${fair}H${width}` }),
            svg("text", { class: "chart-axis", x: width, y: 11, "text-anchor": "end" },
                say.exact.fairLine(share)));
        shade(marked);
    }

    return {
        node: figure.node,
        update({ n, deal }) {
            data = { n, deal, orders: allOrders(n) };
            marked = -1;
            figure.draw(draw);
            const caption = deal.even ? say.exact.columnsCaption : say.exact.heavyCaption;
            figure.say(caption(deal.leaves.length, data.orders.length));
        },
        mark(rank) {
            marked = rank;
            if (data) shade(rank);
        },
        point(rank) {
            if (data) shade(rank >= 0 ? rank : marked);
        },
    };
}
