// SPDX-License-Identifier: MIT
//
// learn.js - what the steps of a shuffle can do, learned from other shuffles of the same
// kind, and from all results that each roll of a few of them could have had.
import { study } from "./reach.js";

const TRIED = 4; // shuffles of which every result of every roll is tried
const OTHERS = 200; // shuffles that are looked at besides, to see whether the dice vary
const BATCH = 20; // of them are asked for at once
const MOST_SIDES = 64; // of a die whose results the core tries

/** A trace, with the results that each of its rolls could have had. */
async function withBranches(ask, plan, trace) {
    const answers = await Promise.all(trace.steps.map(({ sides }, step) =>
        (sides > 1 && sides <= MOST_SIDES ? ask("branches", { ...plan, step })
                                          : undefined)));
    return { ...trace, steps: trace.steps.map((step, k) =>
        ({ ...step, others: answers[k]?.branches ?? [] })) };
}

/**
 * Looks at other shuffles of a plan, and finds what they have in common with the first.
 * @param {(method: string, argument: object) => Promise} ask
 * @param {object} plan
 * @param {object} first its trace
 * @param {(known: object) => void} early called with what the first shuffle has shown
 * @returns {Promise<object>} a study()
 */
export async function studyOthers(ask, plan, first, early) {
    const known = study();
    if (first.cut) {
        known.add(first);
        return known;
    }
    const trial = (i) => ({ ...plan, trial: plan.trial + i });
    known.add(await withBranches(ask, plan, first));
    early(known);
    for (let i = 1; i < TRIED && known.targets() !== undefined; i += 1)
        known.add(await withBranches(ask, trial(i), await ask("trace", trial(i))));
    for (let done = TRIED; done < OTHERS; done += BATCH) {
        const batch = Array.from({ length: BATCH }, (_, i) =>
            ask("trace", trial(done + i)));
        (await Promise.all(batch)).forEach((trace) => known.add(trace));
        if (known.targets() === undefined) break; // nor will it be found in others
    }
    return known;
}
