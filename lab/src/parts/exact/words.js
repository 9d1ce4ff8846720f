// SPDX-License-Identifier: MIT
//
// words.js - exact results in words.
import { againstFair } from "../../charts/bars_words.js";
import { signed } from "../../charts/legend.js";
import { factorial, orderName } from "../../charts/orders.js";
import { say } from "../../lang/lang.js";
import { count, decimal, percent, scientific, superscript } from "../../words.js";
import { DRAWN, LISTED, lowest, quotient } from "./law.js";

const LONG = 24; // characters of a fraction that is still read at a glance
const LEADING = 17; // digits of a long number: as many as a double holds
const SMALL = 0.01; // smaller deviations from 1 are written as percentages

/** Whether a fraction is too long to be read at a glance. */
export const isLong = (text) => text.length > LONG;

/** "5/27"; whole numbers have no denominator. */
export const fractionText = (numerator, denominator) =>
    (denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`);

/** "4½" of 27 and 6, "10 2/3" of 256 and 24, "1" of 6 and 6. */
export function mixedText(total, parts) {
    const [over, under] = lowest(BigInt(total), BigInt(parts));
    const whole = over / under;
    const rest = over % under;
    if (rest === 0n) return `${whole}`;
    const fraction = under === 2n ? "½" : `${rest}/${under}`;
    return whole === 0n ? fraction : under === 2n ? `${whole}${fraction}`
                                                  : `${whole}\u00a0${fraction}`;
}

/** A probability where there is little room. */
export function shortFraction({ numerator, denominator, probability }) {
    const text = fractionText(numerator, denominator);
    return isLong(text) ? say.exact.about(decimal(probability, 4)) : text;
}

/** The probabilities of all orders as texts, by order. */
export function orderLabels({ orders, groups }) {
    const labels = new Array(orders.length);
    for (const group of groups) {
        const text = shortFraction(group);
        for (const rank of group.ranks) labels[rank] = text;
    }
    return labels;
}

/** "+11.1%", "fair", "✕ impossible". */
export function excessText(excess) {
    if (excess === 0) return say.exact.fair;
    return excess === -1 ? say.exact.cannot : signed(excess);
}

/** 8.0658e67 → "8.066 × 10⁶⁷"; numbers below a billion are written out. */
const large = (value) => (value < 1e9 ? count(value) : decimal(value, 4));

/** "24", or "8.066 × 10⁶⁷"; from 171 cards on, the number does not fit into a double. */
function ordersOf(n) {
    const number = factorial(n);
    if (Number(number) < Infinity) return large(Number(number));
    const text = String(number);
    return scientific(Number(text.slice(0, LEADING)), 4, text.length - LEADING);
}

// ---- facts of a document -------------------------------------------------------------

function distanceFact({ fair, distance, distance_numerator: over,
                        distance_denominator: under }) {
    const words = say.exact;
    if (distance === null) return { value: words.unknown };
    if (fair) return { value: "0", note: words.exactlyFair };
    const fraction = over === null ? null : `${over}/${under}`;
    if (distance === 0)
        return { value: words.moreThanZero,
                 note: words.lessThan(`10${superscript(-300)}`) };
    if (distance === 1 && fraction === null)
        return { value: words.nearlyOne, note: words.beyondDigits };
    const number = decimal(distance, 4);
    if (fraction === null || isLong(fraction)) return { value: number, fraction };
    const same = Number(distance.toPrecision(4)) === distance;
    return { value: fraction, note: `${same ? "=" : "≈"} ${number}` };
}

function impossibleFact({ n, impossible }) {
    const words = say.exact;
    if (impossible === null) return { value: words.unknown };
    if (impossible === 0)
        return { value: words.none, note: words.allPossible(ordersOf(n)) };
    // Beyond 2^53, both numbers are rounded and may look the same.
    if (large(impossible) === ordersOf(n))
        return { value: words.nearlyAll, note: words.ofOrders(ordersOf(n)) };
    return { value: words.someOf(large(impossible), ordersOf(n)) };
}

/** How much of its fair share an order gets. `group` is that of the law, if known. */
function shareFact(times, group, n) {
    const words = say.exact;
    const pair = ([value, note]) => ({ value, note });
    if (group) {
        const share = fractionText(...lowest(group.numerator * factorial(n),
                                             group.denominator));
        if (!share.includes("/")) return pair(words.times(share));
        if (!isLong(share) && share.length <= 9) return pair(words.share(share));
    }
    const excess = group?.excess ?? times - 1;
    if (excess === 0) return { value: words.itsShare };
    if (Math.abs(excess) < SMALL)
        return pair((excess < 0 ? words.less : words.more)(percent(Math.abs(excess))));
    return pair(words.times(times < 1000 ? decimal(times, 4) : large(times)));
}

function largestFact({ largest, fair, n }, law) {
    if (fair) return { value: say.exact.itsShare, note: say.exact.likeAll };
    if (largest === null) return { value: say.exact.unknown };
    return shareFact(largest, law?.groups[0], n);
}

function leastFact({ largest, least, impossible, fair, n, log2_ratio: ratio }, law) {
    const words = say.exact;
    if (fair) return { value: words.itsShare, note: words.likeAll };
    if (impossible > 0) return { value: words.never };
    if (least === null) return { value: words.unknown };
    if (least === 0 && ratio !== null) {
        // Too small for a double, but not for its logarithm.
        const power = Math.log10(largest) - ratio * Math.log10(2);
        const [value, note] = words.times(`10${superscript(Math.round(power))}`);
        return { value: words.about(value), note };
    }
    return shareFact(least, law?.groups.at(-1), n);
}

/**
 * The numbers of a fairaudit-exact document.
 * @returns {Array<{name: string, title: string, value: string, note?: string,
 *     fraction?: ?string}>} fraction: in full, if it is too long for the value
 */
export function factsOf(document, law) {
    const words = say.exact;
    return [
        { name: "distance", title: words.distance, ...distanceFact(document) },
        { name: "impossible", title: words.impossible, ...impossibleFact(document) },
        { name: "largest", title: words.largest, ...largestFact(document, law) },
        { name: "least", title: words.least, ...leastFact(document, law) },
    ];
}

/** How the result was found. */
export function howWords({ how, how_code: code, method, sequences }) {
    const words = say.exact;
    const text = code && Object.hasOwn(words.how, code) ? words.how[code] : how;
    // For other methods, `sequences` counts what was tried before they were chosen.
    return method === "enumeration" && sequences !== null
        ? words.howCounted(text, sequences) : words.howFound(text);
}

/** What is unknown, and why; "" if nothing is missing. */
export function missingWords({ n, distance, largest, position }, law) {
    const words = say.exact;
    const names = words.missingNames;
    const missing = [law === null && names.orders, distance === null && names.distance,
                     largest === null && names.extremes, position === null && names.map]
        .filter(Boolean);
    if (missing.length === 0) return n <= DRAWN ? "" : words.thinBars(ordersOf(n));
    return words.missing(missing, n <= LISTED ? words.longFractions
                                              : words.manyOrders(ordersOf(n)));
}

// ---- leaves of a tree ----------------------------------------------------------------

/**
 * Whether the leaves can be shared evenly among the orders, and whether they are.
 * @param {object} deal of dealLeaves()
 */
export function dealWords({ leaves, parts, even, gets, counts }) {
    const words = say.exact;
    const orders = gets.length;
    const empty = counts.filter((got) => got === 0).length;
    if (leaves.length < orders) return words.tooFew(leaves.length, orders, empty);
    const alike = gets.every((get) => get === gets[0]);
    if (even) {
        if (leaves.length % orders !== 0)
            return words.uneven(leaves.length, orders, mixedText(leaves.length, orders));
        return alike ? words.fairDeal(leaves.length, orders, leaves.length / orders)
                     : words.notDealt(leaves.length, orders, empty);
    }
    // The probability of each leaf is a multiple of 1 / parts.
    if (Number(parts) % orders !== 0)
        return words.unevenParts(count(Number(parts)), orders);
    return alike ? words.fairParts(orders) : words.notDealtParts(orders, empty);
}

/** One order in a sentence. */
export function orderWords(deal, orders, rank) {
    const { leaves, even, counts, gets, parts } = deal;
    const name = orderName(orders[rank], " ");
    if (counts[rank] === 0) return say.exact.orderNever(name);
    const excess = quotient(gets[rank] * BigInt(orders.length) - parts, parts);
    return say.exact.order({
        name, got: counts[rank], all: leaves.length,
        share: even ? "" : fractionText(...lowest(gets[rank], parts)),
        against: againstFair(excess) });
}
