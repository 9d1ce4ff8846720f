// SPDX-License-Identifier: MIT
//
// changes.js - what one step of a shuffle did, found out by comparing the deck before and
// after it. Positions and cards are numbered from 0.

/** The positions that hold another card than before. */
export const changes = (before, after) =>
    before.flatMap((card, place) => (card === after[place] ? [] : [place]));

/** A trace in which settled positions stay settled to the end. (The core has tried some
 * ways to go on, not all of them; the one that is shown may be another.) */
export function steadied(trace) {
    const steps = [...trace.steps];
    for (let k = steps.length - 2; k >= 0; k -= 1) {
        const next = steps[k + 1];
        steps[k] = { ...steps[k], settled: steps[k].settled.map((is, place) =>
            is && next.settled[place] && next.before[place] === next.after[place]) };
    }
    return { ...trace, steps };
}

/** Whether the cards from `low` to `high` are the same, each `by` positions further on,
 * in a ring. */
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
