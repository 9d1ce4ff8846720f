// SPDX-License-Identifier: MIT
//
// words.js - rolls and steps in words. Positions and cards are numbered from 0 here, and
// from 1 in the words.
import { say } from "../../lang/lang.js";
import { capital, count, listed } from "../../words.js";
import { cardNames } from "../../cards.js";
import { changeOf } from "./changes.js";

/** Sentences as one text; what is empty or false is left out. */
export const sentences = (list) => say.steps.join(list.filter(Boolean));

// ---- positions ---------------------------------------------------------------------

/** [0, 1, 2, 7] → "1 to 3 and 8". */
export function ranges(numbers) {
    const runs = [];
    for (const number of [...numbers].sort((a, b) => a - b)) {
        const run = runs.at(-1);
        if (run && run[1] === number - 1) run[1] = number;
        else runs.push([number, number]);
    }
    return listed(runs.flatMap(([first, last]) =>
        last - first > 1 ? [say.steps.range(first + 1, last + 1)]
            : first === last ? [`${first + 1}`] : [`${first + 1}`, `${last + 1}`]));
}

/** [0, 1, 2] → "positions 1 to 3"; [4] → "position 5". */
export const positions = (numbers) =>
    say.steps.positions(ranges(numbers), numbers.length);

const between = (low, high) =>
    positions(Array.from({ length: high - low + 1 }, (_, i) => low + i));

// ---- rolls -------------------------------------------------------------------------

/** Rolls of dice with more sides are shown as fractions. */
export const LARGE = 10000;

/** What the die shows: "4"; with very many sides, a fraction "0.131". */
export const faceText = ({ sides, rolled }) =>
    (sides > LARGE ? (rolled / sides).toFixed(3) : count(rolled + 1));

/** "4 of 6"; of a coin "heads". */
export const rollText = (step, isCoin) => (isCoin ? say.steps.coin[step.rolled]
    : step.sides > LARGE ? faceText(step)
    : say.steps.rolled(faceText(step), count(step.sides)));

const MOST_DIGITS = 6;

/** A random number, cut off after as many digits as one needs to check the rolls by hand:
 * times the number of sides and rounded down, it gives each of them. */
export function fractionText(fraction, steps) {
    const agrees = (cut) => steps.every(({ sides, rolled }) =>
        sides > LARGE || Math.floor(cut * sides) === rolled);
    for (let digits = 2; digits < MOST_DIGITS; digits += 1) {
        const cut = Math.floor(fraction * 10 ** digits) / 10 ** digits;
        if (agrees(cut)) return cut.toFixed(digits);
    }
    return (Math.floor(fraction * 10 ** MOST_DIGITS) / 10 ** MOST_DIGITS)
        .toFixed(MOST_DIGITS);
}

// ---- one step ----------------------------------------------------------------------

/** The position that a swap is for: the one known, or the one that is done by it. */
function ownerOf(changed, target, done) {
    if (changed.includes(target)) return target;
    const owners = changed.filter((place) => done.includes(place));
    return owners.length === 1 ? owners[0] : undefined;
}

const kinds = {
    none: (change, { before, target }, { one }) => (target === undefined
        ? say.steps.noMove : say.steps.stays(target + 1, one(before[target]))),
    swap: ({ changed }, { before, after, target, done }, { few }) => {
        const owner = ownerOf(changed, target, done);
        if (owner === undefined)
            return say.steps.swap(positions(changed),
                                  few(changed.map((place) => before[place])));
        const other = changed.find((place) => place !== owner);
        return say.steps.swapFor(owner + 1, other + 1,
                                 few([before[owner], after[owner]]));
    },
    move: ({ from, to }, { after }, { one }) => say.steps.move(
        { card: capital(one(after[to])), from: from + 1, to: to + 1 }),
    cut: ({ low, high, middle }) =>
        say.steps.packetsSwap(between(low, middle - 1), between(middle, high)),
    reverse: ({ low, high }) => say.steps.reversed(between(low, high)),
    many: ({ changed }, { after }, { one }) => (changed.length <= 4
        ? say.steps.moves(changed.length, changed.map((place) =>
            say.steps.cardTo(one(after[place]), place + 1)))
        : say.steps.manyMove(changed.length)),
};

/** What a step did to the deck, in a sentence. */
export function changeWords({ before, after }, { target, done = [] } = {}) {
    const change = changeOf(before, after);
    return kinds[change.kind](change, { before, after, target, done },
                              cardNames(before.length));
}

/** Which positions a step has finished, in a sentence; "" if none. */
function doneWords(done, left) {
    if (done.length === 0) return "";
    return left === 0 ? say.steps.nowAllDone
                      : say.steps.nowDone(capital(positions(done)), done.length);
}

/**
 * One step in a sentence or two.
 * @param {{sides: number, before: number[], after: number[], settled: boolean[]}} step
 * @param {{target?: number, settledBefore?: boolean[], instead?: string}} more target:
 *     the position that the step is about, if known; instead: words for what happened
 */
export function stepWords(step, { target, settledBefore, instead } = {}) {
    const done = step.settled.flatMap((is, place) =>
        (is && !settledBefore?.[place] ? [place] : []));
    const left = step.settled.filter((is) => !is).length;
    return sentences([step.sides === 1 && say.steps.oneSide,
                      instead ?? changeWords(step, { target, done }),
                      doneWords(done, left)]);
}

/** The same in a few words, for a table. */
export function brief({ before, after }) {
    const change = changeOf(before, after);
    const { one, few } = cardNames(before.length);
    switch (change.kind) {
    case "none": return say.steps.brief.none;
    case "swap":
        return say.steps.brief.swap(few(change.changed.map((place) => before[place])
            .sort((a, b) => a - b)));
    case "move": return say.steps.cardTo(one(after[change.to]), change.to + 1);
    case "cut": return say.steps.brief.cut(between(change.low, change.high));
    case "reverse": return say.steps.brief.reversed(between(change.low, change.high));
    default: return say.steps.brief.many(change.changed.length);
    }
}
