// SPDX-License-Identifier: MIT
//
// address.js - what is shown, in the hash of the address: #race?a=down&n=10&seed=k3x9.
import { say } from "./lang/lang.js";

/** The part and its state in a hash; { part: "", state: {} } of an empty one. */
export function readAddress(hash) {
    const [, part, query] = /^#?([^?]*)\??(.*)$/s.exec(hash);
    return { part, state: Object.fromEntries(new URLSearchParams(query)) };
}

/** The hash of a part and its state; what is empty is left out. */
export function writeAddress(part, state = {}) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(state)) {
        if (value !== undefined && value !== null && value !== "")
            query.set(key, String(value));
    }
    // Colons, slashes and commas need no escape in a hash, and read better without.
    const text = query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/")
        .replaceAll("%2C", ",");
    return text === "" ? `#${part}` : `#${part}?${text}`;
}

const LONGEST = 20; // characters of a value that are repeated
const OLD_NAME = "fair"; // of the fair die, whose name is that of the core now

const shortened = (value) => (String(value).length > LONGEST
    ? `${String(value).slice(0, LONGEST)}…` : String(value));

/** Whether what is shown is what an address asks for. */
const isShown = (asked, shown) => asked === OLD_NAME || String(asked) === String(shown) ||
    (shown !== "" && Number(asked) === Number(shown));

/**
 * Says what of an address is not shown as it has it.
 * @param {object} given the state of the address
 * @param {object} whole the state that is shown instead; what is empty or missing in it is
 *   ignored
 * @returns {string} a sentence; "" if all that say.page.settings names is shown
 */
export function replacedWords(given, whole) {
    const used = [];
    const ignored = [];
    for (const [key, name] of Object.entries(say.page.settings)) {
        const shown = whole[key] ?? "";
        if (!given[key] || isShown(given[key], shown)) continue;
        if (shown === "") ignored.push([name, shortened(given[key])]);
        else used.push([name, shortened(shown), shortened(given[key])]);
    }
    return used.length + ignored.length === 0 ? "" : say.page.replaced(used, ignored);
}

/** A whole number of the state within bounds, else `usual`. */
export function wholeNumber(text, least, most, usual) {
    if (text === undefined || !/^[0-9]{1,15}$/.test(text)) return usual;
    return Math.min(most, Math.max(least, Number(text)));
}

/** The same of a state that need not have the number: what is missing stays so. */
export const numberIfGiven = (text, ...bounds) => text && wholeNumber(text, ...bounds);

/** One of some names, else "". */
export const nameIfKnown = (text, names) => (names.includes(text) ? text : "");
