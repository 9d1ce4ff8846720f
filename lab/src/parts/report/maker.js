// SPDX-License-Identifier: MIT
//
// maker.js - makes the report that an address names, by running its audit.
import { wholeNumber } from "../../address.js";
import { isLibrary, LEAST_CARDS, MOST_CARDS, nearestDie, planOf, titleOfName }
    from "../../catalogue.js";
import { startAudit } from "../../client.js";
import { h, setText } from "../../dom.js";
import { failureNote } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { seedIfGood } from "../../seeds.js";
import { badgeSoFar, runningBadge } from "../../verdict.js";

const USUAL_TRIALS = 1000000;
const MOST_TRIALS = 10000000;

/** The state with everything that was left out. */
export const wholeState = (context, given) => ({
    shuffle: given.shuffle,
    die: isLibrary(given.shuffle) ? "" : nearestDie(context, given.die),
    n: wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 10),
    trials: wholeNumber(given.trials, 1, MOST_TRIALS, USUAL_TRIALS),
    seed: seedIfGood(given.seed) || context.seedNow(),
});

/**
 * @param {object} context of the page
 * @returns {{node: HTMLElement, make(state: object, done: Function): void, drop(): void}}
 *   make: calls done({report, text}) at the end, unless it fails or is dropped
 */
export function reportMaker(context) {
    let running;
    const title = h("h2", {});
    const badge = h("span", {});
    const bar = h("progress", { max: 1, value: 0, "aria-label": say.report.done });
    const words = h("p", { class: "muted number" });
    const message = h("div", {}); // empty, unless it fails
    const panel = h("section", { class: "panel", "data-test": "report-making" },
                    title, h("p", {}, badge), bar, words);

    function drop() {
        running?.drop();
        running = undefined;
    }

    function begin(state) {
        message.replaceChildren();
        panel.hidden = false;
        title.replaceChildren(...say.report.making(titleOfName(state.shuffle), state.n));
        badge.replaceChildren(runningBadge());
        bar.value = 0;
        setText(words, say.report.planned(state.trials, state.seed));
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
                    setText(words, say.report.progress(report.trials, report.planned,
                                                       state.seed));
                },
                ending() { setText(words, say.report.computing); },
                done(result) {
                    running = undefined;
                    done(result);
                },
                failed(_, error) {
                    running = undefined;
                    panel.hidden = true;
                    message.replaceChildren(failureNote(error, {
                        lead: say.report.failed, test: "report-failed" }));
                },
            });
        },
        drop,
    };
}
