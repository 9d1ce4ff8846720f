// SPDX-License-Identifier: MIT
//
// panel.js - the map of positions at the left, another statistic of the same shuffles at the
// right, and what both say.
import { digitPlot } from "../../charts/digits.js";
import { heatMap } from "../../charts/heatmap.js";
import { pairMatrix } from "../../charts/matrix.js";
import { scalarPlot } from "../../charts/scalar.js";
import { pWords } from "../../charts/tests.js";
import { foldedCode } from "../../code/folded.js";
import { button, h, setText } from "../../dom.js";
import { effectTexts } from "../../effects.js";
import { say } from "../../lang/lang.js";
import { field } from "../../pickers.js";
import { badgeSoFar, runningBadge, verdictBadge, verdictWords } from "../../verdict.js";
import { sentence } from "../../words.js";
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

/** What a statistic says about this shuffle, by itself. */
function findingWords(view, { complete, trials }) {
    const { finding } = say.views;
    if (view.noticed) {
        // What bets say is proved; tails of tests are approximate that far out.
        const words = view.bound ? finding.proved
            : view.sure >= MOST_TENS ? finding.beyond : finding.about;
        return words(sureWords(view));
    }
    const tests = view.tests.filter(({ usable }) => usable);
    if (view.waits) return finding.tooFew(trials);
    if (tests.length === 0) return finding.nothing;
    if (!complete) return finding.soFar;
    return finding.p(pWords(Math.min(...tests.map((test) => test.corrected))));
}

/** One side: a heading, what is counted, what is found, a picture, an example. */
function makeSide(test, heading) {
    const what = h("p", { class: "views-what" });
    const example = h("p", { class: "views-example small muted" });
    const holder = h("div", {});
    const finding = h("p", { class: "views-finding", "data-test": `${test}-finding` });
    let drawn; // the view that the chart is for
    let chart;
    return {
        node: h("div", { class: "views-side", "data-test": test },
                heading, what, finding, holder, example),
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
            finding.dataset.noticed = String(view.noticed);
        },
    };
}

/**
 * @param {object} context of the page
 * @param {{choose: (name: string) => void, openReport: () => void}} on
 * @returns {{node: HTMLElement, clear(plan: object, story: string), running(report), ending(),
 *            done(report), failed(message),
 *            draw(views: Array, name: string, report: object)}}
 */
export function viewPanel(context, { choose, openReport }) {
    const badge = h("span", { "data-test": "views-verdict" });
    const words = h("p", { "aria-live": "polite", "data-test": "views-words" });
    const counted = h("span", { class: "number muted", "data-test": "views-count" });
    const story = h("p", { class: "views-story muted", "data-test": "views-story" });
    const code = foldedCode(context);
    const effect = h("p", { class: "views-effect", "data-test": "views-effect" });
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "views-message" });
    const report = button(say.views.report, { test: "views-report", onclick: openReport });
    const select = h("select", { "data-test": "views-view",
                                 onchange: () => choose(select.value) });
    const left = makeSide("views-positions", h("h2", {}, say.views.heading));
    const right = makeSide("views-shown", h("div", { class: "views-pick" },
                                            field(say.views.other, select)));
    const sides = h("div", { class: "views-sides" }, left.node, right.node);
    const node = h("section", { class: "panel" },
                   h("div", { class: "views-head" }, badge,
                     h("div", { class: "views-said" }, words, effect, counted), report),
                   message, sides, h("div", { class: "views-about" }, story, code.node));

    function offer(views) {
        const now = views.map(({ name }) => name).join();
        if (select.dataset.offers === now) return;
        select.dataset.offers = now;
        select.replaceChildren(...views.filter(({ name }) => name !== "position")
            .map((view) => h("option", { value: view.name }, aboutView(view).title)));
    }

    return {
        node,
        clear(plan, text) {
            setText(story, text);
            code.show(plan);
            badge.replaceChildren(runningBadge());
            node.dataset.status = "running";
            setText(words, "");
            setText(counted, "");
            setText(effect, "");
            message.hidden = true;
            sides.hidden = false;
            report.hidden = true;
        },
        running(latest) {
            badge.replaceChildren(badgeSoFar(latest));
            setText(counted, say.views.counted(latest.trials, latest.planned));
        },
        ending() { setText(words, say.views.computing); },
        done(last) {
            badge.replaceChildren(verdictBadge(last.verdict));
            setText(words, verdictWords(last));
            setText(counted, "");
            setText(effect, effectTexts(last)[0] ?? "");
            report.hidden = false;
            node.dataset.status = "done";
        },
        failed(text) {
            badge.replaceChildren();
            setText(words, "");
            setText(counted, "");
            sides.hidden = true;
            message.hidden = false;
            setText(message, sentence(say.race.cannotRun(text)));
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
