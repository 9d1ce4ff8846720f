// SPDX-License-Identifier: MIT
//
// tree.js - the tree of choices: each level is a roll of the die, each leaf leads
// to an order, and the leaves that an order gets are laid out beside it.
//
// If n cards have n! orders, and the leaves weigh the same, then their number must be a
// multiple of n!, or some order gets more than another: that is what the picture shows.
import { cluster, hierarchy, select } from "d3";
import { frame } from "../../charts/frame.js";
import { allOrders, orderName } from "../../charts/orders.js";
import { h, setText } from "../../dom.js";
import { dealWords, getsText, leavesOfOrder } from "./words.js";

const TOP = 30; // room for the headings
const ROW = 36; // the least height of an order
const ROUND = 8; // radius of a node with a number in it
const LETTER = 7;

/** The leaves as a tree: nodes have `roll` (from 0), `sides` and `children`, leaves the
 * `leaf` they stand for. */
function grow(leaves) {
    const root = { children: [] };
    for (const leaf of leaves) {
        let at = root;
        for (const { sides, rolled } of leaf.choices) {
            at.sides = sides;
            at.children ??= [];
            // Sequences come in their order, so a child that is there is the last one.
            let next = at.children.at(-1);
            if (next?.rolled !== rolled) {
                next = { rolled };
                at.children.push(next);
            }
            at = next;
        }
        at.leaf = leaf;
    }
    return root;
}

/** Where everything is, for a width. */
function layOut({ deal, n }, width) {
    const leaves = deal.leaves.length;
    const ways = deal.gets.length;
    const spacing = leaves <= 40 ? 2 * ROUND + 3 : Math.max(3.2, 900 / leaves);
    const tall = Math.max(leaves * spacing, ways * ROW);
    const root = hierarchy(grow(deal.leaves));
    cluster().size([tall, 1]).separation(() => 1)(root);
    const deep = Math.max(1, ...root.leaves().map(({ depth }) => depth));
    const orderWide = Math.max(96, Math.min(230, width * 0.27));
    const fanWide = Math.max(44, Math.min(200, width * 0.2));
    const named = tall / leaves >= 2 * ROUND;
    const nameWide = named ? LETTER * n + 6 : 0;
    const orderLeft = width - orderWide;
    const leafRight = orderLeft - fanWide;
    const leafAt = leafRight - nameWide - ROUND;
    const level = (leafAt - ROUND) / deep;
    const nodes = root.descendants();
    for (const node of nodes) {
        // A leaf is in the last column, however few rolls it takes.
        node.across = ROUND + (node.children ? node.depth : deep) * level;
        node.down = TOP + node.x;
        const ranks = node.leaves().map(({ data }) => data.leaf.rank);
        node.ranks = new Set(ranks);
    }
    const onLevel = new Map();
    for (const node of nodes)
        onLevel.set(node.across, (onLevel.get(node.across) ?? 0) + 1);
    for (const node of nodes)
        node.round = tall / onLevel.get(node.across) >= 2 * ROUND && node.depth > 0;
    return { root, nodes, deep, level, tall, named, leafAt, leafRight, orderLeft,
             orderWide, row: tall / ways };
}

const rollWords = (nodes, depth) => {
    const sides = new Set(nodes.filter((node) => node.depth === depth && node.data.sides)
        .map(({ data }) => data.sides));
    return sides.size === 1 ? `${[...sides][0]} sides` : "";
};

/** Headings: which roll, and of what. */
function drawHeadings(svg, { nodes, deep, level, leafRight, orderLeft }, deal) {
    const text = (x, y, words, anchor = "middle") => svg.append("text")
        .attr("class", "chart-tick").attr("text-anchor", anchor)
        .attr("x", x).attr("y", y).text(words);
    for (let depth = 0; depth < deep && nodes.length > 1; depth += 1) {
        const x = ROUND + (depth + 1) * level;
        if (level >= 52) {
            text(x, 11, `roll ${depth + 1}`);
            text(x, 25, rollWords(nodes, depth));
        } else {
            text(x, 25, depth === 0 && level > 26 ? "roll 1" : `${depth + 1}`);
        }
    }
    if (orderLeft - leafRight > 90)
        text((leafRight + orderLeft) / 2, 11, `${deal.leaves.length} leaves`);
    text(orderLeft, 11, `${deal.gets.length} orders`, "start");
}

