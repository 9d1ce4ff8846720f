// SPDX-License-Identifier: MIT
//
// ways.js - from a shuffle in one part to the same shuffle in the others.
import { writeAddress } from "./address.js";
import { dieOf, entryOf, fairDieOf, isLibrary, MOST_CARDS, MOST_STEPS_CARDS, shuffleEntry }
    from "./catalogue.js";
import { h } from "./dom.js";
import { say } from "./lang/lang.js";

const RIVAL = "down"; // Fisher-Yates: other shuffles are compared with it
const MOST_EXACT = 3; // cards whose tree of choices fits on a screen

/** A link to a part that looks like a button. */
export const wayTo = (part, state, text, test) =>
    h("a", { class: "button", href: writeAddress(part, state), "data-test": test }, text);

function toRace(context, { shuffle, die, n, seed }, test) {
    const fair = isLibrary(shuffle) || dieOf(context, die) === fairDieOf(context);
    const alone = isLibrary(shuffle) || (shuffle === RIVAL && fair);
    const { compare, compareNumbers, compareFair } = say.controls;
    const text = alone ? compare : shuffle === RIVAL ? compareNumbers : compareFair;
    return wayTo("race", { a: shuffle, da: die, b: alone ? "" : RIVAL, n, seed }, text,
                 test);
}

function toExact({ shuffle, die, n }, test) {
    const few = Math.min(n, MOST_EXACT);
    return wayTo("exact", { shuffle, die, n: few },
                 say.controls.proof(few), test);
}

/**
 * Links to the parts that show a shuffle.
 * @param {object} context of the page
 * @param {string} from the part that they are in, which is left out
 * @param {{shuffle: string, die?: string, n: number, seed?: string}} plan
 * @param {(part: string) => string} [test] their names for tests
 * @returns {HTMLElement[]} none, if the catalogue does not know the names
 */
export function waysFrom(context, from, plan, test = (part) => `${from}-to-${part}`) {
    const { shuffle, die, n, seed } = plan;
    const known = shuffleEntry(context, shuffle) &&
        (isLibrary(shuffle) || entryOf(context.catalogue.dice, dieOf(context, die)));
    if (!known) return [];
    const sized = (most) => ({ shuffle, die, n: Math.min(n, most), seed });
    const parts = isLibrary(shuffle) ? ["race"] : ["race", "steps", "exact"];
    const ways = {
        race: () => toRace(context, sized(MOST_CARDS), test("race")),
        steps: () => wayTo("steps", sized(MOST_STEPS_CARDS), say.controls.steps,
                            test("steps")),
        exact: () => toExact(plan, test("exact")),
    };
    return parts.filter((part) => part !== from).map((part) => ways[part]());
}
