// SPDX-License-Identifier: MIT
//
// reach.js - what the steps of a shuffle could do, learned from many shuffles.
//
// In many shuffles each step is about one position, its target, which gets a card from a
// position that the die chooses. The target is the position that gets a card in every
// shuffle in which the step moves anything. Its reach is the set of positions that the
// card came from in any of them. A position has had its turn once it was the target.
// Choosing among positions that wait for their turn is right (Fisher-Yates), and so is
// choosing among those that have had it (inside-out). Mixing both is wrong: a card that
// was placed can come back.
//
// What a step does must depend on its own roll alone. If the same roll does different
// things in different shuffles, earlier rolls matter, and the step has no reach.
import { say } from "../../lang/lang.js";
import { capital } from "../../words.js";
import { changeOf } from "./changes.js";
import { positions, ranges, sentences } from "./words.js";

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

/** Where two positions are always swapped, the target is the one beside the target of the
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
        /** Steps may have `others`: all results that the roll could have had. */
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
            if (!fixed) return;
            trace.steps.forEach((step, k) => {
                learn(steps[k], step);
                for (const { rolled, after } of step.others ?? [])
                    learn(steps[k], { rolled, before: step.before, after });
            });
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
        /** The positions that the card for the target of step k may come from. */
        reach: (k, target) => [...steps[k].sources.get(target) ?? [],
                               ...steps[k].stays ? [target] : []],
    };
}

// ---- judging -----------------------------------------------------------------------

function warningsOf({ target, reach, again, sides, dieFair }) {
    const warnings = [];
    if (again.length > 0) warnings.push(say.steps.reach.again(positions(again)));
    if (!reach.includes(target)) warnings.push(say.steps.reach.neverKeeps(target + 1));
    if (dieFair && sides % reach.length !== 0)
        warnings.push(say.steps.reach.uneven(sides, reach.length));
    return warnings;
}

/**
 * What each step could do, and what is wrong with it.
 * @param {object} known a study()
 * @param {boolean} dieFair whether all numbers of the die are equally likely
 * @returns {Array<{target?: number, reach: number[], again: number[], words: string,
 *                  warnings: string[]}>|undefined} again: positions of the reach that had
 *     their turn and should be left alone. Undefined if steps have no targets
 */
export function reaches(known, dieFair) {
    const targets = known.targets();
    if (targets === undefined) return undefined;
    const { sides } = known.rolls();
    const turnOf = (place) => targets.indexOf(place);
    let waiting = false; // whether a step so far chose among positions that wait
    return targets.map((target, k) => {
        if (target === undefined)
            return { reach: [], again: [], words: "", warnings: [] };
        const reach = known.reach(k, target);
        waiting ||= reach.some((place) => turnOf(place) > k);
        const again = waiting
            ? reach.filter((place) => turnOf(place) >= 0 && turnOf(place) < k) : [];
        return {
            target, reach, again,
            words: say.steps.reach.chooses(target + 1, positions(reach)),
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
    if (first) return say.steps.reach.fromOn(first.k + 1);
    if (own.every(({ target, reach }) => !reach.includes(target)))
        return say.steps.reach.noneKeeps;
    if (dieFair && own.some(({ reach, k }) => sides[k] !== reach.length))
        return say.steps.reach.allUneven;
    const waits = own.some(({ reach, k }) => reach.some((place) => turnOf(place) > k));
    return say.steps.reach.summary({ open: waits, dieFair, all });
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
    if (other.length > 0)
        lines.push(say.steps.reach.depends(ranges(other), other.length));
    // One position need not have a turn: it gets the card that is left.
    const without = Array.from({ length: n }, (_, place) => place)
        .filter((place) => !ways.some(({ target }) => target === place));
    if (!fair && other.length === 0 && without.length > 1)
        lines.push(say.steps.reach.noTurn(capital(positions(without))));
    return sentences(lines);
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
