// SPDX-License-Identifier: MIT
//
// verdict.js - a verdict as people see it: a sign, a word, and what it means.
import { h } from "./dom.js";
import { count, oneIn, plural, trialNoun } from "./words.js";

const verdicts = {
    "unfair": ["✕", "UNFAIR"],
    "no-evidence": ["○", "NO EVIDENCE"],
    "suspect": ["?", "SUSPECT"],
    "not-a-shuffle": ["✕", "NOT A SHUFFLE"],
    "could-not-test": ["!", "COULD NOT TEST"],
    "proved-fair": ["✓", "PROVED FAIR"],
    "proved-unfair": ["✕", "PROVED UNFAIR"],
};

function badge(name, sign, word) {
    return h("span", { class: `verdict ${name}`, "data-verdict": name },
             h("span", { "aria-hidden": "true" }, sign), word);
}

/** The badge of a verdict, such as "unfair". */
export const verdictBadge = (verdict) => badge(verdict, ...verdicts[verdict]);

/** The badge of an audit that has no verdict yet. */
export const runningBadge = (word = "LOOKING") => badge("running", "…", word);

/** The badge of a report that may still change. */
export const badgeSoFar = (report) =>
    (report.decided === null ? runningBadge() : verdictBadge(report.verdict));

/** The word of a verdict. */
export const verdictName = (verdict) => verdicts[verdict][1];

/** What the verdict of a report means, in one sentence. */
export function verdictWords(report) {
    const noun = trialNoun(report);
    const trials = plural(report.trials, noun);
    switch (report.verdict) {
    case "unfair":
        return report.decided !== null
            ? `Clear after ${count(report.decided)} of ${trials}. A fair one comes to ` +
              "what was seen in all with a chance of " +
              `${oneIn(report.evidence.highest_log10)} at most.`
            : `The tests of all ${trials} tell: a fair one does this about once in ` +
              "a million audits.";
    case "suspect":
        return `${trials}: one audit of a fair shuffle in a thousand looks like this. ` +
            "Try more.";
    case "no-evidence":
        return `Nothing found in ${trials}. That is no proof that there is nothing.`;
    default:
        return report.finding?.text ?? (report.untested
            ? `${report.untested.text}. What to do: ${report.untested.what_to_do}.` : "");
    }
}
