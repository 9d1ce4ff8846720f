// SPDX-License-Identifier: MIT
//
// words.js - what one step of a shuffle did, in words, found out by comparing the
// deck before and after it. Places and cards are from 0 here, and from 1 in the words.
import { capital, count, listed, scientific, superscript } from "../../words.js";

/** [0, 1, 2, 7] → "1 to 3 and 8". */
export function ranges(numbers) {
    const runs = [];
    for (const number of [...numbers].sort((a, b) => a - b)) {
        const run = runs.at(-1);
        if (run && run[1] === number - 1) run[1] = number;
        else runs.push([number, number]);
    }
    return listed(runs.flatMap(([first, last]) =>
        last - first > 1 ? [`${first + 1} to ${last + 1}`]
            : first === last ? [`${first + 1}`] : [`${first + 1}`, `${last + 1}`]));
}

/** [0, 1, 2] → "places 1 to 3"; [4] → "place 5". */
export const places = (numbers) =>
    `${numbers.length === 1 ? "place" : "places"} ${ranges(numbers)}`;

/** The places that hold another card than before. */
export const changes = (before, after) =>
    before.flatMap((card, place) => (card === after[place] ? [] : [place]));

/** A trace in which what is settled stays as it is to the end. (The core has tried some
 * ways to go on, not all; the one that is shown may be another.) */
export function steadied(trace) {
    const steps = [...trace.steps];
    for (let k = steps.length - 2; k >= 0; k -= 1) {
        const next = steps[k + 1];
        steps[k] = { ...steps[k], settled: steps[k].settled.map((is, place) =>
            is && next.settled[place] && next.before[place] === next.after[place]) };
    }
    return { ...trace, steps };
}

// ---- which kind of change it is ----------------------------------------------------

/** Whether the cards from `low` to `high` are the same, each `by` places further on, in
 * a ring. */
function turned(before, after, low, high, by) {
    const size = high - low + 1;
    for (let i = 0; i < size; i += 1)
        if (after[low + ((i + by) % size)] !== before[low + i]) return false;
    return true;
}

function reversed(before, after, low, high) {
    for (let i = low; i <= high; i += 1)
        if (after[i] !== before[low + high - i]) return false;
    return true;
}

/**
 * What kind of change it is: none, swap, move (one card, and those between make room),
 * cut (two packets change places), reverse, or many.
 * @returns {{kind: string, changed: number[], [more: string]: any}}
 */
export function changeOf(before, after) {
    const changed = changes(before, after);
    const low = changed[0], high = changed.at(-1);
    if (changed.length === 0) return { kind: "none", changed };
    if (changed.length === 2) return { kind: "swap", changed };
    if (turned(before, after, low, high, 1))
        return { kind: "move", changed, from: high, to: low };
    if (turned(before, after, low, high, high - low))
        return { kind: "move", changed, from: low, to: high };
    for (let by = 2; by < high - low; by += 1)
        if (turned(before, after, low, high, by))
            return { kind: "cut", changed, low, high, middle: high + 1 - by };
    if (reversed(before, after, low, high))
        return { kind: "reverse", changed, low, high };
    return { kind: "many", changed };
}

// ---- words -------------------------------------------------------------------------

const from = (low, high) =>
    places(Array.from({ length: high - low + 1 }, (_, i) => low + i));

/** The place that a swap is for: the one known, or the one that is done by it. */
function ownerOf(changed, target, done) {
    if (changed.includes(target)) return target;
    const owners = changed.filter((place) => done.includes(place));
    return owners.length === 1 ? owners[0] : undefined;
}

const sentences = {
    none: (change, { before, target }) => target === undefined ? "No card moves."
        : `The die chooses place ${target + 1} itself: its card, ` +
          `${before[target] + 1}, stays.`,
    swap: ({ changed }, { before, after, target, done }) => {
        const owner = ownerOf(changed, target, done);
        if (owner === undefined)
            return `The cards at ${places(changed)} are swapped: cards ` +
                `${listed(changed.map((place) => before[place] + 1))}.`;
        const other = changed.find((place) => place !== owner);
        return `Place ${owner + 1} gets the card at place ${other + 1}: cards ` +
            `${before[owner] + 1} and ${after[owner] + 1} are swapped.`;
    },
    move: ({ from: first, to }, { after }) =>
        `Card ${after[to] + 1} moves from place ${first + 1} to place ${to + 1}; the ` +
        `cards between go one place ${to < first ? "on" : "back"}.`,
    cut: ({ low, high, middle }) =>
        `Two packets change places: the cards at ${from(low, middle - 1)} go behind ` +
        `those at ${from(middle, high)}.`,
    reverse: ({ low, high }) => `The cards at ${from(low, high)} are turned round.`,
    many: ({ changed }, { after }) => changed.length <= 4
        ? `${changed.length} cards move: ${listed(changed.map((place) =>
            `card ${after[place] + 1} to place ${place + 1}`))}.`
        : `${changed.length} cards move at once. The order is now ` +
          `${after.map((card) => card + 1).join(" ")}.`,
};

function doneWords(done, left) {
    if (left === 0) return done.length > 0 ? " Now all places are done." : "";
    if (done.length === 0) return "";
    return ` ${capital(places(done))} ${done.length === 1 ? "is" : "are"} done.`;
}

/**
 * One step in a sentence or two.
 * @param {{sides: number, before: number[], after: number[], settled: boolean[]}} step
 * @param {{target?: number, settledBefore?: boolean[]}} more target: the place that the
 *     step is about, if known
 */
export function stepWords(step, { target, settledBefore } = {}) {
    const { before, after, settled } = step;
    const done = settled.flatMap((is, place) =>
        (is && !settledBefore?.[place] ? [place] : []));
    const left = settled.filter((is) => !is).length;
    const change = changeOf(before, after);
    const choice = step.sides === 1 ? "There is only one number to roll. " : "";
    return choice + sentences[change.kind](change, { before, after, target, done }) +
        doneWords(done, left);
}

/** The same in a few words, for a table. */
export function brief({ before, after }) {
    const change = changeOf(before, after);
    switch (change.kind) {
    case "none": return "no card moves";
    case "swap": {
        const [a, b] = change.changed.map((place) => before[place] + 1);
        return `cards ${Math.min(a, b)} and ${Math.max(a, b)} swapped`;
    }
    case "move": return `card ${after[change.to] + 1} to place ${change.to + 1}`;
    case "cut": return `${from(change.low, change.high)} cut`;
    case "reverse": return `${from(change.low, change.high)} turned round`;
    default: return `${change.changed.length} cards move`;
    }
}

/** A number of the die; one beyond 2^53 is not known to the last digit. */
export const face = (number) =>
    (Number.isSafeInteger(number) ? count(number) : scientific(number));

/** The same where there is little room. */
export const shortFace = (number) => (number < 1e6 ? count(number) : scientific(number));

/** "1 to 8"; "1 to 2⁶³". */
export function sidesText(sides) {
    const bits = Math.log2(sides);
    return `1 to ${!Number.isSafeInteger(sides) && Number.isInteger(bits)
        ? `2${superscript(bits)}` : face(sides)}`;
}

/** "a number from 1 to 8: 3". */
export const rollWords = ({ sides, rolled }) =>
    `a number from ${sidesText(sides)}: ${face(rolled + 1)}`;
