// SPDX-License-Identifier: MIT
//
// view.js - the elements of a lane. At the top: choice, verdict, count, map. Below: words,
// the curve of the evidence, findings, code, story.
//
// Nothing at the top changes its height while an audit runs, so that the map stays where
// it is.
import { isLibrary, titleOfBoth } from "../../catalogue.js";
import { evidenceCurve } from "../../charts/curve.js";
import { heatMap } from "../../charts/heatmap.js";
import { foldedCode } from "../../code/folded.js";
import { button, h, points, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { diePicker, shufflePicker } from "../../pickers.js";
import { runningBadge } from "../../verdict.js";
import { waysFrom } from "../../ways.js";
import { count, roughly, sentence } from "../../words.js";
import { headNodes, storyNodes } from "./about.js";
import { findingWords } from "./words.js";

/** How many of how many, and how fast. */
function counter(id) {
    const counted = h("b", { class: "number", "data-test": `race-count-${id}` });
    const planned = h("span", { class: "race-planned muted number" });
    const rate = h("span", { class: "race-rate muted number",
                             "data-test": `race-rate-${id}` });
    const bar = h("progress", { max: 1, value: 0, "aria-label": say.race.done });
    let ending = false;
    const setRate = (speed) => setText(rate, ending ? say.race.computing
        : speed > 0 ? say.race.rate(roughly(speed)) : "");
    return {
        node: h("div", { class: "race-count" }, h("p", {}, counted, planned, rate), bar),
        set(trials, most, speed) {
            setText(counted, count(trials));
            setText(planned, say.race.planned(most));
            setRate(speed);
            bar.value = trials / most;
        },
        /** Whether all shuffles are made and the report is worked out. */
        setEnding(whether) {
            ending = whether;
            planned.hidden = whether; // the words need its room
            setRate(0);
        },
    };
}

/** What runs: the pickers, and a button to close the lane. */
function choices({ id, context, change, close }) {
    const shuffle = shufflePicker({
        context, library: true, label: say.race.lane(id.toUpperCase()),
        test: `race-shuffle-${id}`, change: (name) => change({ shuffle: name }),
    });
    const die = diePicker({
        context, test: `race-die-${id}`, change: (name) => change({ die: name }),
    });
    return {
        node: h("div", { class: "race-choice" }, shuffle.node, die.node,
                close && button("✕", { kind: "quiet race-close", onclick: close,
                                       test: `race-close-${id}`,
                                       "aria-label": say.race.close })),
        set(plan) {
            shuffle.set(plan.shuffle);
            die.set(plan.die);
            // It keeps its room, so that the maps of both lanes stay side by side.
            die.node.classList.toggle("race-unused", isLibrary(plan.shuffle));
        },
    };
}

const noCounts = (n) => Array.from({ length: n }, () => new Array(n).fill(0));

/** What was found: verdict, pictures, words. */
function results(id, context, shared) {
    const badge = h("span", {});
    const counted = counter(id);
    const map = heatMap({ test: `race-heat-${id}`, shared, title: null });
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
        verdict: h("div", { class: "race-verdict" }, badge, counted.node),
        map: map.node,
        rest: [words, curve.node, finding],
        setVerdict,
        leave: map.leave,
        setEnding: counted.setEnding,
        /** Before the first shuffle. */
        clear(plan) {
            setVerdict(runningBadge(say.verdict.starting), "");
            counted.setEnding(false);
            counted.set(0, plan.trials, 0);
            map.update({ position: noCounts(plan.n), trials: 0 });
            finding.replaceChildren(h("p", { class: "muted" }, say.race.pending));
        },
        /** What is known by now. */
        draw(report, rate) {
            counted.set(report.trials, report.planned, rate);
            map.update(report);
            curve.update(report);
        },
        /** What is known at the end only. */
        finish(report) {
            const { title, items, last } = findingWords(context, report);
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
    const found = results(id, context, shared);
    const code = foldedCode(context);
    const story = h("div", { class: "race-story small muted" });
    const report = button(say.race.report, { test: `race-report-${id}`,
                                             onclick: openReport });
    const ways = h("div", { class: "buttons race-more" });
    const problem = h("p", { class: "message error", role: "alert",
                             "data-test": `race-message-${id}` });
    const top = h("div", { class: "race-top" }, choice.node, problem, found.verdict,
                  found.map);
    const rest = h("div", { class: "race-rest" }, title, found.rest, code.node, story,
                   ways);
    const node = h("article", { class: "race-lane", "data-test": `race-lane-${id}`,
                                "aria-label": say.race.lane(id.toUpperCase()) }, top, rest);

    function setProblem(text) {
        setText(problem, text);
        problem.hidden = text === "";
        for (const part of [found.verdict, found.map, ...found.rest, ways])
            part.hidden = text !== "";
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
            node.dataset.shareName = titleOfBoth(context, plan);
            title.replaceChildren(...headNodes(context, plan));
            code.show(plan);
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
            setProblem(sentence(say.race.cannotRun(message)));
        },
    };
}
