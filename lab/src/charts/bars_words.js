// SPDX-License-Identifier: MIT
//
// bars_words.js - what the bars of all orders show, in words.
import { say } from "../lang/lang.js";
import { count, decimal, percent } from "../words.js";
import { orderName } from "./orders.js";

/** The fair share of each order. */
export const fairShare = ({ orders }) => `1/${count(orders.length)}`;

/** "11.1% more than its fair share", of an excess of 0.111. */
export function againstFair(excess) {
    const { bars } = say.charts;
    if (excess === 0) return bars.even;
    if (excess >= 1) return bars.times(decimal(1 + excess));
    return (excess > 0 ? bars.more : bars.less)(percent(Math.abs(excess)));
}

/** "5/27, 18.5%" of one order. */
function shareWords({ label, probability }, rank) {
    const share = percent(probability[rank]);
    return label && label[rank] !== share ? `${label[rank]} (${share})` : share;
}

/** One order in a sentence. */
export function describeOne(data, rank) {
    const { orders, probability, excess, same, impossible } = data;
    const { bars } = say.charts;
    const order = orderName(orders[rank], " ");
    if (probability[rank] === 0)
        return impossible ? bars.orderImpossible(order) : bars.orderNever(order);
    const off = Math.abs(excess[rank]) <= same ? 0 : excess[rank];
    return bars.order({ order, share: shareWords(data, rank), against: againstFair(off) });
}

/** The order to be named: the likeliest if it is too likely, else the farthest off. */
function striking({ excess, side }) {
    const most = excess.indexOf(Math.max(...excess));
    if (side[most] === 1) return most;
    return excess.reduce((best, e, rank) =>
        (Math.abs(e) > Math.abs(excess[best]) ? rank : best), 0);
}

/** What the picture shows: how many orders are off, and one of them. */
export function caption(data) {
    const { orders, probability, excess, side, trials, impossible, height } = data;
    const { bars, empty, join } = say.charts;
    const all = count(orders.length);
    if (trials === 0) return empty;
    if (side.every((s) => s === 0))
        return (trials > 0 ? bars.fineCounted : bars.fineExact)(all, fairShare(data));
    const number = (test) => side.filter(test).length;
    const summary = bars.summary({
        orders: all,
        often: number((s) => s === 1),
        rarely: number((s, rank) => s === -1 && probability[rank] > 0),
        never: number((s, rank) => s === -1 && probability[rank] === 0),
        counted: trials > 0, impossible });
    const small = height !== "difference" && Math.max(...excess.map(Math.abs)) < 0.02;
    return join([summary, describeOne(data, striking(data)), small && bars.small]
        .filter(Boolean));
}
