// SPDX-License-Identifier: MIT
//
// words.js - what a report says, in sentences.
import { findingText, remarkText } from "../../findings.js";
import { say } from "../../lang/lang.js";
import { namesOf } from "./subject.js";

const isSample = ({ kind }) => kind === "samples";

/** "10 cards", or "3 of 10 items" for samples. */
function sizeWords(report) {
    const { n, lines, sample, put_back: putBack } = report;
    if (isSample(report)) return say.report.sample(sample ?? 0, lines ?? n, putBack);
    const whole = lines === null || lines === n || n === 0;
    return (whole ? say.report.cards : say.report.lines)(lines ?? n);
}

function trialsWords(report) {
    const { trials, planned, decided, interrupted, complete } = report;
    const words = say.report;
    const samples = isSample(report);
    if (interrupted && decided === null && planned !== null)
        return words.trialsStopped(trials, planned, samples);
    if (complete || planned === null || planned === trials)
        return words.trials(trials, samples);
    const more = decided === null ? words.trialsOf : words.trialsEnough;
    return more(trials, planned, samples);
}

/** Orders that came again; null if they were not counted. */
const repeatsWords = ({ repeats }) =>
    (!repeats || repeats.kept < 2 ? null : say.report.repeatsText(repeats));

/** What was tested, and how: pairs of a title and a text. */
export function factsOf(report) {
    const { how, n, lines, seed, seconds, note, tool } = report;
    const { facts, how: ways, seenAs } = say.report;
    const asCards = !isSample(report) && lines !== null && lines !== n && n > 0;
    return [
        [facts.how, Object.hasOwn(ways, how) ? ways[how] : how],
        [facts.size, sizeWords(report) + (asCards ? seenAs(n) : "")],
        [facts.trials, trialsWords(report)],
        [facts.seed, seed],
        [facts.repeats, repeatsWords(report)],
        [facts.time, seconds === null ? null : say.report.seconds(seconds)],
        [facts.remark, remarkText(report)],
        [facts.note, note && findingText(note)],
        [facts.tool, tool],
    ].filter(([, text]) => text !== null && text !== undefined && text !== "");
}

const quoted = (text) => (/^[\w.:/@%+=-]+$/.test(text) ? text
    : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that makes the same report; null if there is none. That is so for reports
 * without a seed, and for functions of the library, which only the page can test. */
export function commandOf(report) {
    const names = namesOf(report);
    if (!names?.shuffle || report.seed === null || report.planned === null) return null;
    const die = names.die ? ` -d ${quoted(names.die)}` : "";
    return `fairaudit -a ${quoted(names.shuffle)}${die} -n ${report.n} ` +
        `-t ${report.planned} -s ${quoted(report.seed)}`;
}

/** How far from fair it is, and what that means; null if that is not known to matter. */
export function distanceWords({ distance, dependence, verdict, undiagnosed }) {
    if (!distance || distance.bound === null) return null;
    if (distance.bound > 0)
        return say.report.distanceText(distance.bound, distance.estimate);
    if (verdict !== "unfair") return null;
    const { distanceUnknown: unknown } = say.report;
    if (undiagnosed) return unknown.undiagnosed;
    return dependence === "seen" ? unknown.seen
        : dependence === "possible" ? unknown.possible : unknown.little;
}

/** Names of suspects as the catalogue spells them: { shuffle, die }. */
export function suspectNames({ shuffle, parameter, die, die_parameter: ofDie }) {
    const named = (name, value) => (value === null ? name : `${name}:${value}`);
    return { shuffle: named(shuffle, parameter), die: named(die, ofDie) };
}
