// SPDX-License-Identifier: MIT
//
// result.js - the result of a test of pasted code or of a file, from the first shuffle to
// the verdict.
import { evidenceCurve } from "../../charts/curve.js";
import { heatMap } from "../../charts/heatmap.js";
import { button, h, lessMotion, points, setText } from "../../dom.js";
import { effectTexts } from "../../effects.js";
import { say } from "../../lang/lang.js";
import { badgeSoFar, runningBadge, verdictBadge, verdictWords } from "../../verdict.js";
import { subjectNode } from "../report/subject.js";

/** Scrolls to an element, if its beginning is not on the screen. */
function reveal(node) {
    const { top } = node.getBoundingClientRect();
    if (top >= 0 && top < innerHeight / 2) return;
    node.scrollIntoView({ block: "start", behavior: lessMotion() ? "auto" : "smooth" });
}

/**
 * The panel of a result.
 * @param {{showReport: (report: object, text: string) => void}} on opens the whole report
 * @returns {{node: HTMLElement, clear(): void, begin(): void, progress: Function,
 *            ending(why?: string): void, done: Function, failed(words: Array): void}}
 *   begin: shows the panel; progress, ending, done: as for startAudit(); why: there are
 *   fewer shuffles than planned; failed: shows a message instead of the panel
 */
export function resultPanel({ showReport }) {
    const badge = h("span", { "data-test": "yours-verdict" });
    const words = h("p", { class: "yours-words", "data-test": "yours-words",
                           "aria-live": "polite" });
    const progress = h("p", { class: "muted small number", "data-test": "yours-count" });
    const effects = h("div", { "data-test": "yours-effects" });
    let finished;
    let reason = ""; // why there are fewer shuffles than planned
    const withReason = (text) => say.charts.join([reason, text].filter(Boolean));
    const whole = button(say.yours.report, {
        kind: "main", test: "yours-report", hidden: true,
        onclick: () => showReport(finished.report, finished.text) });
    const map = heatMap({ test: "yours-heat" });
    const curve = evidenceCurve({ test: "yours-curve" });
    const pictures = h("div", { class: "yours-pictures" }, map.node, curve.node);
    const panel = h("section", { class: "panel", hidden: true,
                                 "aria-label": say.yours.result },
        h("h2", { class: "visually-hidden" }, say.yours.result),
        h("div", { class: "yours-says" }, badge, progress), words, pictures, effects,
        h("p", { class: "buttons" }, whole));
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "yours-message" });
    const waiting = h("p", { class: "yours-waiting muted" }, say.yours.waiting);
    const node = h("div", { class: "yours-result", "data-test": "yours-result" },
                   waiting, message, panel);

    const only = (one) => {
        for (const other of [waiting, message, panel]) other.hidden = other !== one;
        node.setAttribute("aria-busy", "false");
    };
    const draw = (report, made) => {
        panel.hidden = false;
        badge.replaceChildren(made);
        pictures.hidden = report.position === null || report.trials === 0;
        if (pictures.hidden) return;
        map.update(report);
        curve.update(report);
    };
    return {
        node,
        clear() {
            only(waiting);
            whole.hidden = true;
            badge.replaceChildren();
            effects.replaceChildren();
            setText(words, "");
            setText(progress, "");
            pictures.hidden = true;
            reason = "";
        },
        begin() {
            only(panel);
            node.setAttribute("aria-busy", "true");
            badge.replaceChildren(runningBadge());
            reveal(node);
        },
        ending(why = "") {
            reason = why;
            setText(words, withReason(say.yours.computing));
        },
        progress({ rate, report }) {
            draw(report, badgeSoFar(report));
            progress.replaceChildren(...say.yours.progress(subjectNode(report),
                                                           report.trials, rate));
        },
        done(result) {
            finished = result;
            const { report } = result;
            only(panel);
            draw(report, verdictBadge(report.verdict));
            progress.replaceChildren(...say.yours.finished(subjectNode(report),
                                                           report.trials));
            setText(words, withReason(verdictWords(report)));
            effects.replaceChildren(points(effectTexts(report)));
            whole.hidden = false;
        },
        /** It is not a shuffle, or cannot be tried. */
        failed(nodes) {
            only(message);
            message.replaceChildren(...nodes);
            reveal(node);
        },
    };
}
