// SPDX-License-Identifier: MIT
//
// verdict.js - a verdict as people see it: a sign, a word, and what it means.
import { h } from "./dom.js";
import { capital, count, oneIn, plural, sentence, trialNoun } from "./words.js";

const verdicts = {
    "unfair": ["✕", "UNFAIR"],
    "no-evidence": ["○", "NO EVIDENCE"],
    "suspect": ["?", "SUSPECT"],
    "not-a-shuffle": ["✕", "NOT A SHUFFLE"],
    "could-not-test": ["!", "COULD NOT TEST"],
    "proved-fair": ["✓", "PROVED FAIR"],
    "proved-unfair": ["✕", "PROVED UNFAIR"],
    "one-shuffle-only": ["?", "ONE SHUFFLE ONLY"], // see proofVerdict()
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

/**
 * The verdict of an exact law as it is shown. That one shuffle of a sorted deck is unfair
 * proves little of a shuffle that starts from the order it left.
 */
export const proofVerdict = ({ verdict, fair, keeps }) =>
    (keeps && !fair ? "one-shuffle-only" : verdict);

/** Why nothing could be tested, and what to do. */
function untestedWords({ finding, untested }) {
    if (finding) return sentence(capital(finding.text));
    if (untested)
        return [untested.text, untested.what_to_do].map(capital).map(sentence).join(" ");
    return "Nothing could be tested, so there is no verdict. Try more shuffles.";
}

/** What the verdict of a report means, in one sentence. */
export function verdictWords(report) {
    const noun = trialNoun(report);
    const trials = plural(report.trials, noun);
    switch (report.verdict) {
    case "unfair":
        return report.decided !== null
            ? `Clear after ${count(report.decided)} of ${trials}. A fair shuffle looks ` +
              "this lopsided with a chance of at most " +
              `${oneIn(report.evidence.highest_log10)}.`
            : `The tests of all ${trials} show it. A fair shuffle fails them in about ` +
              "one of a million audits.";
    case "suspect":
        return `${trials}: about one in a thousand audits of a fair shuffle looks like ` +
            "this. Try more shuffles.";
    case "no-evidence":
        return `Nothing found in ${trials}. That does not prove that there is nothing.`;
    case "could-not-test":
        return untestedWords(report);
    default:
        return report.finding?.text ?? "";
    }
}
