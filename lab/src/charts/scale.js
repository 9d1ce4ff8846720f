// SPDX-License-Identifier: MIT
//
// scale.js - the diverging scale: blue for too rare, the colour of the surface for the
// fair share, orange for too frequent.
//
// A deviation is relative: 0.3 is 30 % more than the fair share, -1 is never; or, where
// cells have different shares, it is in standard deviations. The scale is linear, and
// reaches to the largest deviation there is, but at least three times as far as chance
// takes a cell: so chance is pale however few the trials are, and a fair shuffle stays
// calm at any number of them.

const STEPS = 4; // shades between two colours that have names
const NAMED = 3;

/** Levels run from -LEVELS to LEVELS. */
export const LEVELS = STEPS * NAMED;

function mixed(side, level) {
    const name = (k) => (k === 0 ? "var(--even)" : `var(--${side}-${k})`);
    const below = Math.floor(level / STEPS);
    const share = Math.round((level % STEPS) / STEPS * 100);
    if (share === 0) return name(below);
    return `color-mix(in oklab, ${name(below + 1)} ${share}%, ${name(below)})`;
}

const fills = Array.from({ length: 2 * LEVELS + 1 }, (_, i) =>
    (i < LEVELS ? mixed("less", LEVELS - i) : mixed("more", i - LEVELS)));

/** The colour of a level. */
export const fillOf = (level) => fills[level + LEVELS];

/** The next number of 1, 1.5, 2, 3, 5, 7, 10, ... */
function niceAbove(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 1.5, 2, 3, 5, 7, 10].find((k) => k * power >= value * (1 - 1e-9)) * power;
}

const SAME = 1e-9; // fractions of exact laws are rounded to 12 digits

/**
 * @param {Iterable<number>} deviations NaN where there is no cell
 * @param {number} chance how far chance takes a cell; 0 if nothing is left to chance
 * @param {number} [never] how far below the fair share is never
 * @returns {{up: number, down: number, flat: boolean, chance: number,
 *            level(deviation: number): number}} up, down: the ends; flat: all is even
 */
export function divergingScale(deviations, chance, never = 1) {
    let largest = 3 * chance;
    for (const d of deviations) {
        if (Math.abs(d) > largest) largest = Math.abs(d);
    }
    const flat = largest < SAME;
    const up = flat ? 1 : niceAbove(largest);
    // Nothing is rarer than never.
    const down = Math.max(Math.min(up, never), 3 * chance);
    const level = (deviation) => {
        if (flat || !(Math.abs(deviation) >= SAME)) return 0;
        const share = deviation > 0 ? deviation / up : deviation / down;
        return Math.round(Math.max(-1, Math.min(1, share)) * LEVELS);
    };
    return { up, down, flat, chance, level };
}
