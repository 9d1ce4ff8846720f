// SPDX-License-Identifier: MIT
//
// audit.js - the report of an audit: what it found, what that means, and all pictures.
import { entryOf, libraryName, titleOfBoth } from "../../catalogue.js";
import { foldedCode } from "../../code/folded.js";
import { h, points } from "../../dom.js";
import { detectableTexts, effectTexts } from "../../effects.js";
import { say } from "../../lang/lang.js";
import { waysFrom } from "../../ways.js";
import { curvePanel, ordersPanel, pictureGroups, positionPanel, testsPanel }
    from "./pictures.js";
import { namesOf } from "./subject.js";
import { cellsTable, viewsTable } from "./table.js";
import { commandOf, distanceWords, factsOf, suspectNames } from "./words.js";

/** Links to the parts that show { shuffle, die } or { library }. */
function waysTo(context, { shuffle, die, library }, n) {
    const name = library ? libraryName(library) : shuffle;
    return waysFrom(context, "report", { shuffle: name, die, n });
}

// ---- what was found ------------------------------------------------------------------

/** What a program did that no shuffle does. */
function findingNode({ finding, trials, kind }) {
    if (!finding) return null;
    const seen = finding.trial !== null && trials + 1 >= finding.trial;
    if (!seen && finding.complaint === null) return null;
    return h("div", { class: "message error", "data-test": "report-finding" },
        seen && h("p", {}, say.report.seenIn(finding.trial, kind === "samples")),
        finding.complaint !== null && [h("p", {}, say.report.complaint),
                                       h("pre", {}, finding.complaint)]);
}

/** The distance from fair as a bar from 0 to 1. */
function meter({ bound, estimate }) {
    const sure = h("span", { class: "report-bound" });
    const guess = h("span", { class: "report-guess" });
    sure.style.width = `${Math.min(1, bound) * 100}%`;
    guess.style.left = `${Math.min(1, Math.max(bound, estimate)) * 100}%`;
    return h("div", { class: "report-meter", "aria-hidden": "true" }, sure, guess);
}

/** A shuffle of the catalogue: its title, then its name. */
function nameNodes(context, suspect) {
    const entry = entryOf(context.catalogue.shuffles, suspect.shuffle);
    return [entry && [h("b", {}, titleOfBoth(context, suspect)), " "],
            h("code", { class: "muted" }, suspect.name)];
}

/** Which known mistake does the same. */
function mistakeNode(context, { suspects, subject, n }) {
    if (suspects.length === 0) return null;
    const fitting = suspects.filter(({ fits }) => fits);
    // The links of the subject itself are in the heading.
    const item = (suspect) => h("li", {}, nameNodes(context, suspect),
        suspect.name !== subject &&
            h("p", { class: "buttons" }, waysTo(context, suspectNames(suspect), n)));
    const [nearest] = suspects;
    return h("section", { "data-test": "report-suspects" },
        h("h2", {}, say.report.mistake),
        fitting.length === 0
            ? h("p", {}, say.report.nearest(nameNodes(context, nearest),
                                            nearest.mismatch))
            : [h("p", {}, say.report.sameAs(fitting.length)),
               h("ul", { class: "report-suspects" }, fitting.map(item))]);
}

/** What no test can find. */
const unseenNode = () => h("section", {},
    h("h2", {}, say.report.unseen), h("p", {}, say.report.unseenText));

/** What is wrong with it; null if nothing is known. */
function effectsPanel(context, report) {
    const distance = distanceWords(report);
    const mistake = mistakeNode(context, report);
    const effects = effectTexts(report);
    if (effects.length === 0 && !distance && !mistake) return null;
    return h("div", { class: "panel stack" },
        effects.length > 0 && h("section", { "data-test": "report-effects" },
            h("h2", {}, say.report.effects), points(effects)),
        distance && h("section", { "data-test": "report-distance" },
            h("h2", {}, say.report.distance),
            report.distance.bound > 0 && meter(report.distance), h("p", {}, distance)),
        mistake,
        detectableTexts(report).length === 0 && unseenNode());
}

/** What the test would have found, and what no test can find; null if the first is
 * unknown. */
function limitsPanel(report) {
    const { judged, verdict, trials, kind } = report;
    const detectable = detectableTexts(report);
    if (!judged || verdict === "could-not-test" || detectable.length === 0) return null;
    return h("div", { class: "panel stack" },
        h("section", { "data-test": "report-detectable" },
            h("h2", {}, say.report.caught), points(detectable),
            h("p", { class: "muted small" },
              say.report.caughtText(trials, kind === "samples"))),
        unseenNode());
}

/** What was tested, and how. */
function factsPanel(context, report) {
    const command = commandOf(report);
    const named = namesOf(report);
    const ways = named ? waysTo(context, named, report.n) : [];
    return h("div", { class: "panel report-head" },
        h("dl", { class: "report-facts", "data-test": "report-facts" },
          factsOf(report).map(([title, text]) =>
              h("div", {}, h("dt", {}, title), h("dd", {}, text)))),
        command && h("div", {}, h("p", { class: "muted small" }, say.report.command),
                     h("pre", { "data-test": "report-command" }, command)),
        ways.length > 0 && h("p", { class: "buttons" }, ways));
}

/** The code of the shuffle that was tested; if only the mistake is known, code that makes
 * it. Null if neither is in the catalogue. */
function codePanel(context, report) {
    const named = namesOf(report);
    const suspect = report.suspects.find(({ fits }) => fits);
    const plan = named?.shuffle ? named : !named && suspect ? suspectNames(suspect) : null;
    if (!plan) return null;
    const code = foldedCode(context, named ? undefined : say.report.codeOfMistake);
    code.show(plan);
    return code.node.hidden ? null
        : h("div", { class: "panel report-code", "data-test": "report-code" }, code.node);
}

// ---- the report ----------------------------------------------------------------------

function testsTable(report, level) {
    const table = viewsTable(report, level);
    return table && h("div", { class: "panel" },
        h("h2", {}, say.report.tests),
        h("p", { class: "muted small" }, say.report.testsText), table);
}

/**
 * The whole report.
 * @returns {{node: HTMLElement, fill(): void}} fill makes the pictures of closed groups
 */
export function auditView(context, report) {
    const level = report.false_alarm_rate / 2; // the odds have the other half
    const groups = pictureGroups(report, level);
    const pictures = [
        positionPanel(report),
        testsPanel(report, level),
        curvePanel(report),
        factsPanel(context, report),
        ordersPanel(report),
    ].filter(Boolean);
    const node = h("div", { class: "stack", "data-test": "report-audit" },
        findingNode(report),
        h("div", { class: "panels report-says" }, effectsPanel(context, report),
          limitsPanel(report), codePanel(context, report)),
        h("div", { class: "report-pictures" }, pictures),
        cellsTable(report), groups.map((group) => group.node),
        testsTable(report, level));
    return { node, fill: () => groups.forEach((group) => group.fill()) };
}
