// SPDX-License-Identifier: MIT
//
// result.js - what the audit of pasted code or of a file says, as it goes on.
import { evidenceCurve } from "../../charts/curve.js";
import { heatMap } from "../../charts/heatmap.js";
import { h, setText } from "../../dom.js";
import { verdictBadge, verdictWords } from "../../verdict.js";
import { count, roughly } from "../../words.js";

/** The panel of a result; `showReport(report, text)` opens the whole report. */
export function resultPanel({ showReport }) {
    const badge = h("span", { "data-test": "yours-verdict" });
    const words = h("p", { "data-test": "yours-words", "aria-live": "polite" });
    const progress = h("p", { class: "muted small number", "data-test": "yours-count" });
    const effects = h("ul", { "data-test": "yours-effects" });
    const whole = h("button", { class: "button", type: "button", hidden: true,
                                "data-test": "yours-report" }, "The whole report");
    const map = heatMap({ title: "Which card is where", test: "yours-heatmap" });
    const curve = evidenceCurve({ title: "Evidence", test: "yours-curve" });
    const node = h("section", { class: "panel yours-result", hidden: true,
                                "aria-label": "Result" },
        h("div", { class: "yours-says" }, badge, progress), words, effects,
        h("div", { class: "yours-pictures" }, map.node, curve.node),
        h("p", { class: "buttons" }, whole));
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "yours-error" });
    let finished;
    whole.addEventListener("click", () => showReport(finished.report, finished.text));

    const draw = (report) => {
        node.hidden = false;
        badge.replaceChildren(verdictBadge(report.verdict));
        if (report.position !== null && report.trials > 0) {
            map.update(report);
            curve.update({ curve: report.curve, needed: report.evidence.needed_ln,
                           trials: report.trials, decided: report.decided });
        }
    };
    return {
        node, message,
        clear() {
            node.hidden = true;
            message.hidden = true;
            whole.hidden = true;
            effects.replaceChildren();
            setText(words, "");
        },
        progress({ count: made, rate, report }) {
            draw(report);
            setText(progress, `${count(made)} shuffles, ${roughly(rate)} a second`);
        },
        done(result) {
            finished = result;
            const { report } = result;
            draw(report);
            setText(progress, `${count(report.trials)} shuffles`);
            setText(words, verdictWords(report));
            effects.replaceChildren(...report.effects.map((text) => h("li", {}, text)));
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
