// SPDX-License-Identifier: MIT
//
// sandbox.js - the worker that runs pasted code: it can reach neither the page nor any
// network (the policy of the page forbids that), and the page ends it if it takes too
// long; see parts/yours/code.js.
//
// Messages in: {start: {core, script, n, seed}}, then {run: count}. Out: {ready}, then
// {orders, took}; or {broken: {text, line}}. The script hands its function to
// fairshufSandbox(). It may change whatever it likes of Array, Math and the like: what is
// needed here is taken before.
import { loadCore } from "./core.js";
import { orderOf } from "./sandbox_order.js";

const post = self.postMessage.bind(self);
const load = self.importScripts.bind(self);
const now = performance.now.bind(performance);
const Bytes = Uint8Array;

let shuffle;
let size = 0;
let address = "";

/** Math.random and crypto.getRandomValues from the seed: same address, same run. */
function useSeed(core, seed) {
    const source = core.random(seed);
    const block = new Float64Array(4096);
    const { floor } = Math;
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
        const bytes = new Bytes(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i += 1) bytes[i] = floor(roll() * 256);
        return array;
    };
}

/** Takes away what leads out, from the worker and from what it inherits. */
function lockUp() {
    for (const name of ["postMessage", "fetch", "XMLHttpRequest", "WebSocket",
                        "EventSource", "Worker", "SharedWorker", "BroadcastChannel",
                        "importScripts", "close", "indexedDB", "caches"]) {
        for (let at = self; at !== null; at = Object.getPrototypeOf(at)) delete at[name];
        self[name] = undefined;
    }
    for (const name of Object.keys(console)) console[name] = () => {};
}

// ---- what went wrong ---------------------------------------------------------------

const broken = (text, line = 0) => post({ broken: { text, line } });

/** What was thrown, in words; it may be anything. */
function wordsOf(error) {
    try {
        return `it failed: ${error?.message ?? error}`;
    } catch {
        return "it failed, and threw something that cannot be shown";
    }
}

/** The line of the code where an error came from; 0: not known. */
function lineOf(error) {
    try {
        const [, rest] = error.stack.split(address);
        return Number(/^:([0-9]+)/.exec(rest)?.[1] ?? 0);
    } catch {
        return 0;
    }
}

// ---- work --------------------------------------------------------------------------

/** Makes `count` orders; ends at the first that is none. */
function run(count) {
    const orders = new Bytes(count * size);
    const begun = now();
    for (let i = 0; i < count; i += 1) {
        const cards = [];
        for (let card = 0; card < size; card += 1) cards[card] = card;
        const wrong = orderOf(cards, shuffle(cards), orders, i * size, size);
        if (wrong !== "") {
            broken(wrong);
            return;
        }
    }
    post({ orders, took: now() - begun }, [orders.buffer]);
}

/** Called by the script. */
self.fairshufSandbox = (given) => {
    shuffle = given ?? (typeof [].shuffle === "function"
        ? (cards) => cards.shuffle() : undefined);
};

/** Reads the script; an error in it is told by the browser, with its line. */
function read(script) {
    address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    lockUp();
    setTimeout(() => {
        load(address);
        if (typeof shuffle !== "function")
            broken("there is no function in it: paste one that takes an array");
        else post({ ready: true });
    });
}

addEventListener("message", async ({ data }) => {
    try {
        if (data.start) {
            const { core, script, n, seed } = data.start;
            size = n;
            if (seed !== null) useSeed(await loadCore(core), seed);
            read(script);
        } else if (shuffle) {
            run(data.run);
        }
    } catch (error) {
        broken(wordsOf(error), lineOf(error));
    }
});
