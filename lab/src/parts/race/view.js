// SPDX-License-Identifier: MIT
//
// view.js - what one sees of a lane: choice, verdict, count, pictures, findings.
import { isLibrary } from "../../catalogue.js";
import { evidenceCurve } from "../../charts/curve.js";
import { heatMap } from "../../charts/heatmap.js";
import { button, h, points, setText } from "../../dom.js";
import { diePicker, shufflePicker } from "../../pickers.js";
import { runningBadge } from "../../verdict.js";
import { waysFrom } from "../../ways.js";
import { count, roughly, sentence } from "../../words.js";
import { headNodes, storyNodes } from "./about.js";
import { findingWords } from "./words.js";

/** How many of how many, and how fast. */
function counter(id) {
    const counted = h("b", { class: "number", "data-test": `race-count-${id}` });
    const planned = h("span", { class: "muted number" });
    const rate = h("span", { class: "muted number", "data-test": `race-rate-${id}` });
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Shuffles done" });
    let ending = false;
    const setRate = (speed) => setText(rate, ending ? "computing the report …"
        : speed > 0 ? `${roughly(speed)}/s` : "");
    return {
        node: h("div", { class: "race-count" }, h("p", {}, counted, planned, rate), bar),
        set(trials, most, speed) {
            setText(counted, count(trials));
            setText(planned, `of ${count(most)}`);
            setRate(speed);
            bar.value = trials / most;
        },
        /** Whether all shuffles are made and the report is worked out. */
        setEnding(whether) {
            ending = whether;
            setRate(0);
        },
    };
}

/** What runs: the pickers, and a button to close the lane. */
function choices({ id, context, change, close }) {
    const shuffle = shufflePicker({
        context, library: true, label: `Shuffle ${id.toUpperCase()}`,
        test: `race-shuffle-${id}`, change: (name) => change({ shuffle: name }),
    });
    const die = diePicker({
        context, test: `race-die-${id}`, change: (name) => change({ die: name }),
    });
    return {
        node: h("div", { class: "race-choice" }, shuffle.node, die.node,
                close && button("✕", { kind: "quiet race-close", onclick: close,
                                       test: `race-close-${id}`,
                                       "aria-label": "Close this lane" })),
        set(plan) {
            shuffle.set(plan.shuffle);
            die.set(plan.die);
            die.node.hidden = isLibrary(plan.shuffle);
        },
    };
}

/** What was found: verdict, pictures, words. */
function results(id, shared) {
    const badge = h("span", {});
    const counted = counter(id);
    const map = heatMap({ test: `race-heat-${id}`, shared });
    const words = h("p", { class: "race-words", "data-test": `race-words-${id}` });
    const curve = evidenceCurve({ test: `race-curve-${id}` });
    const finding = h("section", { class: "race-finding",
                                   "data-test": `race-finding-${id}` });
    map.node.classList.add("race-map");
    curve.node.classList.add("race-curve");

    function setVerdict(made, text) {
        if (badge.textContent !== made.textContent) {
            made.dataset.test = `race-verdict-${id}`;
            badge.replaceChildren(made);
        }
        setText(words, text);
    }

    return {
        node: h("div", { class: "race-results" },
            h("div", { class: "race-verdict" }, badge, counted.node),
            map.node, words, curve.node, finding),
        setVerdict,
        leave: map.leave,
        setEnding: counted.setEnding,
        /** Before the first shuffle. */
        clear(plan) {
            setVerdict(runningBadge("STARTING"), "");
            counted.setEnding(false);
            counted.set(0, plan.trials, 0);
            finding.replaceChildren();
        },
        /** What is known by now. */
        draw(report, rate) {
            counted.set(report.trials, report.planned, rate);
            map.update(report);
            curve.update(report);
        },
        /** What is known at the end only. */
        finish(report) {
            const { title, items, last } = findingWords(report);
            finding.replaceChildren(h("h3", {}, title), points(items),
                                    h("p", { class: "muted" }, last));
        },
    };
}

/**
 * The view of a lane; see raceLane().
 * @param {object} options id, context, close, shared as there; change({shuffle} or
 *   {die}); openReport()
 */
export function laneView({ id, context, change, close, openReport, shared }) {
    const choice = choices({ id, context, change, close });
    const title = h("h2", { class: "race-title" });
    const found = results(id, shared);
    const story = h("div", { class: "race-story small muted" });
    const report = button("Report", { test: `race-report-${id}`, onclick: openReport });
    const ways = h("div", { class: "buttons race-more" });
    const problem = h("p", { class: "message error", role: "alert",
                             "data-test": `race-message-${id}` });
    const node = h("article", { class: "panel race-lane", "data-test": `race-lane-${id}`,
                                "aria-label": `Lane ${id.toUpperCase()}` },
        choice.node, title, problem, found.node, story, ways);

    function setProblem(text) {
        setText(problem, text);
        problem.hidden = text === "";
        found.node.hidden = text !== "";
        ways.hidden = text !== "";
    }

    return {
        node,
        setVerdict: found.setVerdict,
        draw: found.draw,
        setEnding: found.setEnding,
        /** It is not compared with the other lane now. */
        leave: found.leave,
        /** Says what will run. */
        describe(plan) {
            choice.set(plan);
            title.replaceChildren(...headNodes(context, plan));
            story.replaceChildren(...storyNodes(context, plan));
            ways.replaceChildren(report, ...waysFrom(context, "race", plan,
                (part) => `race-to-${part}-${id}`));
        },
        /** Before the first shuffle. */
        clear(plan) {
            found.clear(plan);
            report.disabled = true;
            setProblem("");
        },
        /** At the end. */
        finish(last) {
            found.finish(last);
            report.disabled = false;
        },
        /** It cannot run. */
        fail(message) {
            found.leave();
            setProblem(sentence(`It cannot run: ${message}`));
        },
    };
}
