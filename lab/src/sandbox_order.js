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

/** The type of a value, such as "Set" or "string". */
const typeOf = (value) =>
    (typeof value === "object" ? toString.call(value).slice(8, -1) : typeof value);

/**
 * Writes the order of the cards 0 to n - 1 that came out to orders[from] and on.
 * @param {Array} given the array that the shuffle was given, and may have changed
 * @param {*} result what it returned
 * @returns {?{code: string, details?: object}} null, or what is wrong: a code of
 *   say.errors; cards and positions count from 1
 */
export function orderOf(given, result, orders, from, n) {
    const nothing = result === undefined || result === null;
    if (!nothing && typeof result.then === "function") return { code: "code-promise" };
    if (!nothing && !isArray(result) && !isView(result))
        return { code: "code-not-array", details: { text: typeOf(result) } };
    const cards = nothing ? given : result;
    if (cards.length !== n)
        return { code: "code-count", details: { count: cards.length, wanted: n } };
    const position = [];
    for (let i = 0; i < n; i += 1) {
        const card = cards[i];
        if (!isInteger(card) || card < 0 || card >= n)
            return { code: "code-no-card",
                     details: { position: i + 1, text: show(card) } };
        if (position[card] !== undefined)
            return { code: "code-twice", details: { card: card + 1,
                                                    first: position[card] + 1,
                                                    second: i + 1 } };
        position[card] = i;
        orders[from + i] = card;
    }
    return null;
}
