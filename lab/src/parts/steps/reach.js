// SPDX-License-Identifier: MIT
//
// reach.js - what the steps of a shuffle could do, learned from many shuffles.
//
// A step of many a shuffle is about one place, its target, which gets a card from a place
// that the die chooses. The target is the place that is given a card in every shuffle in
// which the step moves anything; its reach are the places that the card came from in any.
// A place has had its turn once it was the target. To choose among places that wait for
// their turn is right (Fisher-Yates), and to choose among those that had it is right, too
// (inside-out). To mix both is not: a card that was placed may come back.
//
// What a step does must depend on its own roll alone: if the same roll does different
// things in different shuffles, rolls before it have a say, and there is no reach.
import { capital } from "../../words.js";
import { changeOf, places, ranges } from "./words.js";

// ---- learning ----------------------------------------------------------------------

function learn(known, { rolled, before, after }) {
    const change = changeOf(before, after);
    const given = { none: [], swap: change.changed, move: [change.to] }[change.kind];
    const does = `${change.kind} ${change.changed}`;
    known.alone &&= given !== undefined && (known.did.get(rolled) ?? does) === does;
    known.did.set(rolled, does);
    if (change.kind === "none") known.stays = true;
    else known.targets = known.targets?.filter((at) => given?.includes(at)) ?? given;
    for (const place of change.changed) {
        if (!known.sources.has(place)) known.sources.set(place, new Set());
        known.sources.get(place).add(before.indexOf(after[place]));
    }
}

/** Where two places are always swapped, the target is the one beside the target of the
 * step before, or after. */
function beside(candidates, before, after) {
    const near = candidates.filter((place) =>
        [before, after].some((other) => Math.abs(place - other) === 1));
    return near.length === 1 ? near[0] : undefined;
}

/** Learns of shuffles with the same plan: add() their traces, then ask. */
export function study() {
    const steps = []; // of the first shuffle, and what others did in the same step
    const kinds = new Set();
    let shuffles = 0;
    let fixed = true;
    let cut = false;
    return {
        add(trace) {
            shuffles += 1;
            cut ||= trace.cut;
            for (const { sides } of trace.steps) {
                kinds.add(sides);
                if (shuffles === 1)
                    steps.push({ sides, did: new Map(), sources: new Map(), stays: false,
                                 alone: true });
            }
            fixed &&= !cut && trace.steps.length === steps.length &&
                trace.steps.every(({ sides }, k) => sides === steps[k].sides);
            if (fixed) trace.steps.forEach((step, k) => learn(steps[k], step));
        },
        /** The sides of the dice of one shuffle; all that were seen; whether all shuffles
         * had the same; whether some are not known. */
        rolls: () => ({ sides: steps.map(({ sides }) => sides), kinds: [...kinds], fixed,
                        cut }),
        /** The target of each step that has one; undefined if not most of the steps that
         * have a choice have one: what a few do explains nothing. */
        targets() {
            const sure = steps.map(({ targets, alone }) =>
                (alone && targets?.length === 1 ? targets[0] : undefined));
            const found = steps.map(({ targets = [], alone }, k) => sure[k] ??
                (alone ? beside(targets, sure[k - 1], sure[k + 1]) : undefined));
            const choices = steps.filter(({ sides }) => sides > 1).length;
            const known = found.filter((place) => place !== undefined).length;
            return fixed && 2 * known > choices ? found : undefined;
        },
        /** The places that the card for the target of step k may come from. */
        reach: (k, target) => [...steps[k].sources.get(target) ?? [],
                               ...steps[k].stays ? [target] : []],
    };
}

// ---- judging -----------------------------------------------------------------------

function warningsOf({ target, reach, again, sides, dieFair }) {
    const warnings = [];
    if (again.length > 0)
        warnings.push(`The die can choose ${places(again)}, which had a turn before.`);
    if (!reach.includes(target))
        warnings.push(`Place ${target + 1} can never keep its card.`);
    if (dieFair && sides % reach.length !== 0)
        warnings.push(`${sides} numbers of the die cannot be shared evenly by ` +
                      `${reach.length} places.`);
    return warnings;
}

