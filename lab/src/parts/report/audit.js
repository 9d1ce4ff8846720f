// SPDX-License-Identifier: MIT
//
// audit.js - the report of an audit: verdict, what it means, what it rests on.
import { entryOf, libraryName } from "../../catalogue.js";
import { h, points } from "../../dom.js";
import { verdictBadge, verdictWords } from "../../verdict.js";
import { waysFrom } from "../../ways.js";
import { capital, decimal, plural, trialNoun } from "../../words.js";
import { curvePanel, ordersPanel, pictureGroups, positionPanel, testsPanel }
    from "./pictures.js";
import { cellsTable, viewsTable } from "./table.js";
import { commandOf, distanceWords, factsOf, namesOf, repeatsWords, sizeWords,
         suspectNames } from "./words.js";

/** Links to what a report names: { shuffle, die } or { library }. */
function waysTo(context, { shuffle, die, library }, n) {
    const name = library ? libraryName(library) : shuffle;
    return waysFrom(context, "report", { shuffle: name, die, n });
}

function heading(context, report) {
    const { finding, trials } = report;
    const named = namesOf(report);
    const ways = named ? waysTo(context, named, report.n) : [];
    return h("div", {},
        h("p", { class: "report-verdict", "data-test": "report-verdict" },
          verdictBadge(report.verdict)),
        h("h2", { "data-test": "report-subject" }, report.subject,
          report.n > 0 && h("span", { class: "muted" }, `, ${sizeWords(report)}`)),
        h("p", { class: "report-says", "data-test": "report-words" },
          capital(verdictWords(report))),
        finding && h("div", { class: "message error", "data-test": "report-finding" },
          finding.trial !== null && trials + 1 >= finding.trial &&
              h("p", {}, `This was seen in ${trialNoun(report)} ${finding.trial}.`),
          finding.complaint !== null && [
              h("p", {}, "It said:"), h("pre", {}, finding.complaint)]),
        ways.length > 0 && h("p", { class: "buttons" }, ways));
}

/** How far from fair, as a bar from 0 to 1. */
function meter({ bound, estimate }) {
    const sure = h("span", { class: "report-bound" });
    const guess = h("span", { class: "report-guess" });
    sure.style.width = `${Math.min(1, bound) * 100}%`;
    guess.style.left = `${Math.min(1, Math.max(bound, estimate)) * 100}%`;
    return h("div", { class: "report-meter", "aria-hidden": "true" }, sure, guess);
}

/** Which known mistake does the same. */
function looksLike(context, { suspects, subject, n }) {
    const fitting = suspects.filter(({ fits }) => fits);
    if (suspects.length === 0) return null;
    const titleOf = (names) => {
        const entry = entryOf(context.catalogue.shuffles, names.shuffle);
        return entry ? `: ${entry.title}` : "";
    };
    // What was audited has its links above.
    const item = (suspect) => {
        const names = suspectNames(suspect);
        return h("li", {},
            h("b", {}, suspect.name), titleOf(names),
            suspect.name !== subject &&
                h("p", { class: "buttons" }, waysTo(context, names, n)));
    };
    const nearest = suspects[0];
    return h("section", { "data-test": "report-suspects" },
        h("h3", {}, "The mistake"),
        fitting.length === 0
            ? h("p", {}, "No known mistake does just this. The nearest is ",
                h("b", {}, nearest.name), `${titleOf(suspectNames(nearest))}; it differs`,
                nearest.mismatch === null ? "."
                    : ` by ${decimal(nearest.mismatch, 2)} standard deviations.`)
            : [h("p", {}, fitting.length === 1
                ? "One known shuffle does the same, as far as can be told:"
                : `${plural(fitting.length, "known shuffle")} do the same, as far as ` +
                  "can be told:"),
               h("ul", { class: "report-suspects" }, fitting.map(item))]);
}

/** What is wrong with it. */
function effects(context, report) {
    const distance = distanceWords(report);
    const mistake = looksLike(context, report);
    if (report.effects.length === 0 && !distance && !mistake) return null;
    return h("div", { class: "panel stack" },
        report.effects.length > 0 && h("section", { "data-test": "report-effects" },
            h("h3", {}, "What it does"), points(report.effects)),
        distance && h("section", { "data-test": "report-distance" },
            h("h3", {}, "Distance from fair"),
            report.distance.bound > 0 && meter(report.distance), h("p", {}, distance)),
        mistake);
}

/** What would have been seen, and what could not be. */
function limits(report) {
    const noun = trialNoun(report);
    return h("div", { class: "panel stack" },
        report.detectable.length > 0 && h("section", { "data-test": "report-detectable" },
            h("h3", {}, `What ${plural(report.trials, noun)} would have shown`),
            points(report.detectable),
            h("p", { class: "muted small" },
              "Each with a probability of 90 %. What is smaller may well be there.")),
        h("section", {},
            h("h3", {}, "What cannot be seen"),
            h("p", {}, "Whether somebody can predict it: what is drawn from a seed " +
                       "that can be guessed looks like anything else, until orders " +
                       "repeat.")));
}

function facts(report) {
    const command = commandOf(report);
    return h("div", {},
        h("dl", { class: "report-facts", "data-test": "report-facts" },
          factsOf(report).map(([title, text]) =>
              h("div", {}, h("dt", {}, title), h("dd", {}, text)))),
        command && [h("p", { class: "muted small" }, "The same once more, by command:"),
                    h("pre", { "data-test": "report-command" }, command)]);
}

/**
 * The whole report.
 * @returns {{node: HTMLElement, fill(): void}} fill makes the pictures of closed groups
 */
export function auditView(context, report) {
    const level = report.false_alarm_rate / 2; // the other half is for bets
    const groups = pictureGroups(report, level);
    const repeats = repeatsWords(report);
    const table = viewsTable(report, level);
    const pictures = [
        positionPanel(report, cellsTable(report)),
        curvePanel(report, repeats && h("section", { "data-test": "report-repeats" },
            h("h3", {}, "Orders that came again"), h("p", {}, repeats))),
        ordersPanel(report),
        testsPanel(report, level),
    ].filter(Boolean);
    const node = h("div", { class: "stack", "data-test": "report-audit" },
        h("div", { class: `panel report-head ${report.verdict}` },
          heading(context, report), facts(report)),
        h("div", { class: "panels" }, effects(context, report),
          report.judged && report.verdict !== "could-not-test" && limits(report)),
        h("div", { class: "report-pictures" }, pictures),
        groups.map((group) => group.node),
        table && h("div", { class: "panel" },
            h("h3", {}, "What each view says"),
            h("p", { class: "muted small" },
              "Each view counts something else of every order, tests it (p: how likely " +
              "so much or more is, if the shuffle is fair; corrected for the number of " +
              "tests) and bets on it (odds that hold whenever one looks)."),
            table));
    return { node, fill: () => groups.forEach((group) => group.fill()) };
}
