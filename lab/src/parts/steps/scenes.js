// SPDX-License-Identifier: MIT
//
// scenes.js - shuffles that are more than swaps, drawn as what they are: riffles and
// overhand shuffles with packets, cuts, keys, and sorts with the cards they compare.
//
// A scene is an array of frames, one for the deck before the first roll, and one for the
// deck after each roll. A frame says what differs from the usual picture:
//
//     order    cards in the order in which they are drawn
//     groups   for each of them, the packet it is in: "new", "top", "bottom", "held", or
//              "whole" before the cut
//     layout   {columns, rows, spots}: where they lie, if the packets lie apart
//     packets  what the packets are, in words
//     keys     Map of card and key
//     compared the two cards that are compared
//     moved    positions that are marked as moved
//     dieAt    the position that the die stands above
//     coin     whether the die is a coin; label: what it means
//     words    what happened; brief: the same in a few words
//
// All is made from the trace of the core. A frame whose cards are not where the core has
// them is left out.
import { splitName } from "../../catalogue.js";
import { say } from "../../lang/lang.js";
import { capital } from "../../words.js";
import { cardNames } from "../../cards.js";
import { changeOf } from "./changes.js";
import { MOST_APART } from "./layout.js";
import { changeWords, faceText, sentences } from "./words.js";

const same = (a, b) => a.every((card, place) => card === b[place]);

/** Steps of one round after the other; a round that is not complete is left out. */
function rounds(steps, size) {
    const list = [];
    for (let first = 0; first + size <= steps.length; first += size)
        list.push(steps.slice(first, first + size));
    return list;
}

/** Places in rows and columns, for a deck whose packets lie apart. */
const apart = (n, rows, spots) => (n > MOST_APART ? undefined
    : { columns: n + 1, rows, spots: spots.map(([row, column]) => ({ row, column })) });

// ---- riffle ------------------------------------------------------------------------

/** One riffle. The coins say from which packet the next card falls, so the top packet has
 * as many cards as there are tails. */
function riffleFrames(coins) {
    const deck = coins[0].before;
    const n = deck.length;
    const { one } = cardNames(n);
    const top = coins.filter(({ rolled }) => rolled === 0).length;
    const next = [0, top]; // of each packet
    const fallen = [];
    return coins.map(({ rolled }) => {
        const card = deck[next[rolled]];
        next[rolled] += 1;
        fallen.push(card);
        const left = [deck.slice(next[0], top), deck.slice(next[1])];
        const done = fallen.length;
        return {
            order: [...fallen, ...left[0], ...left[1]],
            groups: [...fallen.map(() => "new"), ...left[0].map(() => "top"),
                     ...left[1].map(() => "bottom")],
            layout: apart(n, 2, [...fallen.map((_, i) => [2, i + 1]),
                                 ...left[0].map((_, i) => [1, next[0] + i + 1]),
                                 ...left[1].map((_, i) => [1, next[1] + i + 2])]),
            packets: say.steps.riffle.packets(top, n - top, n <= MOST_APART),
            moved: [done - 1], dieAt: done - 1, coin: true,
            label: say.steps.riffle.label[rolled],
            words: sentences([say.steps.riffle.falls(rolled, one(card)),
                              done === n && say.steps.riffle.done]),
            brief: say.steps.riffle.brief(rolled, one(card)),
        };
    });
}

function riffle({ n, steps }) {
    return rounds(steps, n).flatMap(riffleFrames);
}

// ---- overhand ----------------------------------------------------------------------

/** One overhand shuffle: packets from the top of the hand are laid on a new pile. */
function overhandFrames(rolls, n) {
    const deck = rolls[0].before;
    let pile = [];
    let first = 0; // of the cards in the hand
    return rolls.map(({ rolled }, i) => {
        const end = i + 1;
        const packet = end - first;
        const cut = rolled === 0;
        const last = i === rolls.length - 1;
        const lay = (upTo) => {
            pile = [...deck.slice(first, upTo), ...pile];
            first = upTo;
        };
        if (cut) lay(end);
        const rest = n - first;
        if (last) lay(n);
        const hand = deck.slice(first);
        const start = n - pile.length;
        return {
            order: [...hand, ...pile],
            groups: [...hand.map((_, k) => (first + k < end ? "held" : "top")),
                     ...pile.map(() => "new")],
            layout: apart(n, 2, [...hand.map((_, k) =>
                                     [1, first + k + (first + k < end ? 1 : 2)]),
                                 ...pile.map((_, k) => [2, start + k + 1])]),
            packets: say.steps.overhand.packets(n <= MOST_APART),
            moved: cut || last ? Array.from({ length: (cut ? packet : 0) +
                (last ? rest : 0) }, (_, k) => hand.length + k) : [],
            dieAt: cut || last ? hand.length : end - first - 1,
            words: sentences([cut ? say.steps.overhand.cut(packet)
                                  : say.steps.overhand.grows(packet),
                              last && say.steps.overhand.rest(rest)]),
            brief: cut ? say.steps.overhand.briefCut(packet) : say.steps.overhand.briefOn,
        };
    });
}

function overhand({ n, steps }) {
    return n < 2 ? [] : rounds(steps, n - 1).flatMap((rolls) => overhandFrames(rolls, n));
}

// ---- one cut -----------------------------------------------------------------------