/** The tree itself. Links and nodes know the orders they lead to. */
function drawTree(svg, { nodes, root, named, leafRight }, orders) {
    const links = svg.append("g").attr("fill", "none").selectAll("path")
        .data(root.links()).join("path").attr("class", "exact-link")
        .attr("d", ({ source, target }) => {
            const middle = (source.across + target.across) / 2;
            return `M${source.across},${source.down}C${middle},${source.down} ` +
                `${middle},${target.down} ${target.across},${target.down}`;
        });
    const spots = svg.append("g").selectAll("g").data(nodes).join("g")
        .attr("class", "exact-node")
        .attr("transform", ({ across, down }) => `translate(${across},${down})`);
    spots.append("circle").attr("r", ({ round }) => (round ? ROUND : 2));
    spots.filter(({ round }) => round).append("text").attr("text-anchor", "middle")
        .attr("dy", "0.35em").text(({ data }) => data.rolled + 1);
    const leaves = spots.filter(({ children }) => !children).classed("exact-leaf", true);
    if (named) {
        leaves.append("text").attr("class", "exact-leaf-name").attr("x", ROUND + 4)
            .attr("dy", "0.35em").text(({ data }) => orderName(orders[data.leaf.rank]));
    }
    return { links, spots, leaves, fanFrom: named ? leafRight : nodes.at(-1).across + 4 };
}

/** Lines from the leaves to the orders they lead to. */
function drawFan(svg, { nodes, row, orderLeft }, fanFrom) {
    const middle = (fanFrom + orderLeft) / 2;
    return svg.append("g").attr("fill", "none").selectAll("path")
        .data(nodes.filter(({ children }) => !children)).join("path")
        .attr("class", "exact-link exact-fan")
        .attr("d", ({ down, data }) => {
            const to = TOP + (data.leaf.rank + 0.5) * row;
            return `M${fanFrom},${down}C${middle},${down} ${middle},${to} ` +
                `${orderLeft - 6},${to}`;
        });
}

/** The orders: name, what they get, and their leaves side by side against the fair
 * share. */
function drawOrders(svg, { row, orderLeft, orderWide }, { deal, orders }) {
    const { gets, parts, leaves } = deal;
    const ways = BigInt(gets.length);
    const most = gets.reduce((a, b) => (a > b ? a : b));
    const wide = orderWide - 4;
    // In parts of 1/ways of a part, so that the fair share is whole, too.
    const unit = wide / Number(most * ways > parts ? most * ways : parts);
    const fair = Number(parts) * unit;
    const groups = svg.append("g").selectAll("g").data(orders).join("g")
        .attr("class", "exact-order").attr("role", "button").attr("tabindex", 0)
        .attr("data-order", (order) => orderName(order))
        .attr("aria-label", (_, rank) => leavesOfOrder(deal, orders, rank))
        .attr("transform", (_, rank) =>
            `translate(${orderLeft},${TOP + (rank + 0.5) * row})`);
    groups.append("rect").attr("class", "exact-order-back").attr("x", -5)
        .attr("y", -ROW / 2 + 1).attr("width", orderWide + 5).attr("height", ROW - 2)
        .attr("rx", 5);
    groups.append("text").attr("class", "exact-order-name").attr("y", -4)
        .text((order) => orderName(order));
    groups.append("text").attr("class", "exact-order-gets").attr("y", -4).attr("x", wide)
        .attr("text-anchor", "end").text((_, rank) => getsText(deal, rank));
    groups.each(function drawTally(_, rank) {
        const group = select(this);
        let x = 0;
        for (const { weight } of leaves.filter((leaf) => leaf.rank === rank)) {
            const step = Number(weight * ways) * unit;
            const gap = step > 4 ? 1.5 : 0.3;
            group.append("rect").attr("x", x).attr("y", 2)
                .attr("height", 9).attr("width", Math.max(0.5, step - gap))
                .attr("fill", gets[rank] * ways === parts ? "var(--muted)"
                    : gets[rank] * ways > parts ? "var(--more-2)" : "var(--less-2)");
            x += step;
        }
        if (x === 0) {
            group.append("text").attr("class", "exact-never").attr("y", 11)
                .text("✕ never");
        }
    });
    groups.filter((_, rank) => gets[rank] > 0n).append("line")
        .attr("x1", fair).attr("x2", fair).attr("y1", 0).attr("y2", 13)
        .attr("stroke", "var(--ink)").attr("stroke-width", 1.5);
    return groups;
}

