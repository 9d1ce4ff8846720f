// SPDX-License-Identifier: MIT
//
// sandbox.js - the worker that runs pasted code: it can reach neither the page nor any
// network (the policy of the page forbids that), and the page ends it if it takes too
// long; see parts/yours/code.js.
//
// Messages in: {start: {core, script, n, seed}}, then {run: count}. Out: {ready: {name}},
// with the name of the function that shuffles, then {orders, took}; or {broken: {text,
// line, index}}, index: which of the orders that were asked for failed, from 0. The script
// may change whatever it likes of Array, Math and the like: what is needed here is taken
// before.
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

const broken = (text, line = 0) => post({ broken: { text, line, index } });

/** What was thrown, in words; it may be anything, and of any length. */
function errorWords(error) {
    try {
        const words = `${error?.message ?? error}`;
        return `it failed: ${words.length <= MOST_LETTERS ? words
            : `${words.slice(0, MOST_LETTERS)}…`}`;
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

/** Whether an error says that a script is no JavaScript: then nothing of it was run. */
const isUnreadable = (error) => error instanceof Unreadable && lineOf(error) === 0;

// ---- reading -----------------------------------------------------------------------

const addressOf = (script) =>
    URL.createObjectURL(new Blob([script], { type: "text/javascript" }));

/** Runs a script; false if it is no JavaScript. */
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

/** What the words of a script lead to, of what was not there before. */
function declaredBy(script, before) {
    let pairs = [];
    self.fairshufSee = (given) => { pairs = given; };
    load(addressOf(probeOf([...before.keys()], "fairshufSee")));
    return valuesOf(pairs).filter(({ name, value }) => value !== before.get(name));
}

/**
 * Runs the script, and finds its function. As an expression, too, if it declares none:
 * "(a) => a.reverse()" has no name.
 * @returns {?{name: string, call: Function}|string} a text: why there is none
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
    // Once more, so that the browser says what is wrong in which line.
    if (!readable) setTimeout(() => load(addressOf(script)));
    return readable ? undefined : "unreadable";
}

// ---- work --------------------------------------------------------------------------

/** Makes `count` orders; ends at the first that is none. */
function run(count) {
    const orders = new Bytes(count * size);
    const begun = now();
    for (index = 0; index < count; index += 1) {
        const cards = [];
        for (let card = 0; card < size; card += 1) cards[card] = card;
        const wrong = orderOf(cards, shuffle(cards), orders, index * size, size);
        if (wrong !== "") {
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
        broken("there is no function that takes an array; a class needs a static method " +
               "that does");
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
        broken(errorWords(error), lineOf(error));
    }
});
