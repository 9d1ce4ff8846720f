// SPDX-License-Identifier: MIT
//
// scale.js - the diverging scale: blue for too rare, the colour of the surface for the
// fair share, orange for too frequent.
//
// A deviation is relative: 0.3 is 30 % more than the fair share, -1 is never; or, where
// cells have different shares, it is in standard deviations. What chance does to a cell
// stays blank. Beyond that the scale is linear, up to the largest deviation there is, but
// at least to four times what chance does: a cell that is just beyond chance is pale.
//
// Maps that are compared share the ends of their scales, so that a colour means the same
// in all of them: see sharedExtent().

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

/** The next round number: 1, 1.5, 2, 2.5, 3, 4, 5, ...; 0 of 0. */
function niceAbove(value) {
    if (value === 0) return 0;
    const power = 10 ** Math.floor(Math.log10(value));
    const enough = (k) => k * power >= value * (1 - 1e-9);
    return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find(enough) * power;
}

const SAME = 1e-9; // fractions of exact laws are rounded to 12 digits
const LEAST = 4; // times what chance does: so far the scale reaches at least

/**
 * How far a scale must reach. In round numbers, so that it rarely changes.
 * @param {Iterable<number>} deviations NaN where there is no cell
 * @param {number} chance how far chance takes a cell; 0 if nothing is left to chance
 * @returns {{largest: number, least: number}} the largest deviation; and how far the
 *   scale reaches at least
 */
export function extentOf(deviations, chance) {
    let largest = 0;
    for (const d of deviations) {
        if (Math.abs(d) > largest) largest = Math.abs(d);
    }
    return { largest: largest < SAME ? 0 : niceAbove(largest),
             least: niceAbove(LEAST * chance) };
}

/**
 * The extent of several maps that are compared: the largest of all.
 * @returns {{join(redraw: () => void): {set(extent: ?object): void, all(): object}}}
 *   join: for each map; set: its extent, null if it is not shown, and the others are
 *   redrawn if that changes theirs; all: the extent of all of them
 */
export function sharedExtent() {
    const extents = new Map(); // by redraw
    const all = () => {
        const known = [...extents.values()];
        return { largest: Math.max(0, ...known.map(({ largest }) => largest)),
                 least: Math.max(0, ...known.map(({ least }) => least)) };
    };
    return {
        join: (redraw) => ({
            all,
            set(extent) {
                const before = all();
                if (extent) extents.set(redraw, extent);
                else extents.delete(redraw);
                const after = all();
                if (before.largest === after.largest && before.least === after.least)
                    return;
                for (const other of extents.keys()) if (other !== redraw) other();
            },
        }),
    };
}

/**
 * @param {{largest: number, least: number}} extent of extentOf() or of sharedExtent()
 * @param {number} chance how far chance takes a cell: so far it is blank
 * @param {number} [never] how far below the fair share is never
 * @returns {{up: number, down: number, chance: number, level(deviation: number): number,
 *            from(level: number): number}} up, down: the ends; from: the deviation where
 *   a level begins, seen from the middle
 */
export function divergingScale({ largest, least }, chance, never = 1) {
    const flat = Math.max(largest, least) === 0;
    const up = flat ? 1 : Math.max(largest, least);
    // Nothing is rarer than never.
    const down = Math.max(Math.min(up, never), least);
    const blank = Math.max(chance, SAME);
    const level = (deviation) => {
        if (flat || !(Math.abs(deviation) > blank)) return 0;
        const end = deviation > 0 ? up : down;
        const share = Math.min(1, (Math.abs(deviation) - blank) / (end - blank));
        return Math.sign(deviation) * Math.round(share * LEVELS);
    };
    const from = (k) => {
        const end = k > 0 ? up : down;
        return Math.sign(k) * (blank + (Math.abs(k) - 0.5) / LEVELS * (end - blank));
    };
    return { up, down, chance, level, from };
}
