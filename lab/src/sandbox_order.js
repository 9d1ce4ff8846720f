// SPDX-License-Identifier: MIT
//
// sandbox_order.js - what a pasted shuffle gave, as an order; or what is wrong with it.

const show = (card) => {
    const text = typeof card === "string" ? JSON.stringify(card) : String(card);
    return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

/**
 * Writes the order of the cards 0 to n - 1 that came out into `order`.
 * @param {Array} given the array that the shuffle was given: it may have changed it,
 * @param {*} result and what it returned
 * @returns {string} "", or what is wrong, for people, who count cards from 1
 */
export function orderOf(given, result, n, order) {
    if (result !== null && typeof result?.then === "function")
        return "it returned a promise: the function must do its work at once";
    const cards = Array.isArray(result) ? result
        : result instanceof Object && typeof result.length === "number" &&
          typeof result !== "function" ? Array.from(result) : given;
    if (cards.length !== n)
        return `it gave ${cards.length} cards instead of ${n}`;
    order.fill(255);
    const place = new Array(n).fill(-1);
    for (let i = 0; i < n; i++) {
        const card = cards[i];
        if (!Number.isInteger(card) || card < 0 || card >= n)
            return `at place ${i + 1} it has put ${show(card)}, which is no card`;
        if (place[card] >= 0)
            return `card ${card + 1} is there twice, at places ${place[card] + 1} and ${i + 1}`;
        place[card] = i;
        order[i] = card;
    }
    return "";
}
