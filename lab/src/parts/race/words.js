// SPDX-License-Identifier: MIT
//
// words.js - what a lane says: the state of its audit, why it ended, what was found.
import { titleOfBoth } from "../../catalogue.js";
import { detectableTexts, effectTexts } from "../../effects.js";
import { say } from "../../lang/lang.js";
import { verdictWords } from "../../verdict.js";
import { percentAtLeast } from "../../words.js";

const MOST_NAMES = 3; // mistakes that fit and are named
const LEAST_DISTANCE = 0.001; // from fair, to be mentioned

/** The state of an audit that still runs. */
export const runningWords = ({ decided }) =>
    (decided === null ? say.race.nothingYet : say.race.clear(decided));

/** Why an audit ended before all shuffles were made; "" if it did not. */
function endWords({ trials, planned, interrupted }) {
    if (interrupted) return say.race.stopped(trials);
    return trials < planned ? say.race.enough(trials) : "";
}

/** The verdict of an audit that has ended, in a sentence or two. */
export const doneWords = (report) =>
    say.charts.join([verdictWords(report), endWords(report)].filter(Boolean));

/** The mistakes of the catalogue that fit, the best first. */
function mistakeWords(context, { suspects }) {
    if (suspects.length === 0) return "";
    const fitting = suspects.filter(({ fits }) => fits);
    if (fitting.length === 0) return say.race.noneFits;
    const named = fitting.slice(0, MOST_NAMES);
    return say.race.fits(named.map((suspect) => titleOfBoth(context, suspect)),
                         fitting.length - named.length);
}

/**
 * What was found, or would have been: a title, a list of sentences, and a last sentence.
 * @returns {{title: string, items: string[], last: string}}
 */
export function findingWords(context, report) {
    const { verdict, trials, distance } = report;
    // The sentence on the verdict says why nothing could be tested.
    if (verdict === "could-not-test")
        return { title: say.race.untested, items: [], last: say.race.untestedWords };
    if (verdict !== "unfair") {
        return { title: say.race.caught(trials), items: detectableTexts(report),
                 last: say.race.smaller };
    }
    const far = distance?.bound >= LEAST_DISTANCE
        ? say.race.distance(percentAtLeast(distance.bound)) : "";
    return { title: say.race.wrong, items: effectTexts(report),
             last: say.charts.join([far, mistakeWords(context, report)].filter(Boolean)) };
}
