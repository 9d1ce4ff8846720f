// SPDX-License-Identifier: MIT
//
// sandbox_find.js - which function of pasted code shuffles.
//
// The engine parses the code, as a script of its own; nothing here parses JavaScript. The
// next script can use everything that the first one declares at its top level. So a
// second script, probeOf(), looks up each word of the code as a name. Words in comments,
// strings and inner functions do no harm, because they name nothing.

const RESERVED = new Set(("arguments await break case catch class const continue " +
    "debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof " +
    "var void while with yield").split(" "));
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const MOST_WORDS = 20000;

const { getOwnPropertyNames } = Object;
const source = Function.prototype.toString;
const { isArray } = Array;

/** The words of the code that can be names, in their order. */
export const wordsOf = (code) => [...new Set(code.match(WORD) ?? [])]
    .filter((word) => !RESERVED.has(word)).slice(0, MOST_WORDS);

/** The script that looks words up, and calls `callback` with pairs of name and getter. */
export const probeOf = (words, callback) =>
    `${callback}([${words.map((word) => `["${word}",()=>${word}]`).join(",")}]);`;

/** The values that a probe has found: {name, value}. */
export function valuesOf(pairs) {
    const found = [];
    for (const [name, get] of pairs) {
        try {
            found.push({ name, value: get() });
        } catch {
            // Nothing has that name.
        }
    }
    return found;
}

const isClass = (value) => /^class\b/.test(source.call(value));
const isShuffle = ({ name }) => /shuff/i.test(name);

/** The functions that an object or a class has: {name, call, text}. */
function methodsOf(owner, value) {
    const isMethod = (name) => {
        try {
            return typeof value[name] === "function" && !isClass(value[name]);
        } catch {
            return false; // a getter that fails
        }
    };
    return getOwnPropertyNames(value).filter(isMethod).map((name) => ({
        name: owner === "" ? name : `${owner}.${name}`,
        call: (cards) => value[name](cards),
        text: source.call(value[name]),
    }));
}

/** The functions in a value: itself, or its methods. */
function functionsOf({ name, value }) {
    if (typeof value === "function" && !isClass(value))
        return [{ name, call: value, text: source.call(value) }];
    const holds = typeof value === "function" ||
        typeof value === "object" && value !== null && !isArray(value);
    return holds ? methodsOf(name, value) : [];
}

const bare = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, " ");

/** The last function that none of the others uses; if there is none, the last. */
function lastUnused(some) {
    const words = new Map(some.map((one) => [one, new Set(bare(one.text).match(WORD))]));
    const last = (name) => name.split(".").at(-1);
    const unused = some.filter((one) => some.every((other) =>
        other === one || !words.get(other).has(last(one.name))));
    return unused.at(-1) ?? some.at(-1);
}

/** The best function of some values. One with "shuffle" in its name is preferred, then
 * one that no other uses. Methods count only if "shuffle" is in their name, or if
 * `alone`. */
function bestOf(values, alone) {
    const all = values.flatMap(functionsOf);
    const plain = all.filter(({ name }) => !name.includes("."));
    const named = plain.filter(isShuffle);
    if (named.length > 0) return lastUnused(named);
    const methods = all.filter((one) => one.name.includes(".") && isShuffle(one));
    if (methods.length > 0) return lastUnused(methods);
    if (plain.length > 0) return lastUnused(plain);
    return alone && all.length > 0 ? lastUnused(all) : undefined;
}

/** The name of a function that was handed over; "" if it has none. */
const ownName = ({ name }) =>
    (typeof name === "string" && name !== "fairshufGiven" ? name : "");

/**
 * The function that shuffles.
 * @param {{given: *, added: string[], declared: Array<{name, value}>}} found given: what
 *   the code handed over (module.exports, export default, or all of it as an expression);
 *   added: names of methods that all arrays have now; declared: of valuesOf()
 * @returns {?{name: string, call: Function}} undefined if there is none
 */
export function findShuffle({ given, added, declared }) {
    if (typeof given === "function" && !isClass(given))
        return { name: ownName(given), call: given };
    const handed = bestOf([{ name: "", value: given }], true);
    if (handed) return handed;
    const best = bestOf(declared, false);
    if (best && (isShuffle(best) || added.length === 0)) return best;
    const method = added.find((name) => /shuff/i.test(name)) ?? added[0];
    return method === undefined ? undefined
        : { name: method, call: (cards) => cards[method]() };
}
