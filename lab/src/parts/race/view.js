// SPDX-License-Identifier: MIT
//
// view.js - what one sees of a lane: choice, verdict, count, pictures, findings.
import { writeAddress } from "../../address.js";
import { evidenceCurve } from "../../charts/curve.js";
import { heatMap } from "../../charts/heatmap.js";
import { h, setText } from "../../dom.js";
import { diePicker, shufflePicker } from "../../pickers.js";
import { count, plural, roughly } from "../../words.js";
import { isLibrary, storyOf, titleOf } from "./about.js";
import { findingWords } from "./words.js";

const MOST_EXACT = 5; // cards of which the exact part shows all orders at once

/** The badge of an audit that has no verdict yet. */
export function runningBadge(word) {
    return h("span", { class: "verdict race-running", "data-verdict": "running" },
             h("span", { "aria-hidden": "true" }, "…"), word);
}

/** The ways on, from this shuffle to other parts. */
function waysOn({ id, openReport }) {
    const report = h("button", { class: "button", type: "button", onclick: openReport,
                                 "data-test": `report-${id}` }, "Report");
    const steps = h("a", { class: "button", "data-test": `steps-${id}` }, "Step by step");
    const exact = h("a", { class: "button", "data-test": `exact-${id}` });
    return {
        node: h("div", { class: "buttons race-more" }, report, steps, exact),
        setReport(there) { report.disabled = !there; },
        set({ shuffle, die, n, seed }) {
            const few = Math.min(n, MOST_EXACT);
            steps.hidden = isLibrary(shuffle);
            exact.hidden = steps.hidden;
            steps.href = writeAddress("steps", { shuffle, die, n, seed });
            exact.href = writeAddress("exact", { shuffle, die, n: few });
            setText(exact, `Exact, ${plural(few, "card")}`);
        },
    };
}

/** How many of how many, and how fast. */
function counter(id) {
    const counted = h("b", { class: "number", "data-test": `count-${id}` });
    const planned = h("span", { class: "muted number" });
    const rate = h("span", { class: "muted number", "data-test": `rate-${id}` });
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Shuffles done" });
    return {
        node: h("div", { class: "race-count" }, h("p", {}, counted, planned, rate), bar),
        set(trials, most, speed) {
            setText(counted, count(trials));
            setText(planned, `of ${count(most)}`);
            setText(rate, speed > 0 ? `${roughly(speed)}/s` : "");
            bar.value = trials / most;
        },
    };
}

/**
 * The view of a lane; see raceLane().
 * @param {object} options id, context, close as there; change({shuffle} or {die});
 *   openReport()
 */
export function laneView({ id, context, change, close, openReport }) {
    const shuffle = shufflePicker({
        context, library: true, label: `Shuffle ${id.toUpperCase()}`,
        test: `shuffle-${id}`, change: (name) => change({ shuffle: name }),
    });
    const die = diePicker({
        context, test: `die-${id}`, change: (name) => change({ die: name }),
    });
    const title = h("h2", { class: "race-title" });
    const badge = h("span", {});
    const counted = counter(id);
    const map = heatMap({ title: "Which card came to which place", test: `heat-${id}` });
    const words = h("p", { class: "race-words", "data-test": `words-${id}` });
    const curve = evidenceCurve({ title: "Evidence against fair", test: `curve-${id}` });
    const finding = h("section", { class: "race-finding", "data-test": `finding-${id}` });
    const story = h("div", { class: "race-story small muted" });
    const ways = waysOn({ id, openReport });
    const problem = h("p", { class: "message error", role: "alert",
                             "data-test": `message-${id}` });
    const results = h("div", { class: "race-results" },
        h("div", { class: "race-verdict" }, badge, counted.node),
        map.node, words, curve.node, finding);
    map.node.classList.add("race-map");
    curve.node.classList.add("race-curve");
    const node = h("article", { class: "panel race-lane", "data-test": `lane-${id}`,
                                "aria-label": `Lane ${id.toUpperCase()}` },
        h("div", { class: "race-choice" }, shuffle.node, die.node,
          close && h("button", { class: "button quiet race-close", type: "button",
                                 "aria-label": "Close this lane", onclick: close,
                                 "data-test": `close-${id}` }, "✕")),
        title, problem, results, story, ways.node);

    function setVerdict(made, text) {
        if (badge.textContent !== made.textContent) {
            made.dataset.test = `verdict-${id}`;
            badge.replaceChildren(made);
        }
        setText(words, text);
    }

    return {
        node,
        setVerdict,
        /** Says what will run. */
        describe(plan) {
            shuffle.set(plan.shuffle);
            die.set(plan.die);
            die.node.hidden = isLibrary(plan.shuffle);
            title.replaceChildren(...titleOf(context, plan));
            story.replaceChildren(...storyOf(context, plan));
            ways.set(plan);
        },
        /** Before the first shuffle. */
        clear(plan) {
            setVerdict(runningBadge("STARTING"), "");
            counted.set(0, plan.trials, 0);
            finding.replaceChildren();
            ways.setReport(false);
            problem.hidden = true;
            results.hidden = false;
            ways.node.hidden = false;
        },
        /** What is known by now. */
        draw(report, rate) {
            counted.set(report.trials, report.planned, rate);
            map.update({ position: report.position, trials: report.trials });
            curve.update({ curve: report.curve, needed: report.evidence.needed_ln,
                           trials: report.trials, decided: report.decided });
        },
        /** What is known at the end only. */
        finish(report) {
            const { title: head, items, last } = findingWords(report);
            finding.replaceChildren(h("h3", {}, head),
                h("ul", {}, items.map((text) => h("li", {}, text))),
                h("p", { class: "muted" }, last));
            ways.setReport(true);
        },
        /** It cannot run. */
        fail(message) {
            badge.replaceChildren();
            setText(problem, `It cannot run: ${message}`);
            problem.hidden = false;
            results.hidden = true;
            ways.node.hidden = true;
        },
    };
}
