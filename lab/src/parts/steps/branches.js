// SPDX-License-Identifier: MIT
//
// branches.js - all possible results of the next roll: the deck that each leads to, and
// for few cards, how many of the cases that follow end in each order. The visitor can
// choose any of them to go on with.
import { allOrders } from "../../charts/orders.js";
import { h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { count } from "../../words.js";
import { cardText } from "../../cards.js";
import { changes } from "./changes.js";
import { brief, sentences } from "./words.js";

const MOST_DECKS = 16; // cards of a deck that is drawn; of others, words say what moves

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** A small deck; cards that moved are marked. */
const smallDeck = (before, after) => {
    const moved = changes(before, after);
    return h("span", { class: "steps-small" }, after.map((card, place) =>
        h("span", { class: moved.includes(place) ? "steps-here" : "",
                    style: `--tone: ${card / Math.max(1, after.length - 1)}` },
          cardText(card, after.length))));
};

/** Counts of orders as bars; the highest is as high as the frame. */
function orderBars(orders, most, n) {
    const names = allOrders(n).map((order) => order.map((card) => card + 1).join(""));
    const bar = (value, rank) =>
        h("span", { class: "steps-order", "data-orders": value,
                    title: say.steps.branch.order(names[rank], value) },
          h("span", { class: "steps-count number" }, n < 4 ? count(value) : ""),
          h("span", { class: "steps-stick",
                      style: `--part: ${most > 0 ? value / most : 0}` }),
          h("span", { class: "steps-order-name number" }, n < 4 ? names[rank] : ""));
    return h("div", { class: `steps-orders steps-orders-${n}`, role: "img",
                      "aria-label": say.steps.branch.bars(orders.map((value, rank) =>
                          [names[rank], value]).filter(([, value]) => value > 0)) },
             orders.map(bar));
}

/** All orders of all results together, in the same units as those of each result. */
const together = (branches) => branches[0].orders.map((_, rank) =>
    sum(branches.map(({ orders }) => orders[rank])));

/** `first`: no roll has been made yet, so that orders without ways can never come. */
function totalNodes(branches, n, first) {
    const all = together(branches);
    const some = all.filter((value) => value > 0);
    const even = some.every((value) => value === some[0]);
    const text = !even ? say.steps.branch.uneven
        : first && some.length < all.length ? say.steps.branch.never
        : say.steps.branch.even;
    return h("div", { class: "steps-together", "data-test": "steps-together" },
             h("p", {}, h("b", {}, say.steps.branch.together(sum(all))), " ",
               text),
             orderBars(all, Math.max(...all), n));
}

/** What is special about a result: it comes next, or would have come at random. */
const noteOf = (result, { rolled, drawn, chosen }) => (result === rolled
    ? (chosen ? say.steps.branch.chosen : say.steps.branch.real)
    : result === drawn ? say.steps.branch.drawn : "");

function branchNode(branch, answer, { most, choose }) {
    const { after, orders } = branch;
    const { before, step, scene } = answer;
    const real = branch.rolled === answer.rolled;
    const n = after.length;
    const roll = scene?.coin ? say.steps.coin[branch.rolled] : branch.rolled + 1;
    const note = noteOf(branch.rolled, answer);
    const words = brief({ before, after });
    return h("li", { class: real ? "steps-real" : "", "data-test": "steps-branch",
                     "data-order": after.map((card) => card + 1).join(","),
                     onclick: () => choose(step, branch.rolled) },
             h("button", { class: "steps-branch-roll number", type: "button",
                           "data-test": "steps-choose",
                           "aria-label": say.steps.branch.take(roll, words, note) },
               roll),
             n <= MOST_DECKS ? smallDeck(before, after) : h("span", {}, words),
             note && h("span", { class: "steps-comes small" }, note),
             orders && orderBars(orders, most, n));
}

/**
 * The section of one lane.
 * @param {(step: number, rolled: number) => void} choose goes on with a result
 * @returns {{node, load(), draw(answer), say(text)}} draw: {branches, sides, rolled, step:
 *     of the roll, from 0, drawn, chosen: see lab.h, before: the deck, scene: the frame,
 *     dieFair}; say: shows a text instead
 */
export function makeBranches(choose) {
    const title = h("h2", { tabindex: -1 }, say.steps.branch.title);
    const lead = h("p", { class: "muted small" });
    const all = h("div", {});
    const list = h("ol", { class: "steps-branches", "data-test": "steps-branches" });
    const node = h("div", { class: "panel steps-next" },
                   title, lead, all, list);
    let high = 0; // the greatest height so far at this width: what is below does not jump
    let wide = 0;

    /** Keeps the height that it has had. What it needs now ends below the list. */
    function keepHeight() {
        const box = node.getBoundingClientRect();
        const { paddingBottom, borderBottomWidth } = getComputedStyle(node);
        const needed = list.getBoundingClientRect().bottom - box.top +
            parseFloat(paddingBottom) + parseFloat(borderBottomWidth);
        if (box.width === wide && needed <= high) return;
        high = needed;
        wide = box.width;
        node.style.minHeight = `${high}px`;
    }

    /** Shows other results. If one had the focus, that which comes next gets it. */
    function fill(nodes) {
        const held = list.contains(document.activeElement);
        list.replaceChildren(...nodes);
        if (!held) return;
        (list.querySelector(".steps-real > button") ?? title)
            .focus({ preventScroll: true });
    }

    function draw(answer) {
        const { branches, sides, before, step, dieFair } = answer;
        const most = Math.max(...branches.flatMap(({ orders }) => orders ?? [0]));
        const ways = branches[0].orders;
        const still = branches.every(({ after }) => changes(before, after).length === 0);
        setText(lead, sentences([
            still && sides > 1 ? say.steps.branch.still
                : ways ? say.steps.branch.leadWays(count(sides))
                : say.steps.branch.lead(count(sides)),
            sides > 1 && say.steps.branch.choose]));
        all.replaceChildren(
            ...ways && dieFair ? [totalNodes(branches, before.length, step === 0)] : []);
        fill(branches.map((branch) => branchNode(branch, answer, { most, choose })));
        list.classList.toggle("steps-wordy", before.length > MOST_DECKS);
        keepHeight();
    }

    return {
        node,
        /** Another shuffle. */
        load() { high = 0; },
        draw,
        say(text) {
            setText(lead, text);
            all.replaceChildren();
            fill([]);
            keepHeight();
        },
    };
}
