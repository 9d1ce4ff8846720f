// SPDX-License-Identifier: MIT
//
// scale.js - the diverging scale: blue for too rare, the colour of the surface for the
// fair share, orange for too frequent.
//
// A deviation is relative: 0.3 is 30% more than the fair share, -1 is never. Where cells
// have different shares, deviations are in standard deviations instead. Deviations that
// chance explains stay blank. Beyond that the scale is linear.
//
// The scale ends at the largest deviation, unless a few cells are much farther from fair
// than all others: one such cell would make the others pale. Then it ends at the 98th
// percentile of the coloured cells, and the cells beyond its end are marked. It always
// reaches at least four times as far as chance does, so that a cell just beyond chance is
// pale.
//
// Maps that are compared share one scale, so that a colour means the same in all of them:
// see sharedExtent().

const STEPS = 4; // shades between two named colours
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
const LEAST = 4; // the scale reaches at least so many times as far as chance does
const KEPT = 0.98; // of the coloured cells lie within a clipped scale
const FEW = 10; // so few coloured cells are never clipped
const MUCH = 1.3; // a scale is clipped only if that makes it so much shorter

/** The end of the scale: the largest of these sizes, or the percentile. */
function endOf(sizes) {
    if (sizes.length === 0) return 0;
    sizes.sort(); // a typed array: by value
    const largest = sizes.at(-1);
    if (sizes.length < FEW) return largest;
    const kept = sizes[Math.min(sizes.length - 2, Math.floor(KEPT * sizes.length))];
    return largest > MUCH * kept ? kept : largest;
}

/**
 * How far the scale of a map must reach. The ends are round numbers, so that they rarely
 * change while the map fills.
 * @param {Iterable<number>} deviations NaN where there is no cell
 * @param {number} chance how far chance takes a cell; 0 if nothing is left to chance
 * @returns {{largest: number, least: number, highest: number, lowest: number}} largest:
 *   the end, clipped if needed; least: how far the scale reaches at least; highest and
 *   lowest: the largest deviations themselves
 */
export function extentOf(deviations, chance) {
    const blank = Math.max(chance, SAME);
    const sizes = new Float64Array(deviations.length);
    let coloured = 0;
    let highest = 0;
    let lowest = 0;
    for (const d of deviations) {
        if (!(Math.abs(d) > blank)) continue;
        sizes[coloured] = Math.abs(d);
        coloured += 1;
        if (d > highest) highest = d;
        if (d < lowest) lowest = d;
    }
    return { largest: niceAbove(endOf(sizes.subarray(0, coloured))),
             least: niceAbove(LEAST * chance), highest, lowest };
}

/** The extent that suits several maps: the largest of all. */
export function jointExtent(extents) {
    const most = (key) => Math.max(0, ...extents.map((extent) => extent[key]));
    return { largest: most("largest"), least: most("least"), highest: most("highest"),
             lowest: Math.min(0, ...extents.map(({ lowest }) => lowest)) };
}

/**
 * The extent of several maps that are compared.
 * @returns {{join(redraw: () => void): {set(extent: ?object): void, all(): object}}}
 *   join: for each map; set: its extent, null if it is not shown, and the others are
 *   redrawn if that changes theirs; all: the extent of all of them
 */
export function sharedExtent() {
    const extents = new Map(); // by redraw
    const all = () => jointExtent([...extents.values()]);
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
 * @param {{largest: number, least: number, highest: number, lowest: number}} extent of
 *   extentOf() or of sharedExtent()
 * @param {number} chance how far chance takes a cell: so far it is blank
 * @param {number} [never] how far below the fair share is never
 * @returns {{up: number, down: number, chance: number, clipsUp: boolean,
 *            clipsDown: boolean, level(deviation: number): number,
 *            clips(deviation: number): boolean, from(level: number): number}} up, down:
 *   the ends; clipsUp, clipsDown: whether a deviation is beyond that end; clips: whether
 *   this one is; from: the deviation where a level begins, seen from the middle
 */
export function divergingScale({ largest, least, highest, lowest }, chance, never = 1) {
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
    const clips = (deviation) => deviation > up * (1 + SAME) ||
        deviation < -down * (1 + SAME);
    const from = (k) => {
        const end = k > 0 ? up : down;
        return Math.sign(k) * (blank + (Math.abs(k) - 0.5) / LEVELS * (end - blank));
    };
    return { up, down, chance, clipsUp: clips(highest), clipsDown: clips(lowest), level,
             clips, from };
}
