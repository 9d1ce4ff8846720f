// SPDX-License-Identifier: MIT
//
// workers.mjs - workers of the page that a test can hold up, or let fail.

/** Watches all workers that the page makes from now on. Call it before window.go(). */
export async function watchWorkers(window) {
    await window.page.addInitScript(() => {
        const held = []; // messages that wait
        const tricks = { made: 0, alive: new Set(), hold: null, fail: null, failAfter: null,
                         spoil: false };
        const has = (message, [key, value]) =>
            key in message && (value === undefined || message[key] === value);
        const stop = (worker) => {
            worker.terminate();
            worker.onerror(new ErrorEvent("error", { message: "stopped by the test" }));
        };
        globalThis.Worker = class extends Worker {
            constructor(address) {
                super(address);
                tricks.made += 1;
                tricks.alive.add(this);
                // Before the page's own listener.
                this.addEventListener("message", ({ data }) => {
                    if (!tricks.failAfter || !has(data, tricks.failAfter)) return;
                    const { onmessage } = this;
                    this.onmessage = (event) => {
                        onmessage.call(this, event);
                        stop(this);
                    };
                });
            }

            terminate() {
                tricks.alive.delete(this);
                super.terminate();
            }

            postMessage(message, ...rest) {
                if (tricks.spoil && message.core)
                    super.postMessage({ core: new ArrayBuffer(8) });
                else if (tricks.fail && has(message, tricks.fail)) stop(this);
                else if (tricks.hold && has(message, tricks.hold))
                    held.push(() => super.postMessage(message, ...rest));
                else super.postMessage(message, ...rest);
            }
        };
        tricks.release = () => {
            tricks.hold = null;
            for (const send of held.splice(0)) send();
        };
        tricks.held = () => held.length;
        globalThis.workerTricks = tricks;
    });
}

/**
 * Sets what happens to messages from now on. A message is named by a key that it has, and
 * perhaps its value, such as ["finish"] or ["ask", "trace"]; null: no message.
 * @param {{hold?: ?Array, fail?: ?Array, failAfter?: ?Array, spoil?: boolean}} tricks hold:
 *   messages to workers wait for release(); fail: they end the worker instead; failAfter: the
 *   worker ends after it has sent such a message; spoil: no worker can load the core
 */
export const setTricks = (window, tricks) => window.page.evaluate((wanted) =>
    void Object.assign(globalThis.workerTricks, wanted), tricks);

/** As setTricks(), for all pages that are opened from now on. */
export const setTricksAtStart = (window, tricks) => window.page.addInitScript((wanted) =>
    void Object.assign(globalThis.workerTricks, wanted), tricks);

/** Sends what was held. */
export const release = (window) => window.page.evaluate(() =>
    globalThis.workerTricks.release());

/** How many messages are held. */
export const heldNow = (window) => window.page.evaluate(() =>
    globalThis.workerTricks.held());

/** How many workers the page has made. */
export const workersMade = (window) => window.page.evaluate(() =>
    globalThis.workerTricks.made);

/** How many of them have not been ended. */
export const workersAlive = (window) => window.page.evaluate(() =>
    globalThis.workerTricks.alive.size);
