// SPDX-License-Identifier: MIT
//
// address.js - what is shown, in the hash of the address: #race?a=down&n=10&seed=k3x9.

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
    // Colons and slashes of names need no escape in a hash, and read better without.
    const text = query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/");
    return text === "" ? `#${part}` : `#${part}?${text}`;
}

const AT_ONCE = 30; // changes of the address that are written as they come
const EVERY = 500; // milliseconds for each beyond those

/**
 * The address bar, for a hash that may change with every move of a slider. Browsers take
 * 100 changes in 30 seconds, or 200 in 10, and ignore or refuse all others; so of many in
 * a row only some are written, and the last.
 * @returns {{hash(): string, replace(hash: string): void, push(hash: string): void,
 *            left(): void}} hash: the one that was set last, written or not; left: the
 *   browser has gone to another address
 */
export function addressBar() {
    let latest = "";
    let timer;
    let credit = AT_ONCE;
    let then = 0;
    const left = () => {
        clearTimeout(timer);
        timer = undefined;
    };
    const write = () => {
        left();
        history.replaceState(null, "", latest);
    };
    addEventListener("pagehide", () => { if (timer !== undefined) write(); });
    return {
        hash: () => (timer === undefined ? location.hash : latest),
        replace(hash) {
            latest = hash;
            if (timer !== undefined) return;
            const now = performance.now();
            credit = Math.min(AT_ONCE, credit + (now - then) / EVERY) - 1;
            then = now;
            if (credit >= 0) write();
            else timer = setTimeout(write, -credit * EVERY);
        },
        push(hash) {
            if (timer !== undefined) write();
            history.pushState(null, "", hash);
        },
        left,
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
