// SPDX-License-Identifier: MIT
//
// sandbox_order.js - what a pasted shuffle gave, as an order; or what is wrong with it.

const { isArray } = Array;
const { isInteger } = Number;
const { isView } = ArrayBuffer;
const { toString } = Object.prototype;
const text = String;
const quoted = JSON.stringify;

/** A value, in a few letters. */
function show(value) {
    const words = typeof value === "string" ? quoted(value)
        : typeof value === "object" && value !== null && !isArray(value)
            ? toString.call(value) : text(value);
    return words.length > 40 ? `${words.slice(0, 40)}…` : words;
}

/** What kind of value was returned. */
const kindOf = (value) => (typeof value === "object"
    ? `a ${toString.call(value).slice(8, -1)}` : `a ${typeof value}`);

/**
 * Writes the order of the cards 0 to n - 1 that came out to orders[from] and on.
 * @param {Array} given the array that the shuffle was given: it may have changed it,
 * @param {*} result and what it returned
 * @returns {string} "", or what is wrong, for people, who count cards from 1
 */
export function orderOf(given, result, orders, from, n) {
    const nothing = result === undefined || result === null;
    if (!nothing && typeof result.then === "function")
        return "it returned a promise: the function must do its work at once";
    if (!nothing && !isArray(result) && !isView(result))
        return `it returned ${kindOf(result)}, not an array`;
    const cards = nothing ? given : result;
    if (cards.length !== n) return `it gave ${cards.length} cards instead of ${n}`;
    const place = [];
    for (let i = 0; i < n; i += 1) {
        const card = cards[i];
        if (!isInteger(card) || card < 0 || card >= n)
            return `at place ${i + 1} it has put ${show(card)}, which is no card`;
        if (place[card] !== undefined)
            return `card ${card + 1} is there twice, at places ${place[card] + 1} and ` +
                `${i + 1}`;
        place[card] = i;
        orders[from + i] = card;
    }
    return "";
}