/**
 * The drawing of a tree.
 * @param {{title: string, test: string, hover: (rank: number) => void,
 *          pick: (rank: number) => void}} options hover: an order is pointed at, or none
 *     (-1); pick: one was chosen, or given up (-1)
 * @returns {{node: HTMLElement, update(data: {n: number, deal: object}): void,
 *            mark(rank: number): void, point(rank: number): void}} deal: of
 *     dealLeaves(); mark: an order is chosen, or none; point: it is shown for a while
 */
export function choiceTree({ title, test, hover, pick }) {
    const figure = frame({ title, test, kind: "tree", most: 900 });
    const svg = select(figure.box).append("svg").attr("role", "group");
    const description = h("p", { class: "chart-description", "data-test": `${test}-description` });
    figure.box.append(description);
    let data;
    let marked = -1;
    let shade = () => {};

    const draw = (width) => {
        const { deal, orders } = data;
        const plan = layOut(data, width);
        svg.selectAll("*").remove();
        const whole = TOP + plan.tall + 4;
        svg.attr("viewBox", `0 0 ${width} ${whole}`).attr("width", width)
            .attr("height", whole).classed("exact-many", !plan.named);
        drawHeadings(svg, plan, deal);
        const tree = drawTree(svg, plan, orders);
        const fan = drawFan(svg, plan, tree.fanFrom);
        const groups = drawOrders(svg, plan, data);
        const toggle = (rank) => pick(rank === marked ? -1 : rank);
        const follow = (parts, rankIn) => parts
            .on("pointerenter", (_, d) => hover(rankIn(d)))
            .on("pointerleave", () => hover(-1))
            .on("click", (_, d) => toggle(rankIn(d)));
        follow(tree.leaves, ({ data: { leaf } }) => leaf.rank);
        follow(groups, (order) => orders.indexOf(order));
        groups.on("keydown", (event, order) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            toggle(orders.indexOf(order));
        });
        shade = (rank) => {
            svg.classed("exact-chosen", deal.counts[rank] > 0);
            const on = (node) => node.ranks.has(rank);
            tree.links.classed("on", ({ target }) => on(target))
                .filter(({ target }) => on(target)).raise();
            tree.spots.classed("on", on);
            fan.classed("on", on).filter(on).raise();
            groups.classed("on", (_, other) => other === rank)
                .attr("aria-pressed", (_, other) => String(other === marked));
            setText(description, rank < 0 ? "Choose an order to see the rolls that lead to it."
                                   : leavesOfOrder(deal, orders, rank));
        };
        shade(marked);
    };
    return {
        node: figure.node,
        update({ n, deal }) {
            data = { n, deal, orders: allOrders(n) };
            marked = -1;
            figure.draw(draw);
            figure.say(`Each level is one roll of the die, each leaf one way to roll. ` +
                       dealWords(deal));
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