/** The deck in two packets, the first with `size` cards. */
const inPackets = (order, size, [first, second]) => ({
    order,
    groups: order.map((_, i) => (i < size ? first : second)),
    layout: apart(order.length, 1, order.map((_, i) => [1, i + (i < size ? 1 : 2)])),
    packets: say.steps.cut.packets,
    moved: [],
});

function rotation({ n, steps: [step] }) {
    if (step === undefined) return [];
    const cut = step.rolled;
    const words = cut === 0 ? say.steps.cut.none : say.steps.cut.after(cut);
    return [{ ...cut > 0 ? inPackets(step.after, n - cut, ["bottom", "top"]) : {},
              dieAt: (n - cut) % n, words, brief: words }];
}

function rotationFlip({ steps: [first, coin] }) {
    if (coin === undefined) return [];
    const cut = first.rolled;
    return [
        { ...cut > 0 ? inPackets(first.after, cut, ["top", "bottom"]) : {}, dieAt: cut,
          words: say.steps.cut.willBe(cut), brief: say.steps.cut.willBe(cut) },
        { coin: true, label: say.steps.cut.flip[coin.rolled],
          words: say.steps.cut.flipped(coin.rolled, cut),
          brief: say.steps.cut.flip[coin.rolled] },
    ];
}

// ---- keys --------------------------------------------------------------------------

/** Each card gets a key; with `again`, one that is not taken. After the last roll the
 * cards are sorted. */
function keyFrames({ n, start, steps }, again) {
    const { one } = cardNames(n);
    const keys = new Map();
    const taken = new Set();
    let next = 0; // the position of the card whose turn it is
    return steps.map((step) => {
        const text = faceText(step);
        const card = start[next];
        const place = next;
        const refused = again && taken.has(step.rolled);
        if (!refused) {
            keys.set(card, text);
            taken.add(step.rolled);
            next += 1;
        }
        const sorted = next === n;
        return {
            keys: new Map(keys), moved: sorted ? undefined : [place],
            dieAt: sorted ? step.after.indexOf(card) : place,
            words: sentences([refused ? say.steps.keys.taken(text, one(card))
                                      : say.steps.keys.gets(capital(one(card)), text),
                              sorted && say.steps.keys.sorted]),
            brief: refused ? say.steps.keys.taken(text, one(card))
                           : say.steps.keys.gets(one(card), text),
        };
    });
}

// ---- sorts -------------------------------------------------------------------------

/** The coin compares two cards: heads means that the first counts as larger. */
function comparisonFrame(step, [x, y]) {
    const heads = step.rolled === 1;
    const { text, one, few } = cardNames(step.before.length);
    const change = changeOf(step.before, step.after);
    const swapped = change.kind === "swap" &&
        change.changed.every((place) => [x, y].includes(step.before[place]));
    const label = swapped ? say.steps.sort.swap(step.rolled)
        : change.kind === "none" && !heads ? say.steps.sort.keep(step.rolled)
        : say.steps.sort.larger(step.rolled, text(heads ? x : y), text(heads ? y : x));
    const decided = swapped ? say.steps.sort.swapped
        : say.steps.sort.counts(capital(one(heads ? x : y)));
    return {
        compared: [x, y], coin: true, label,
        words: sentences([say.steps.sort.compares(few([x, y]), step.rolled), decided,
                          !swapped && change.kind !== "none" && changeWords(step)]),
        brief: label,
    };
}

/** @param {Array<{compared: ?number[]}>} calls of the code, one for each step */
function sort({ steps }, calls) {
    return steps.map((step, k) => (calls?.[k]?.compared && step.sides === 2
        ? comparisonFrame(step, calls[k].compared) : undefined));
}

// ---- all ---------------------------------------------------------------------------

const kinds = {
    riffle, overhand, rotation, "rotation-flip": rotationFlip,
    keys: (trace) => keyFrames(trace, false),
    "keys-redraw": (trace) => keyFrames(trace, true),
};

/** The whole deck in the first row, with the room that the packets will need. */
const inOneRow = (rows) => ({ n, start }) => {
    const layout = apart(n, rows, start.map((_, i) => [1, i + 1]));
    return layout && { order: start, groups: start.map(() => "whole"), layout };
};

/** The frames before the first roll. */
const beginnings = {
    riffle: inOneRow(2), overhand: inOneRow(2), rotation: inOneRow(1),
    "rotation-flip": inOneRow(1),
    keys: () => ({ keys: new Map() }),
    "keys-redraw": () => ({ keys: new Map() }),
};

/** Frames that show the deck of the core, or its cards on the way to that. */
function checked(frames, { n, steps }, name) {
    const ends = { riffle: n, overhand: n - 1 }[name];
    return frames.map((frame, k) => {
        if (frame?.order === undefined || (ends !== undefined && (k + 1) % ends !== 0))
            return frame;
        return same(frame.order, steps[k].after) ? frame : undefined;
    });
}

/**
 * The frames of a shuffle; frames that are undefined show the deck of the core.
 * @param {string} shuffle "riffle:7"
 * @param {object} trace of the core
 * @param {Array} [calls] what the code of the shuffle did at each step, if known
 */
export function sceneOf(shuffle, trace, calls) {
    const [name] = splitName(shuffle);
    const frames = kinds[name] ? checked(kinds[name](trace), trace, name)
                               : sort(trace, calls);
    return [beginnings[name]?.(trace), ...frames];
}
