// SPDX-License-Identifier: MIT
//
// panel.js - positions at the left, another view of the same shuffles at the right,
// and what is to be said of both.
import { digitPlot } from "../../charts/digits.js";
import { heatMap } from "../../charts/heatmap.js";
import { pairMatrix } from "../../charts/matrix.js";
import { scalarPlot } from "../../charts/scalar.js";
import { pWords } from "../../charts/tests.js";
import { button, h, setText } from "../../dom.js";
import { field } from "../../pickers.js";
import { badgeSoFar, runningBadge, verdictBadge, verdictWords } from "../../verdict.js";
import { capital, count, plural, sentence } from "../../words.js";
import { aboutView } from "./about.js";
import { MOST_TENS } from "./evidence.js";
import { repeatsPlot } from "./repeats.js";
import { sureWords } from "./tiles.js";

/** The chart of a view: {node, update(view, report)}; null if it has no picture. */
function chartOf({ name, kind }) {
    const test = "views-picture";
    if (kind === "scalar") {
        const chart = scalarPlot({ test });
        return { node: chart.node,
                 update: ({ counts, law }) => chart.update({ counts, law }) };
    }
    if (kind === "repeats") {
        const chart = repeatsPlot({ test });
        return { node: chart.node,
                 update: ({ counts }, { n }) => chart.update({ repeats: counts, n }) };
    }
    if (kind === "none") return null;
    const chart = kind === "digits" ? digitPlot({ test })
        : name === "position" ? heatMap({ test: "views-heat", title: null })
            : pairMatrix({ test, kind: name });
    return {
        node: chart.node,
        update: ({ counts }, { trials }) =>
            chart.update({ counts, position: counts, trials }),
    };
}

/** What a view says of this shuffle, by itself. */
function findingWords(view, { complete, trials }) {
    if (view.noticed) {
        // What bets say is proved; tails of tests are approximate that far out.
        return "This view alone is sure: a fair shuffle gets this far with a chance of " +
            (view.bound ? `${sureWords(view)} at most.`
                : view.sure >= MOST_TENS ? `${sureWords(view)}.`
                    : `about ${sureWords(view)}.`);
    }
    const tests = view.tests.filter(({ usable }) => usable);
    if (view.waits) return `${plural(trials, "shuffle")} are too few for this view.`;
    if (tests.length === 0) return "This view notices nothing: it won no bet.";
    const p = Math.min(...tests.map((test) => test.corrected));
    return "This view notices nothing" +
        (complete ? `: p = ${pWords(p)}, corrected for all tests.` : " so far.");
}

/** One side: a heading, what is counted, what is found, a picture. */
function makeSide(test, heading) {
    const what = h("p", { class: "views-what" });
    const example = h("p", { class: "views-example small muted" });
    const holder = h("div", {});
    const finding = h("p", { class: "views-finding", "data-test": `${test}-finding` });
    let drawn; // the view that the chart is for
    let chart;
    return {
        node: h("div", { class: "views-side", "data-test": test },
                heading, h("div", {}, what, example), finding, holder),
        show(view, report) {
            if (drawn !== view.name || (chart === null) !== (view.kind === "none")) {
                drawn = view.name;
                chart = chartOf(view);
                holder.replaceChildren(...(chart ? [chart.node] : []));
                const about = aboutView(view);
                setText(what, about.what);
                setText(example, about.example);
            }
            chart?.update(view, report);
            setText(finding, findingWords(view, report));
            finding.classList.toggle("noticed", view.noticed);
        },
    };
}

/**
 * @param {{choose: (name: string) => void, openReport: () => void}} on
 * @returns {{node: HTMLElement, clear(story: string), running(report), ending(),
 *            done(report), failed(message),
 *            draw(views: Array, name: string, report: object)}}
 */
export function viewPanel({ choose, openReport }) {
    const badge = h("span", { "data-test": "views-verdict" });
    const words = h("p", { "aria-live": "polite", "data-test": "views-words" });
    const counted = h("span", { class: "number muted", "data-test": "views-count" });
    const story = h("p", { class: "views-story muted", "data-test": "views-story" });
    const effect = h("p", { class: "views-effect", "data-test": "views-effect" });
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "views-message" });
    const report = button("Report", { test: "views-report", onclick: openReport });
    const select = h("select", { "data-test": "views-view",
                                 onchange: () => choose(select.value) });
    const left = makeSide("views-positions", h("h2", {}, "Positions"));
    const right = makeSide("views-shown", h("div", { class: "views-pick" },
                                            field("Another view", select)));
    const sides = h("div", { class: "views-sides" }, left.node, right.node);
    const node = h("section", { class: "panel" },
                   h("div", { class: "views-head" }, badge, words, counted, report),
                   story, message, effect, sides);

    function offer(views) {
        const now = views.map(({ name }) => name).join();
        if (select.dataset.offers === now) return;
        select.dataset.offers = now;
        select.replaceChildren(...views.filter(({ name }) => name !== "position")
            .map((view) => h("option", { value: view.name }, aboutView(view).title)));
    }

    return {
        node,
        clear(text) {
            setText(story, text);
            badge.replaceChildren(runningBadge());
            setText(words, "");
            setText(counted, "");
            setText(effect, "");
            message.hidden = true;
            sides.hidden = false;
            report.hidden = true;
        },
        running(latest) {
            badge.replaceChildren(badgeSoFar(latest));
            setText(counted, `${count(latest.trials)} of ` +
                `${plural(latest.planned, "shuffle")}`);
        },
        ending() { setText(words, "Computing the report …"); },
        done(last) {
            badge.replaceChildren(verdictBadge(last.verdict));
            setText(words, verdictWords(last));
            setText(counted, "");
            setText(effect, last.effects.length > 0
                ? sentence(capital(last.effects[0])) : "");
            report.hidden = false;
        },
        failed(text) {
            badge.replaceChildren();
            sides.hidden = true;
            message.hidden = false;
            setText(message, sentence(`It cannot run: ${text}`));
        },
        draw(views, name, latest) {
            offer(views);
            select.value = name;
            const find = (wanted) => views.find((view) => view.name === wanted);
            left.show(find("position"), latest);
            if (find(name)) right.show(find(name), latest);
        },
    };
}
