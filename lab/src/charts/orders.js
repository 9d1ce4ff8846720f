// SPDX-License-Identifier: MIT
//
// orders.js - the orders of some cards: how many there are; of a few cards their list,
// numbers and names.

/** How many orders n cards have, as a BigInt. */
export function factorial(n) {
    let product = 1n;
    for (let k = 2n; k <= BigInt(n); k += 1n) product *= k;
    return product;
}

/** All orders of n cards, cards from 0, in lexicographic order. */
export function allOrders(n) {
    const grow = (begun, left) => (left.length === 0 ? [begun]
        : left.flatMap((card) => grow([...begun, card], left.filter((c) => c !== card))));
    return grow([], Array.from({ length: n }, (_, card) => card));
}

/** The number of an order in that list, as a BigInt: of any number of cards. */
export const longRankOf = (order) => order.reduce((rank, card, place) =>
    rank * BigInt(order.length - place) +
    BigInt(order.slice(place + 1).filter((later) => later < card).length), 0n);

/** The same of a few cards, as a number. */
export const rankOf = (order) => Number(longRankOf(order));

/** [1, 2, 0] → "231"; with a gap, for reading, "2 3 1". */
export const orderName = (order, gap = "") => order.map((card) => card + 1).join(gap);

/** The number of the order that a text such as "231" names; -1 if it names none. */
export function readOrder(text, n) {
    const order = Array.from(text ?? "", (digit) => Number(digit) - 1);
    const whole = order.length === n && new Set(order).size === n &&
        order.every((card) => card >= 0 && card < n);
    return whole ? rankOf(order) : -1;
}
