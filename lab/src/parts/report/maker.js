// SPDX-License-Identifier: MIT
//
// maker.js - makes the report that an address asks for: its audit is run, once more or
// for the first time.
import { wholeNumber } from "../../address.js";
import { dieOf, isLibrary, LEAST_CARDS, MOST_CARDS, planOf } from "../../catalogue.js";
import { startAudit } from "../../client.js";
import { h, setText } from "../../dom.js";
import { badgeSoFar, runningBadge } from "../../verdict.js";
import { count, plural, sentence } from "../../words.js";

const USUAL_TRIALS = 1000000;
const MOST_TRIALS = 10000000;

/** The state of such a report with all that was left out. */
export const wholeState = (context, given) => ({
    shuffle: given.shuffle,
    die: isLibrary(given.shuffle) ? "" : dieOf(context, given.die),
    n: wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 10),
    trials: wholeNumber(given.trials, 1, MOST_TRIALS, USUAL_TRIALS),
    seed: given.seed || context.seedNow(),
});

/**
 * @param {object} context of the page
 * @returns {{node: HTMLElement, make(state: object, done: Function): void, drop(): void}}
 *   make: done({report, text}) comes at the end, unless it failed or was dropped
 */
export function reportMaker(context) {
    let running;
    const title = h("h2", {});
    const badge = h("span", {});
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Shuffles done" });
    const words = h("p", { class: "muted number" });
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "report-failed" });
    const panel = h("section", { class: "panel", "data-test": "report-making" },
                    title, h("p", {}, badge), bar, words);

    function drop() {
        running?.drop();
        running = undefined;
    }

    function begin(state) {
        message.hidden = true;
        panel.hidden = false;
        setText(title, `Auditing ${state.shuffle}, ${plural(state.n, "card")}`);
        badge.replaceChildren(runningBadge());
        bar.value = 0;
        setText(words, `Up to ${count(state.trials)} shuffles, seed ${state.seed}.`);
    }

    return {
        node: h("div", { class: "stack" }, message, panel),
        make(state, done) {
            drop();
            begin(state);
            running = startAudit(planOf(context, state), {
                progress({ report }) {
                    badge.replaceChildren(badgeSoFar(report));
                    bar.value = report.trials / report.planned;
                    setText(words, `${plural(report.trials, "shuffle")} of up to ` +
                        `${count(report.planned)}, seed ${state.seed}.`);
                },
                ending() { setText(words, "Computing the report …"); },
                done(result) {
                    running = undefined;
                    done(result);
                },
                failed(text) {
                    running = undefined;
                    panel.hidden = true;
                    message.hidden = false;
                    setText(message, sentence(`There is no such report: ${text}`));
                },
            });
        },
        drop,
    };
}
