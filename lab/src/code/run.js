// SPDX-License-Identifier: MIT
//
// run.js - runs the JavaScript snippet of a shuffle, and says at which line each roll is.
//
// The functions are made from lab/snippets when the page is built (lab/snippets.mjs). A
// roll site is the number of a call of random() or compare() in a snippet; it is the same
// in all languages.
import { snippets } from "generated:snippets";
import { splitName } from "../catalogue.js";

/** All names that have snippets. */
export const snippetNames = Object.keys(snippets);

/** The snippet of "riffle" or "riffle:7": {c, js, py}, each {text, marks, sites}. */
export const snippetOf = (shuffle) => snippets[splitName(shuffle)[0]];

function swap(cards, i, j) {
    [cards[i], cards[j]] = [cards[j], cards[i]];
}

/**
 * Shuffles `cards` in place.
 * @param {string} name of the shuffle, without parameter
 * @param {Array} cards
 * @param {?number} parameter if the shuffle has one
 * @param {function(number, number, ?Array)} die die(sides, site, compared) returns a
 *   whole number below `sides`. If `sides` is Infinity, it returns a fraction from 0 to
 *   below 1. `compared` holds the two cards that the roll compares, if any.
 */
function runSnippet(name, cards, parameter, die) {
    const roll = (site, sides, ...compared) =>
        die(sides, site, compared.length > 0 ? compared : null);
    const fraction = (site) => die(Infinity, site, null);
    snippets[name].make(roll, fraction, swap)(cards, parameter);
}

const LESS = { buffer: 1 }; // the usual size of a buffer is n - 1

/**
 * The parameter of a shuffle as runSnippet() wants it.
 * @param {object} entry of the catalogue
 * @param {string} shuffle "riffle:7"; without a number it is the usual one
 * @param {number} n cards
 */
export function parameterOf({ name, parameter }, shuffle, n) {
    const [, number] = splitName(shuffle);
    if (!parameter) return null;
    if (number !== "") return Number(number);
    return parameter.usual ?? Math.max(parameter.least, n - (LESS[name] ?? 0));
}

/**
 * Repeats a shuffle that the core has done.
 * @param {object} entry of the catalogue
 * @param {string} shuffle "riffle:7"
 * @param {object} trace of the core: {n, start, steps}
 * @returns {{calls: {site: number, compared: ?Array, deck: Array}[], end: Array}} a call
 *   for each step, with the array of the snippet before the roll; `end` is the deck after
 *   the last step
 */
export function replay(entry, shuffle, { n, start, steps }) {
    const cards = [...start];
    const calls = [];
    const enough = {}; // thrown when the trace ends before the shuffle
    const die = (sides, site, compared) => {
        const step = steps[calls.length];
        if (step === undefined) throw enough;
        calls.push({ site, compared, deck: [...cards] });
        if (sides === Infinity) return (step.rolled + 0.5) / step.sides;
        if (sides !== step.sides)
            throw new Error(`${shuffle}: ${sides} sides instead of ${step.sides}`);
        return step.rolled;
    };
    try {
        runSnippet(entry.name, cards, parameterOf(entry, shuffle, n), die);
    } catch (error) {
        if (error !== enough) throw error;
    }
    return { calls, end: cards };
}