/**
 * What each step could do, and what is wrong with it.
 * @param {object} known a study()
 * @param {boolean} dieFair whether all numbers of the die are equally likely
 * @returns {Array<{target?: number, reach: number[], again: number[], words: string,
 *                  warnings: string[]}>|undefined} again: places of the reach that had
 *     their turn and should be left alone. Undefined if steps have no targets
 */
export function reaches(known, dieFair) {
    const targets = known.targets();
    if (targets === undefined) return undefined;
    const { sides } = known.rolls();
    const turnOf = (place) => targets.indexOf(place);
    let waiting = false; // whether a step so far chose among places that wait
    return targets.map((target, k) => {
        if (target === undefined)
            return { reach: [], again: [], words: "", warnings: [] };
        const reach = known.reach(k, target);
        waiting ||= reach.some((place) => turnOf(place) > k);
        const again = waiting
            ? reach.filter((place) => turnOf(place) >= 0 && turnOf(place) < k) : [];
        return {
            target, reach, again,
            words: `The die chooses which card place ${target + 1} gets: one of those ` +
                `at ${places(reach)}, underlined.`,
            warnings: warningsOf({ target, reach, again, sides: sides[k], dieFair }),
        };
    });
}

/** How the steps that have a target choose; `all`: these are all steps. */
function choiceWords(ways, sides, { all, dieFair }) {
    const own = ways.map((way, k) => ({ ...way, k }))
        .filter(({ target }) => target !== undefined);
    const turnOf = (place) => ways.findIndex(({ target }) => target === place);
    const first = own.find(({ again }) => again.length > 0);
    if (first) {
        return `From step ${first.k + 1} on the die can also choose places that had ` +
            "their turn: a card that was placed can come back.";
    }
    if (own.every(({ target, reach }) => !reach.includes(target)))
        return "No step can leave the card of its place where it is.";
    if (dieFair && own.some(({ reach, k }) => sides[k] !== reach.length))
        return "The numbers of the die are not shared evenly by the places.";
    const chance = dieFair ? "all with the same chance"
                           : "not with the same chance, for the die is not fair";
    if (own.some(({ reach, k }) => reach.some((place) => turnOf(place) > k))) {
        return "Each step chooses among its own place and those that are still open, " +
            `${chance}.${all ? " What is done never changes again." : ""}`;
    }
    return "Each step chooses among its own place and those that had their turn, " +
        `${chance}.${all ? " No place is done before the end." : ""}`;
}

/**
 * What all steps have in common, and what is missing.
 * @param {Array} ways of reaches()
 * @param {{sides: number[]}} rolls
 * @param {{n: number, fair: boolean, dieFair: boolean}} of
 */
export function reachSummary(ways, { sides }, { n, fair, dieFair }) {
    const other = ways.flatMap(({ target }, k) =>
        (target === undefined && sides[k] > 1 ? [k] : []));
    const lines = [choiceWords(ways, sides, { all: other.length === 0, dieFair })];
    if (other.length > 0) {
        const one = other.length === 1;
        lines.push(`What ${one ? "step" : "steps"} ${ranges(other)} ` +
                   `${one ? "does" : "do"} depends on the rolls before.`);
    }
    // One place need not have a turn: it gets what is left.
    const without = Array.from({ length: n }, (_, place) => place)
        .filter((place) => !ways.some(({ target }) => target === place));
    if (!fair && other.length === 0 && without.length > 1)
        lines.push(`${capital(places(without))} never have a turn.`);
    return lines.join(" ");
}

/** The card that had been placed and moves again in step k, if there is one: {card,
 * place, turn}, turn being the step that had placed it. */
export function comesBack(ways, k, { before, after }) {
    const { again, target } = ways[k];
    if (target === undefined) return undefined;
    const place = before.indexOf(after[target]);
    if (!again.includes(place)) return undefined;
    const turn = ways.findIndex((way) => way.target === place);
    return { card: before[place], place, turn };
}
