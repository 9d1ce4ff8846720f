// SPDX-License-Identifier: MIT
//
// sandbox.js - the worker that runs pasted code. The code can reach neither the page nor
// the network (the policy of the page forbids that), and the page ends the worker if it
// takes too long; see parts/yours/code.js.
//
// Messages in: {start: {core, script, n, seed}}, then {run: count}. Messages out: {ready:
// {name}}, with the name of the function that shuffles, then {orders, took}; or {broken:
// {code, details, line, index}}. code and details are those of a message of say.errors;
// line is where the error came from, 0 if unknown; index is which of the requested orders
// failed, from 0. The script may replace Array, Math and so on, so everything that is
// needed here is taken before.
import { loadCore } from "./core.js";
import { findShuffle, probeOf, valuesOf, wordsOf } from "./sandbox_find.js";
import { orderOf } from "./sandbox_order.js";

const post = self.postMessage.bind(self);
const load = self.importScripts.bind(self);
const now = performance.now.bind(performance);
const Bytes = Uint8Array;
const Unreadable = SyntaxError;
const { prototype: arrays } = Array;
const { getOwnPropertyNames } = Object;
const methodNames = () => getOwnPropertyNames(arrays);
const MOST_LETTERS = 300; // of an error

let shuffle;
let size = 0;
let index = 0; // of the order that is made
let address = ""; // of the script

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

/** Removes everything that leads out of the worker, also from what the worker
 * inherits. */
function lockUp() {
    for (const name of ["postMessage", "fetch", "XMLHttpRequest", "WebSocket",
                        "EventSource", "Worker", "SharedWorker", "BroadcastChannel",
                        "importScripts", "close", "indexedDB", "caches"]) {
        for (let at = self; at !== null; at = Object.getPrototypeOf(at)) delete at[name];
        self[name] = undefined;
    }
    for (const name of Object.keys(console)) console[name] = () => {};
}

// ---- errors ------------------------------------------------------------------------

const broken = (error, line = 0) =>
    post({ broken: { code: error.code, details: error.details ?? {}, line, index } });

/** What was thrown, as an error. It may be anything, and of any length. */
function thrown(error) {
    try {
        const words = `${error?.message ?? error}`;
        return { code: "code-threw",
                 details: { text: words.length <= MOST_LETTERS ? words
                     : `${words.slice(0, MOST_LETTERS)}…` } };
    } catch {
        return { code: "code-threw-unknown" };
    }
}

/** The line of the code where an error came from; 0 if unknown. */
function lineOf(error) {
    try {
        const [, rest] = error.stack.split(address);
        return Number(/^:([0-9]+)/.exec(rest)?.[1] ?? 0);
    } catch {
        return 0;
    }
}

/** Whether an error says that a script is not JavaScript. Then none of it has run. */
const isUnreadable = (error) => error instanceof Unreadable && lineOf(error) === 0;

// ---- reading -----------------------------------------------------------------------

const addressOf = (script) =>
    URL.createObjectURL(new Blob([script], { type: "text/javascript" }));

/** Runs a script; returns false if it is not JavaScript. */
function runs(script) {
    address = addressOf(script);
    try {
        load(address);
        return true;
    } catch (error) {
        if (isUnreadable(error)) return false;
        throw error;
    }
}

/** The values that a script has declared: those of its words that are new. */
function declaredBy(script, before) {
    let pairs = [];
    self.fairshufSee = (given) => { pairs = given; };
    load(addressOf(probeOf([...before.keys()], "fairshufSee")));
    return valuesOf(pairs).filter(({ name, value }) => value !== before.get(name));
}

/**
 * Runs the script and finds its function. If it declares none, runs it as an expression:
 * "(a) => a.reverse()" has no name.
 * @returns {{name: string, call: Function}|string|undefined} "unreadable" if it is not
 *   JavaScript; undefined if there is no function
 */
function read(script) {
    const module = { exports: {} };
    const { exports } = module;
    Object.assign(self, { window: self, module, exports, fairshufGiven: undefined });
    const before = new Map(wordsOf(script).map((word) => [word, self[word]]));
    const methods = new Set(methodNames());
    const readable = runs(script);
    const found = () => findShuffle({
        given: self.fairshufGiven ?? (module.exports === exports &&
            Object.keys(exports).length === 0 ? undefined : module.exports),
        added: methodNames().filter((name) => !methods.has(name)),
        declared: readable ? declaredBy(script, before) : [],
    });
    const declared = readable ? found() : undefined;
    if (declared) return declared;
    if (runs(`self.fairshufGiven =${script}`)) return found();
    // Load it again, so that the browser reports what is wrong in which line.
    if (!readable) setTimeout(() => load(addressOf(script)));
    return readable ? undefined : "unreadable";
}

// ---- work --------------------------------------------------------------------------

/** Makes `count` orders; stops at the first result that is not one. */
function run(count) {
    const orders = new Bytes(count * size);
    const begun = now();
    for (index = 0; index < count; index += 1) {
        const cards = [];
        for (let card = 0; card < size; card += 1) cards[card] = card;
        const wrong = orderOf(cards, shuffle(cards), orders, index * size, size);
        if (wrong !== null) {
            broken(wrong);
            return;
        }
    }
    post({ orders, took: now() - begun }, [orders.buffer]);
}

async function start({ core, script, n, seed }) {
    size = n;
    if (seed !== null) useSeed(await loadCore(core), seed);
    lockUp();
    const found = read(script);
    if (found === "unreadable") return;
    if (found === undefined) {
        broken({ code: "code-no-function" });
        return;
    }
    shuffle = found.call;
    post({ ready: { name: found.name } });
}

addEventListener("message", async ({ data }) => {
    try {
        if (data.start) await start(data.start);
        else if (shuffle) run(data.run);
    } catch (error) {
        broken(thrown(error), lineOf(error));
    }
});
