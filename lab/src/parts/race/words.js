// SPDX-License-Identifier: MIT
//
// words.js - what a lane says: how it stands, why it ended, what was found.
import { verdictWords } from "../../verdict.js";
import { count, listed, percentAtLeast } from "../../words.js";

const MOST_NAMES = 3; // mistakes that do the same and are named
const LEAST_DISTANCE = 0.001; // from fair, that is worth a word

/** How an audit that still runs stands. */
export function runningWords(report) {
    if (report.decided === null) return "Nothing found so far.";
    return `Clear after ${count(report.decided)} shuffles. A few more will show what ` +
        "is wrong.";
}

/** Why an audit ended before all shuffles were done; "" if it did not. */
function endWords(report) {
    const trials = count(report.trials);
    if (report.interrupted) return `You stopped it at ${trials}.`;
    if (report.trials < report.planned)
        return `It ended at ${trials}: enough to see what is wrong.`;
    return "";
}

/** The verdict of an audit that is over, in a sentence or two. */
export function doneWords(report) {
    return [verdictWords(report), endWords(report)].filter((text) => text).join(" ");
}

/** "sattolo does the same." of the mistakes that fit, the best first. */
function mistakeWords(report) {
    if (report.suspects.length === 0) return "";
    const fitting = report.suspects.filter(({ fits }) => fits).map(({ name }) => name);
    if (fitting.length === 0) return "No mistake of the catalogue does just the same.";
    const named = fitting.slice(0, MOST_NAMES);
    const more = fitting.length - named.length;
    const names = listed(more > 0 ? [...named, `${count(more)} more`] : named);
    return fitting.length === 1 ? `Of all known mistakes one fits: ${names}.`
                                : `Of all known mistakes these fit: ${names}.`;
}

/**
 * What was found, or would have been: a title, sentences that are a list, and a last one.
 * @returns {{title: string, items: string[], last: string}}
 */
export function findingWords(report) {
    // Why nothing could be tested is said with the verdict.
    if (report.verdict === "could-not-test")
        return { title: "What this means", items: [],
                 last: "The shuffle may be fair or not: nothing was tested." };
    if (report.verdict !== "unfair") {
        return {
            title: `What ${count(report.trials)} shuffles would have shown`,
            items: report.detectable,
            last: "There may be a smaller bias that was not seen.",
        };
    }
    const far = report.distance?.bound >= LEAST_DISTANCE
        ? `To be fair, at least ${percentAtLeast(report.distance.bound)} of its ` +
          "shuffles would have to come out otherwise. " : "";
    return {
        title: "What is wrong",
        items: report.effects,
        last: far + mistakeWords(report),
    };
}
