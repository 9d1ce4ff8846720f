// SPDX-License-Identifier: MIT
//
// verdict.js - a verdict as people see it: a sign, a word, and what it means.
import { h } from "./dom.js";
import { count, oneIn, plural } from "./words.js";

const signs = {
    "unfair": ["✕", "UNFAIR"],
    "no-evidence": ["○", "NO EVIDENCE"],
    "suspect": ["?", "SUSPECT"],
    "not-a-shuffle": ["✕", "NOT A SHUFFLE"],
    "could-not-test": ["!", "COULD NOT TEST"],
};

/** The badge of a verdict, such as "unfair". */
export function verdictBadge(verdict) {
    const [sign, word] = signs[verdict];
    return h("span", { class: `verdict ${verdict}`, "data-verdict": verdict },
             h("span", { "aria-hidden": "true" }, sign), word);
}

/** What the verdict of a report means, in one sentence. */
export function verdictWords(report) {
    const noun = report.kind === "samples" ? "sample" : "shuffle";
    const trials = plural(report.trials, noun);
    switch (report.verdict) {
    case "unfair":
        return report.decided !== null
            ? `Clear after ${count(report.decided)} of ${trials}: a fair one ` +
              `does this with a chance of ${oneIn(report.evidence.highest_log10)} at most.`
            : `The tests of all ${trials} tell: a fair one does this less than ` +
              "once in a million audits.";
    case "suspect":
        return `${trials}: one fair ${noun} in a thousand looks like this. ` +
            "Try more.";
    case "no-evidence":
        return `Nothing found in ${trials}. That is no proof that there is ` +
            "nothing.";
    default:
        return report.finding?.text ?? "";
    }
}
