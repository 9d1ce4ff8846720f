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

/**
 * Says which numbers of an address are not shown as it has them.
 * @param {object} given the state of the address
 * @param {object} whole the state that is shown instead
 * @returns {string} a sentence; "" if all numbers are shown
 */
export function replacedWords(given, whole) {
    const replaced = Object.entries(say.page.numbers)
        .filter(([key]) => given[key] && whole[key] !== "" && whole[key] !== undefined &&
            Number(given[key]) !== Number(whole[key]))
        .map(([key, name]) => {
            const text = String(given[key]);
            return [name, whole[key], text.length > 20 ? `${text.slice(0, 20)}…` : text];
        });
    return replaced.length === 0 ? "" : say.page.replaced(replaced);
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

/** A seed nobody has had before: 40 bits from the browser's source. */
export function freshSeed() {
    const letters = "0123456789abcdefghjkmnpqrstvwxyz";
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return Array.from(bytes, (byte) => letters[byte & 31]).join("");
}
