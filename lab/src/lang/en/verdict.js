// SPDX-License-Identifier: MIT
//
// verdict.js - verdicts and what they mean, in English.
import { oneIn, plural } from "./numbers.js";

const noun = (kind) => (kind === "samples" ? "sample" : "shuffle");
const once = (log10) => oneIn(log10).replace(/^1 in/, "once in");

export const verdict = {
    badges: {
        "unfair": "Unfair",
        "no-evidence": "No bias found",
        "suspect": "Suspicious",
        "not-a-shuffle": "Not a shuffle",
        "could-not-test": "Could not test",
        "proved-fair": "Proved fair",
        "proved-unfair": "Proved unfair",
        "one-shuffle-only": "One shuffle only",
    },
    running: "Testing …",
    starting: "Starting …",
    paused: "Paused",
    /** Clear before the end. log10: of the tries in which a fair shuffle does this once. */
    decided: ({ decided, kind, log10 }) =>
        `That was clear after ${plural(decided, noun(kind))}. A fair shuffle would ` +
        `look this lopsided at most ${once(log10)} tries.`,
    byTests: (trials, kind) =>
        `The tests on all ${plural(trials, noun(kind))} show it. A fair shuffle fails ` +
        "them in about one run in a million.",
    suspect: (trials, kind) =>
        (trials === 1 ? `This ${noun(kind)} looks odd. `
            : `These ${plural(trials, noun(kind))} look odd. `) +
        "With a fair shuffle, that happens in about one test in a thousand. Try more " +
        `${noun(kind)}s.`,
    noEvidence: (trials, kind) =>
        `No bias found in ${plural(trials, noun(kind))}. That does not prove that it is fair.`,
    /** Why nothing could be tested, and what to do, by reason. */
    untested: {
        "no-orders": "There was nothing to test: it stopped before the first shuffle. Let it " +
            "run longer, or check that the input is not empty.",
        "no-views": "None of the chosen statistics works for a deck of this size. Choose others.",
        "too-few": "There were too few shuffles: not even a shuffle that does nothing would be " +
            "noticed. Try more shuffles.",
        "stopped": "It stopped before all planned shuffles were made, so the tests do not " +
            "count. Let it run to the end.",
    },
    nothing: "Nothing could be tested, so there is no verdict. Try more shuffles.",
};
