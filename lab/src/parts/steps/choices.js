// SPDX-License-Identifier: MIT
//
// choices.js - rolls that the visitor chose instead of the random ones.
//
// choose=4:0.25,6:0.5 says that the random numbers of steps 4 and 6 are 0.25 and 0.5. A
// roll is its random number times the sides of the die, rounded down. So two shuffles
// whose dice have different sides can use the same choice. All other rolls are random.

const WHOLE = 1e6; // millionths in 1: the core takes numbers with six digits
const MOST_STEPS = 400; // that the core shows
const CHOICE = /^([1-9]\d{0,2}):0(?:\.(\d{1,6}))?$/;

/** The choices of a text: [{step, millionths}], steps from 0, in ascending order. What is
 * no choice is left out; of two choices for one step, the second counts. */
export function readChoices(text) {
    const found = new Map();
    for (const one of (text ?? "").split(",")) {
        const [, step, digits = ""] = CHOICE.exec(one) ?? [];
        if (step <= MOST_STEPS) found.set(step - 1, Number(digits.padEnd(6, "0")));
    }
    return [...found].map(([step, millionths]) => ({ step, millionths }))
        .sort((a, b) => a.step - b.step);
}

/** The text of choices. */
export const writeChoices = (choices) => choices.map(({ step, millionths }) =>
    `${step + 1}:${millionths / WHOLE}`).join(",");

/**
 * A random number that gives a result: of those with two digits, one that is near the
 * middle and on no border, so that the roll can be checked by hand.
 * @param {number} rolled the result, from 0
 * @param {number} sides of its die, at most 64
 * @param {number[]} others sides of all dice that will get this number
 * @returns {number} in millionths
 */
export function numberFor(rolled, sides, others) {
    const middle = (rolled + 0.5) * 100 / sides;
    const borders = (k) => [sides, ...others].filter((m) => k * m % 100 === 0).length;
    const [best] = Array.from({ length: 100 }, (_, k) => k)
        .filter((k) => Math.floor(k * sides / 100) === rolled)
        .sort((a, b) => borders(a) - borders(b) ||
                        Math.abs(a - middle) - Math.abs(b - middle));
    return best * WHOLE / 100;
}

/** The choices with another one for a step; undefined: the random number. Choices for
 * later steps are dropped: the shuffle goes on from there. */
export const withChoice = (choices, step, millionths) =>
    [...choices.filter((choice) => choice.step < step),
     ...millionths === undefined ? [] : [{ step, millionths }]];
