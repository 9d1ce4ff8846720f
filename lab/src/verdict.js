// SPDX-License-Identifier: MIT
//
// verdict.js - a verdict as people see it: a sign, a word, and what it means.
import { h } from "./dom.js";
import { findingText } from "./findings.js";
import { say } from "./lang/lang.js";

const signs = {
    "unfair": "✕",
    "no-evidence": "○",
    "suspect": "?",
    "not-a-shuffle": "✕",
    "could-not-test": "!",
    "proved-fair": "✓",
    "proved-unfair": "✕",
    "one-shuffle-only": "?", // see proofVerdict()
};

function badge(name, sign, word) {
    return h("span", { class: `verdict ${name}`, "data-verdict": name },
             h("span", { "aria-hidden": "true" }, sign), word);
}

/** The word of a verdict, such as "unfair". */
export const verdictName = (verdict) => say.verdict.badges[verdict];

/** The badge of a verdict. */
export const verdictBadge = (verdict) =>
    badge(verdict, signs[verdict], verdictName(verdict));

/** The badge of an audit that has no verdict yet. */
export const runningBadge = (word = say.verdict.running) =>
    badge("running", "…", word.replace(/\s*…$/, ""));

/** The badge of a report that may still change. */
export const badgeSoFar = (report) =>
    (report.decided === null ? runningBadge() : verdictBadge(report.verdict));

/**
 * The verdict of an exact law as it is shown. That one shuffle of a sorted deck is unfair
 * proves little of a shuffle that starts from the order it left.
 */
export const proofVerdict = ({ verdict, fair, keeps }) =>
    (keeps && !fair ? "one-shuffle-only" : verdict);

/** What the verdict of a report means, in a sentence or two. */
export function verdictWords(report) {
    const { verdict, decided, trials, kind, evidence, finding, untested } = report;
    switch (verdict) {
    case "unfair":
        return decided !== null
            ? say.verdict.decided({ decided, kind, log10: evidence.highest_log10 })
            : say.verdict.byTests(trials, kind);
    case "suspect":
        return say.verdict.suspect(trials, kind);
    case "no-evidence":
        return say.verdict.noEvidence(trials, kind);
    case "could-not-test":
        return finding ? findingText(finding)
            : say.verdict.untested[untested?.reason] ?? say.verdict.nothing;
    default:
        return finding ? findingText(finding) : "";
    }
}
