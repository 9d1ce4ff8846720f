// SPDX-License-Identifier: MIT
//
// sandbox.js - the worker that runs pasted code: it can reach neither the page nor any
// network (the policy of the page forbids that), and the page ends it if it takes too long.
//
// The code follows this script in the same file, and hands its function to
// fairshufSandbox(). Messages in: {start: {core, n, seed}}, then {run: count}. Out:
// {orders, took}, or {broken: {text, line}}.
import { loadCore } from "./core.js";
import { orderOf } from "./sandbox_order.js";

const post = self.postMessage.bind(self);
const now = performance.now.bind(performance);

let shuffle;
let deck;
let random;

/** Math.random and crypto.getRandomValues from the seed: the same address, the same run. */
function useSeed(core, seed) {
    const source = core.random(seed);
    const block = new Float64Array(4096);
    let next = block.length;
    const roll = () => {
        if (next === block.length) {
            source.fill(block);
            next = 0;
        }
        next += 1;
        return block[next - 1];
    };
    Math.random = roll;
    crypto.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(roll() * 256);
        return array;
    };
}

/** The line of the pasted code where an error came from; 0: not known. */
function lineOf(error) {
    const [, line] = /blob:[^)\s]*:([0-9]+):[0-9]+/.exec(error?.stack ?? "") ?? [];
    return Math.max(0, Number(line ?? 0) - self.fairshufLine);
}

function broken(text, line = 0) {
    post({ broken: { text, line } });
}

/** Makes `count` orders; ends at the first that is none. */
function run(count) {
    const n = deck.length;
    const orders = new Uint8Array(count * n);
    const begun = now();
    for (let i = 0; i < count; i++) {
        const cards = deck.slice();
        let result;
        try {
            result = shuffle(cards);
        } catch (error) {
            broken(`it failed: ${error?.message ?? String(error)}`, lineOf(error));
            return;
        }
        const wrong = orderOf(cards, result, n, orders.subarray(i * n, (i + 1) * n));
        if (wrong !== "") {
            broken(wrong);
            return;
        }
    }
    post({ orders, took: now() - begun }, [orders.buffer]);
}

onmessage = async ({ data }) => {
    if (data.start) {
        const { core, n, seed } = data.start;
        deck = Array.from({ length: n }, (_, i) => i);
        if (seed !== null) useSeed(await loadCore(core), seed);
        random = true;
        if (typeof shuffle !== "function")
            broken("there is no function in it: paste one that takes an array");
        else post({ ready: true });
    } else if (data.run && random) {
        run(data.run);
    }
};

/** Called by the code that follows. */
self.fairshufSandbox = (given) => {
    shuffle = given ?? (typeof [].shuffle === "function"
        ? (cards) => cards.shuffle() : undefined);
};
for (const name of ["postMessage", "fetch", "XMLHttpRequest", "WebSocket", "EventSource",
                    "Worker", "importScripts", "close", "indexedDB", "caches"])
    self[name] = undefined;
for (const name of Object.keys(console)) console[name] = () => {};
