// SPDX-License-Identifier: MIT
//
// address_bar.js - writes the hash of the address, no more often than browsers allow.

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
