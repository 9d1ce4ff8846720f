// SPDX-License-Identifier: MIT
//
// bars_words.js - what the bars of all orders show, in words.
import { count, decimal, listed, percent } from "../words.js";
import { orderName } from "./orders.js";

/** The fair share of each order. */
export const fairShare = ({ orders }) => `1/${count(orders.length)}`;

/** "11.1 % more than its fair share", of an excess of 0.111. */
export function againstFair(excess) {
    if (excess === 0) return "its fair share";
    if (excess >= 1) return `${decimal(1 + excess)} times its fair share`;
    const more = excess > 0 ? "more" : "less";
    return `${percent(Math.abs(excess))} ${more} than its fair share`;
}

/** "5/27, 18.5 %" of one order. */
function shareWords({ label, probability }, rank) {
    const share = percent(probability[rank]);
    return label && label[rank] !== share ? `${label[rank]}, ${share}` : share;
}

/** One order in a sentence. */
export function describeOne(data, rank) {
    const { orders, probability, excess, same, zero } = data;
    const name = `Order ${orderName(orders[rank], " ")}`;
    if (probability[rank] === 0) return `${name}: ${zero}.`;
    const off = Math.abs(excess[rank]) <= same ? 0 : excess[rank];
    return `${name}: ${shareWords(data, rank)}; ${againstFair(off)}` +
        `${off === 0 ? "" : `, ${fairShare(data)}`}.`;
}

/** The order to be named: the likeliest if it is too likely, else the farthest off. */
function striking({ excess, side }) {
    const most = excess.indexOf(Math.max(...excess));
    if (side[most] === 1) return most;
    return excess.reduce((best, e, rank) =>
        (Math.abs(e) > Math.abs(excess[best]) ? rank : best), 0);
}

/** What one sees: how many orders are off, and one of them. */
export function caption(data) {
    const { orders, probability, excess, side, trials, zero, height } = data;
    const ways = count(orders.length);
    if (trials === 0) return "Nothing has been shuffled yet.";
    if (side.every((s) => s === 0)) {
        return trials > 0
            ? `None of the ${ways} orders is farther from its fair share, ` +
              `${fairShare(data)}, than chance takes it.`
            : `All ${ways} orders are equally likely: ${fairShare(data)} each.`;
    }
    const number = (test) => side.filter(test).length;
    const often = number((s) => s === 1);
    const rarely = number((s, rank) => s === -1 && probability[rank] > 0);
    const never = number((s, rank) => s === -1 && probability[rank] === 0);
    const cannot = zero === "impossible" ? "cannot come" : zero;
    const groups = [
        often > 0 && `${count(often)} ${often === 1 ? "comes" : "come"} too often`,
        rarely > 0 && `${count(rarely)} too rarely`,
        never > 0 && `${count(never)} (marked) ${cannot}`,
    ].filter(Boolean);
    const top = striking(data);
    const small = height !== "difference" && Math.max(...excess.map(Math.abs)) < 0.02
        ? " The differences are too small to be seen at this height." : "";
    return `Of ${ways} orders ${listed(groups)}${trials > 0 ? ", beyond chance" : ""}. ` +
        `${describeOne(data, top)}${small}`;
}
