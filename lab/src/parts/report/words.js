// SPDX-License-Identifier: MIT
//
// words.js - what a report says, in sentences.
import { count, decimal, percent, percentAtLeast, plural, trialNoun }
    from "../../words.js";

const ways = new Map([
    ["program", "a program, started anew each time"],
    ["batch", "a program that prints many orders"],
    ["file", "orders of a file"],
    ["built-in", "a shuffle of the catalogue"],
    ["library", "a function of the library fairshuf"],
    ["javascript", "a function in JavaScript"],
]);

/** "10 cards", or "3 of 10 items" for samples. */
export function sizeWords({ kind, n, lines, sample, put_back: putBack }) {
    const whole = lines === null || lines === n || n === 0;
    if (kind !== "samples") return plural(lines ?? n, whole ? "card" : "line");
    return `${count(sample ?? 0)} of ${plural(lines ?? n, "item")}` +
        (putBack ? ", put back each time" : "");
}

function trialsWords(report) {
    const { trials, planned, decided, interrupted, complete } = report;
    const looked = plural(trials, trialNoun(report));
    if (interrupted && decided === null)
        return `${looked}, then it was stopped; ${count(planned)} were planned`;
    if (complete || planned === null || planned === trials) return looked;
    return decided === null ? `${looked} of ${count(planned)}`
        : `${looked} of up to ${count(planned)}: no more were needed`;
}

function secondsWords(seconds) {
    if (seconds < 0.01) return "less than 0.01 s";
    return seconds < 100 ? `${decimal(seconds, 2)} s` : `${count(seconds / 60)} min`;
}

/** What was audited, and how: pairs of a title and a text. */
export function factsOf(report) {
    const { how, n, lines, seed, seconds, remark, note, tool } = report;
    return [
        ["Audited", ways.get(how) ?? how],
        ["Size", sizeWords(report) + (lines !== null && lines !== n && n > 0
            ? `, looked at as ${plural(n, "card")}` : "")],
        ["Looked at", trialsWords(report)],
        ["Seed", seed],
        ["Time", seconds === null ? null : secondsWords(seconds)],
        ["Remark", remark],
        ["Note", note?.text],
        ["By", tool],
    ].filter(([, text]) => text !== null && text !== undefined && text !== "");
}

const quoted = (text) => (/^[\w.:/@%+=-]+$/.test(text) ? text
    : `'${text.replaceAll("'", "'\\''")}'`);

/** What the subject of a built-in audit names: { shuffle, die } of "down with modulo:15",
 * { library } of "libfairshuf: head"; null of all others. */
export function namesOf({ how, subject }) {
    if (how === "library") return { library: subject.replace(/^libfairshuf: /, "") };
    if (how !== "built-in") return null;
    const [shuffle, die = ""] = subject.split(" with ");
    return { shuffle, die };
}

/** The command that makes this report once more; null if there is none: it has no seed to
 * repeat, or is on a function of the library, which only the page can audit. */
export function commandOf(report) {
    const names = namesOf(report);
    if (!names?.shuffle || report.seed === null || report.planned === null) return null;
    const die = names.die ? ` -d ${quoted(names.die)}` : "";
    return `fairaudit -a ${quoted(names.shuffle)}${die} -n ${report.n} ` +
        `-t ${report.planned} -s ${quoted(report.seed)}`;
}

/** How far from fair it is, and what that means. */
export function distanceWords({ distance, dependence, verdict, undiagnosed }) {
    if (!distance || distance.bound === null) return null;
    if (!(distance.bound > 0)) {
        if (verdict !== "unfair") return null;
        if (undiagnosed)
            return "Not worked out, and neither is the mistake: a signal stopped the " +
                "audit.";
        return dependence === "seen"
            ? "Not known, because the orders depend on each other."
            : dependence === "possible"
                ? "Not known: the evidence is how orders follow or repeat each other, " +
                  "so they may depend on each other."
                : "Not known: there is too little data for a bound.";
    }
    const guess = distance.estimate > distance.bound
        ? `, and probably about ${percent(distance.estimate)}` : "";
    return `At least ${percentAtLeast(distance.bound)}${guess}: to be fair, this share ` +
        "of all shuffles would have to come out differently. 0 % is fair, 100 % is the " +
        "largest possible distance.";
}

/** Orders that came again. */
export function repeatsWords({ repeats }) {
    if (!repeats || repeats.kept < 2) return null;
    const { kept, distinct, pairs, expected } = repeats;
    const should = expected >= 10 ? count(expected) : decimal(expected, 2);
    const different = distinct === 1 ? "all are the same"
        : `${count(distinct)} are different`;
    return `Of the first ${count(kept)} orders, ${different}. ` +
        `${pairs === 1 ? "1 pair is" : `${count(pairs)} pairs are`} equal; ${should} ` +
        `${expected === 1 ? "is" : "are"} expected of a fair shuffle.`;
}

/** Names of suspects as the catalogue spells them: { shuffle, die }. */
export function suspectNames({ shuffle, parameter, die, die_parameter: ofDie }) {
    const named = (name, value) => (value === null ? name : `${name}:${value}`);
    return { shuffle: named(shuffle, parameter), die: named(die, ofDie) };
}
