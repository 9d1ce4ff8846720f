// SPDX-License-Identifier: MIT
//
// result.js - what the audit of pasted code or of a file says, as it goes on.
import { evidenceCurve } from "../../charts/curve.js";
import { heatMap } from "../../charts/heatmap.js";
import { button, h, points, setText } from "../../dom.js";
import { badgeSoFar, verdictBadge, verdictWords } from "../../verdict.js";
import { plural, roughly } from "../../words.js";

/**
 * The panel of a result.
 * @param {{showReport: (report: object, text: string) => void}} on opens the whole report
 * @returns {{node: HTMLElement, message: HTMLElement, clear(): void, progress: Function,
 *            ending(why?: string): void, done: Function, failed(text: string): void}}
 *   message: stands instead of the panel if it failed; progress, ending, done: as for
 *   startAudit(); why: there are fewer shuffles than planned
 */
export function resultPanel({ showReport }) {
    const badge = h("span", { "data-test": "yours-verdict" });
    const words = h("p", { "data-test": "yours-words", "aria-live": "polite" });
    const progress = h("p", { class: "muted small number", "data-test": "yours-count" });
    const effects = h("div", { "data-test": "yours-effects" });
    let finished;
    let reason = ""; // why there are fewer shuffles than planned
    const whole = button("Report", {
        test: "yours-report", hidden: true,
        onclick: () => showReport(finished.report, finished.text) });
    const map = heatMap({ test: "yours-heat" });
    const curve = evidenceCurve({ test: "yours-curve" });
    const node = h("section", { class: "panel", hidden: true, "aria-label": "Result" },
        h("div", { class: "yours-says" }, badge, progress), words, effects,
        h("div", { class: "yours-pictures" }, map.node, curve.node),
        h("p", { class: "buttons" }, whole));
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "yours-message" });

    const draw = (report, made) => {
        node.hidden = false;
        badge.replaceChildren(made);
        if (report.position !== null && report.trials > 0) {
            map.update(report);
            curve.update(report);
        }
    };
    return {
        node, message,
        clear() {
            node.hidden = true;
            message.hidden = true;
            whole.hidden = true;
            badge.replaceChildren();
            effects.replaceChildren();
            setText(words, "");
            reason = "";
        },
        ending(why = "") {
            reason = why;
            setText(words, `${reason} Computing the report …`.trim());
        },
        progress({ rate, report }) {
            draw(report, badgeSoFar(report));
            setText(progress, `${report.subject}: ${plural(report.trials, "shuffle")}, ` +
                    `${roughly(rate)}/s`);
        },
        done(result) {
            finished = result;
            const { report } = result;
            draw(report, verdictBadge(report.verdict));
            setText(progress, `${report.subject}: ${plural(report.trials, "shuffle")}`);
            setText(words, `${reason} ${verdictWords(report)}`.trim());
            effects.replaceChildren(points(report.effects));
            whole.hidden = false;
        },
        /** It is no shuffle, or cannot be tried. */
        failed(text) {
            node.hidden = true;
            message.hidden = false;
            setText(message, text);
        },
    };
}
