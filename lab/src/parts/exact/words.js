// SPDX-License-Identifier: MIT
//
// words.js - exact results in words.
import { againstFair } from "../../charts/bars_words.js";
import { signed } from "../../charts/legend.js";
import { factorial, orderName } from "../../charts/orders.js";
import { count, decimal, listed, plural, superscript } from "../../words.js";
import { DRAWN, LISTED, lowest, quotient } from "./law.js";

const LONG = 24; // signs of a fraction that is still read at a glance

/** Whether a fraction is too long to be read at a glance. */
export const isLong = (text) => text.length > LONG;

/** "5/27"; a whole number is written as such. */
export const fractionText = (numerator, denominator) =>
    (denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`);

/** How a probability is written where there is little room. */
export function shortFraction({ numerator, denominator, probability }) {
    const text = fractionText(numerator, denominator);
    return isLong(text) ? `about ${decimal(probability, 4)}` : text;
}

/** How the probabilities of all orders are written, by order. */
export function orderLabels({ orders, groups }) {
    const labels = new Array(orders.length);
    for (const group of groups) {
        const text = shortFraction(group);
        for (const rank of group.ranks) labels[rank] = text;
    }
    return labels;
}

/** "+11.1 %", "as is fair", "✕ impossible". */
export function excessText(excess) {
    if (excess === 0) return "as is fair";
    return excess === -1 ? "✕ impossible" : signed(excess);
}

/** 8.0658e67 → "8.066 × 10⁶⁷"; what can be written out is. */
const large = (value) => (value < 1e9 ? count(value) : decimal(value, 4));

/** "24", or "8.066 × 10⁶⁷". */
const ordersOf = (n) => large(Number(factorial(n)));

// ---- facts of a document -------------------------------------------------------------

function distanceFact({ fair, distance, distance_numerator: over,
                        distance_denominator: under }) {
    if (distance === null) return { value: "not known" };
    if (fair) return { value: "0", note: "exactly fair" };
    const fraction = over === null ? null : `${over}/${under}`;
    if (distance === 0) return { value: "more than 0", note: "less than 10⁻³⁰⁰" };
    if (distance === 1 && fraction === null)
        return { value: "nearly 1", note: "the difference is beyond the 12th digit" };
    const number = decimal(distance, 4);
    if (fraction === null || isLong(fraction)) return { value: number, fraction };
    const same = Number(distance.toPrecision(4)) === distance;
    return { value: fraction, note: `${same ? "=" : "≈"} ${number}` };
}

function impossibleFact({ n, impossible }) {
    if (impossible === null) return { value: "not known" };
    if (impossible === 0) return { value: "none", note: `all ${ordersOf(n)} can come` };
    const ways = Number(factorial(n));
    // Beyond 2^53 both are rounded, and may look the same.
    if (large(impossible) === large(ways))
        return { value: "nearly all", note: `of ${ordersOf(n)} orders` };
    return { value: `${large(impossible)} of ${ordersOf(n)}` };
}

/** How often an order comes, against its fair share, as precisely as is known. */
function timesText(times, excess) {
    const close = excess ?? times - 1;
    if (close === 0) return excess === 0 ? "once" : "about once";
    return Math.abs(close) < 0.01
        ? `1 ${close < 0 ? "−" : "+"} ${decimal(Math.abs(close))} times`
        : `${times < 1000 ? decimal(times, 4) : large(times)} times`;
}

function largestFact({ largest, fair }, law) {
    if (fair) return { value: "once", note: "its fair share, as all have" };
    if (largest === null) return { value: "not known" };
    return { value: timesText(largest, law?.groups[0].excess), note: "its fair share" };
}

function leastFact({ largest, least, impossible, fair, log2_ratio: ratio }, law) {
    if (fair) return { value: "once", note: "its fair share, as all have" };
    if (impossible > 0) return { value: "never", note: "it cannot come" };
    if (least === null) return { value: "not known" };
    if (least === 0 && ratio !== null) {
        // Too small for a double, but not for its logarithm.
        const power = Math.log10(largest) - ratio * Math.log10(2);
        return { value: `10${superscript(Math.round(power))} times`,
                 note: "its fair share, about" };
    }
    return { value: timesText(least, law?.groups.at(-1).excess), note: "its fair share" };
}

/**
 * The numbers of a fairaudit-exact document.
 * @returns {Array<{name: string, title: string, value: string, note?: string,
 *     fraction?: ?string}>} fraction: in full, where it is too long for the value
 */
export function factsOf(document, law) {
    return [
        { name: "distance", title: "Distance from fair", ...distanceFact(document) },
        { name: "impossible", title: "Impossible orders", ...impossibleFact(document) },
        { name: "largest", title: "The likeliest order", ...largestFact(document, law) },
        { name: "least", title: "The least likely order", ...leastFact(document, law) },
    ];
}

/** How it was found. */
export function howWords({ how, method, sequences }) {
    // A count of other methods is of what was tried before they were chosen.
    return method === "enumeration" && sequences !== null
        ? `${how}, ${count(sequences)} in all.` : `${how}.`;
}

/** What is not known, and why; empty if nothing is missing. */
export function missingWords({ n, distance, largest, position }, law) {
    const missing = [
        law === null && "the probability of each order",
        distance === null && "the distance from fair",
        largest === null && "the extremes",
        position === null && "the map of positions",
    ].filter(Boolean);
    if (missing.length === 0) {
        return n <= DRAWN ? ""
            : `${ordersOf(n)} bars would be too thin to see; the table has all orders.`;
    }
    const why = n <= LISTED ? "the fractions are too long to be written down"
                            : `there are ${ordersOf(n)} orders, too many to follow each`;
    return `Not given: ${listed(missing)}; ${why}.`;
}

// ---- leaves of a tree ----------------------------------------------------------------

/**
 * Whether the leaves can be dealt evenly to the orders, and whether they are.
 * @param {object} deal of dealLeaves()
 */
export function dealWords({ leaves, parts, even, gets, counts }) {
    const ways = gets.length;
    const some = plural(leaves.length, "leaf", "leaves");
    const empty = counts.filter((leavesOf) => leavesOf === 0).length;
    const left = `${plural(empty, "order")} ${empty === 1 ? "stays" : "stay"} empty`;
    if (leaves.length < ways) return `${some} cannot reach ${ways} orders: ${left}.`;
    // Leaves that do not weigh the same are dealt in parts that do.
    const total = even ? leaves.length : Number(parts);
    const dealt = even ? some : `${count(total)} parts`;
    const heavy = even ? "" : `The ${some} do not weigh the same. In parts of ` +
        `1/${count(total)}: `;
    if (total % ways !== 0) {
        return `${heavy}${dealt} cannot be dealt evenly to ${ways} orders: ` +
            `${count(total)} / ${ways} is not whole.`;
    }
    const each = even ? plural(total / ways, "leaf", "leaves")
                      : plural(total / ways, "part");
    return gets.every((get) => get === gets[0])
        ? `${heavy}${dealt}, ${ways} orders: each gets exactly ${each}.`
        : `${heavy}${dealt} could be dealt evenly to ${ways} orders, ${each} each, but ` +
          `are not${empty > 0 ? `: ${left}` : ""}.`;
}

/** "5 of 27", "3/8 in 2 leaves". */
export function getsText({ leaves, parts, even, gets, counts }, rank) {
    if (even) return `${counts[rank]} of ${leaves.length}`;
    if (counts[rank] === 0) return "0";
    return fractionText(...lowest(gets[rank], parts));
}

/** What one order gets, in a sentence. */
export function leavesOfOrder(deal, orders, rank) {
    const { leaves, even, counts, gets, parts } = deal;
    const name = `Order ${orderName(orders[rank], " ")}`;
    if (counts[rank] === 0) return `${name}: no leaf leads to it. It cannot come.`;
    const some = `${name}: ${counts[rank]} of ${leaves.length} leaves`;
    const excess = quotient(gets[rank] * BigInt(orders.length) - parts, parts);
    const share = even ? ""
        : `, ${counts[rank] > 1 ? "together " : ""}${getsText(deal, rank)}`;
    return `${some}${share}; ${againstFair(excess)}.`;
}
