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

const AT_ONCE = 30; // changes of the address that are written as they come
const EVERY = 500; // milliseconds for each beyond those
const APART = 1000; // milliseconds between two choices that the Back button distinguishes

/**
 * The address bar, for a hash that may change with every move of a slider. Browsers take
 * 100 changes in 30 seconds, or 200 in 10, and ignore or refuse all others; so of many in
 * a row only some are written, and the last.
 * @returns {{hash(): string, replace(hash: string): void, push(hash: string): void,
 *            choose(hash: string): void, left(): void}} hash: the one that was set last,
 *   written or not; choose: as push, but of choices in quick succession, as by the arrow
 *   keys in a list, only the first and the last are kept; left: the browser has gone to
 *   another address
 */
export function addressBar() {
    let latest = "";
    let timer;
    let credit = AT_ONCE;
    let then = 0;
    let chosen = -Infinity; // when the last choice was made
    const left = () => {
        clearTimeout(timer);
        timer = undefined;
    };
    const write = () => {
        left();
        history.replaceState(null, "", latest);
    };
    addEventListener("pagehide", () => { if (timer !== undefined) write(); });
    const replace = (hash) => {
        latest = hash;
        if (timer !== undefined) return;
        const now = performance.now();
        credit = Math.min(AT_ONCE, credit + (now - then) / EVERY) - 1;
        then = now;
        if (credit >= 0) write();
        else timer = setTimeout(write, -credit * EVERY);
    };
    const push = (hash) => {
        if (timer !== undefined) write();
        history.pushState(null, "", hash);
    };
    return {
        hash: () => (timer === undefined ? location.hash : latest),
        replace,
        push,
        choose(hash) {
            const quick = performance.now() - chosen < APART;
            chosen = performance.now();
            (quick ? replace : push)(hash);
        },
        left() {
            left();
            chosen = -Infinity;
        },
    };
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

const SEED_BYTES = 79; // that the core takes

/** A text of the state that the core takes as a seed, else "". */
export const seedIfGood = (text = "") => (text.includes("\0") ||
    new TextEncoder().encode(text).length > SEED_BYTES ? "" : text);

/** A seed nobody has had before: 5 bits for each letter, from the browser's source. */
export function freshSeed(length = 8) {
    const letters = "0123456789abcdefghjkmnpqrstvwxyz";
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    return Array.from(bytes, (byte) => letters[byte & 31]).join("");
}
