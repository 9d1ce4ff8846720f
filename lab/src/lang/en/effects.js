// SPDX-License-Identifier: MIT
//
// effects.js - what a report found, or would have found, in English. Messages have the codes of
// the C core (docs/audit-json.md), and take the values that come with them.
//
// is, should: two shares as texts; seen, wanted: two numbers as texts.
import { count, listed, plural } from "./numbers.js";

const suggestions = {
    "runs-stay-together": ": rising runs stay together",
    "falling-order": ": cards tend to come out in falling order",
    "order-kept": ": cards tend to keep the order they had",
    "order-changed": ": cards tend to change their order",
    "order-reversed": ": cards tend to come out in reverse order",
    "neighbours-apart": ": neighbours are driven apart",
    "neighbours-together": ": neighbours stay together",
};
const suggest = (code) => suggestions[code] ?? "";
const signs = { even: "Even", odd: "Odd" };

export const effects = {
    effects: {
        "card-at-position": ({ card, position, is, should }) =>
            `Card ${card} is at position ${position} in ${is} of shuffles instead of ${should}.`,
        "card-never-at-position": ({ card, position, shuffles }) =>
            `Card ${card} was at position ${position} in none of ${plural(shuffles, "shuffle")}.`,
        "card-always-at-position": ({ card, position, shuffles }) =>
            `Card ${card} was at position ${position} in every one of ` +
            `${plural(shuffles, "shuffle")}.`,
        "card-before-card": ({ first, second, is, should }) =>
            `Card ${first} comes before card ${second} in ${is} of shuffles instead of ` +
            `${should}.`,
        "card-always-before-card": ({ first, second }) =>
            `Card ${first} comes before card ${second} in every shuffle.`,
        "order-never": ({ order, shuffles }) =>
            `The order ${order} did not come up in any of ` +
            `${plural(shuffles, "shuffle")}.`,
        "orders-never": ({ never, orders, shuffles, order }) =>
            `${count(never)} of the ${orders} orders did not come up in any of ` +
            `${plural(shuffles, "shuffle")}, for example ${order}.`,
        "order-share": ({ order, is, should }) =>
            `The order ${order} comes up in ${is} of shuffles instead of ${should}.`,
        "one-order": "Every shuffle gives the same order.",
        "same-order": "Every shuffle gives the same order.",
        "few-orders": ({ distinct, shuffles }) =>
            `${plural(shuffles, "shuffle")} gave only ${plural(distinct, "different order")}.`,
        "orders-repeat": ({ repeated, shuffles, expected, orders }) =>
            `${count(repeated)} of ${plural(shuffles, "shuffle")} gave an order that ` +
            `had come up before, instead of ${expected}. It looks as if there were ` +
            `only about ${orders} orders.`,
        "mean-fixed-points": ({ seen, wanted }) =>
            `On average, ${seen} cards instead of ${wanted} stay at their own position.`,
        "mean-cycles": ({ seen, wanted }) =>
            `On average, an order has ${seen} cycles instead of ${wanted}.`,
        "mean-descents": ({ seen, wanted, suggests }) =>
            `On average, ${seen} cards instead of ${wanted} are followed by a smaller ` +
            `one${suggest(suggests)}.`,
        "mean-rising-sequences": ({ seen, wanted, suggests }) =>
            `On average, an order has ${seen} rising sequences instead of ` +
            `${wanted}${suggest(suggests)}.`,
        "mean-inversions": ({ seen, wanted, suggests }) =>
            `On average, ${seen} pairs of cards instead of ${wanted} are out of ` +
            `order${suggest(suggests)}.`,
        "mean-successions": ({ seen, wanted, suggests }) =>
            `On average, ${seen} cards instead of ${wanted} are followed by the next ` +
            `one${suggest(suggests)}.`,
        "sign-share": ({ sign, is, should }) =>
            `${signs[sign]} orders come up in ${is} of shuffles instead of ${should}.`,
        "sign-always": ({ sign, shuffles }) =>
            (shuffles === 1 ? `The only shuffle gave an ${sign} order`
                : `All ${count(shuffles)} shuffles gave ${sign} orders`) +
            ": half of all orders never came up.",
        "single-cycle": "Every order is a single cycle: no card ever stays at its position.",
        "no-card-stays": "No card ever stays at its position.",
        "sorted": "The cards come out sorted in every shuffle.",
        "repeats-previous": ({ is }) =>
            `${is} of shuffles give the same order as the shuffle before them.`,
        "depends-on-previous": ({ is, should }) =>
            `Each order depends on the one before: ${is} of the cards keep their position ` +
            `instead of ${should}.`,
        "depends-on-earlier": "Each result depends on earlier ones.",
        "too-even": ({ title, p }) =>
            `The counts of “${title}” are more even than chance allows (p = ${p}): the orders ` +
            "follow a pattern.",
        "statistic-differs": ({ title }) =>
            `The statistic “${title}” differs from that of a fair shuffle.`,
        "equal-lines-together": ({ is, should }) =>
            `Equal lines stay together: ${is} of neighbouring lines are equal; it ` +
            `should be ${should}.`,
        "equal-lines-apart": ({ is, should }) =>
            `Equal lines stay apart: ${is} of neighbouring lines are equal; it should ` +
            `be ${should}.`,
        "depends-on-words": ({ same, pairs }) =>
            `The order depends on the words of the lines: ${count(same)} of ` +
            `${plural(pairs, "pair")} of runs with the same words gave the same order.`,
        "item-share": ({ item, of, is, should }) =>
            `Item ${item} comes up in ${is} of ${of === "draws" ? "draws" : "samples"} ` +
            `instead of ${should}.`,
        "item-never": ({ listed: items, samples }) =>
            `Item ${listed(items)} did not come up in any of ${plural(samples, "sample")}.`,
        "items-never": ({ never, items, samples, listed: some }) =>
            `${count(never)} of ${plural(items, "item")} did not come up in any of ` +
            `${plural(samples, "sample")}, for example ${listed(some)}.`,
        "item-at-position": ({ item, position, is, should }) =>
            `Item ${item} is at position ${position} in ${is} of samples instead of ` +
            `${should}.`,
        "few-samples": ({ distinct, runs }) =>
            `${plural(runs, "run")} gave only ${plural(distinct, "different sample")}.`,
    },
    detectable: {
        "some-card-at-position": ({ is, should }) =>
            `a card that is at some position in ${is} of shuffles instead of ${should}`,
        "some-item": ({ is, should, of }) =>
            `an item that comes up in ${is} of ${of === "draws" ? "draws" : "samples"} ` +
            `instead of ${should}`,
        "some-item-never": "an item that never comes up",
        "even-or-odd": ({ is }) => `even orders, or odd ones, in ${is} of shuffles`,
        "keys-or-riffles": ({ bits, riffles }) =>
            `a sort by random keys of ${plural(bits, "bit")} or fewer, or a shuffle made of ` +
            `${plural(riffles, "riffle")} or fewer`,
        "keys": ({ bits }) => `a sort by random keys of ${plural(bits, "bit")} or fewer`,
        "riffles": ({ riffles }) =>
            `a shuffle made of ${plural(riffles, "riffle")} or fewer`,
        "swaps": ({ swaps }) => `a shuffle made of ${plural(swaps, "random swap")} or fewer`,
        "at-most-orders": ({ most, bits }) =>
            `a shuffle that gives at most ${most} different orders, such as one with a seed of ` +
            plural(bits, "bit"),
        "at-most-samples": ({ most, bits }) =>
            `a program that gives at most ${most} different samples, such as one with a seed of ` +
            plural(bits, "bit"),
    },
};
