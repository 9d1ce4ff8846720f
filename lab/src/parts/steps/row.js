// SPDX-License-Identifier: MIT
//
// row.js - one of the two shuffles of "Step by step": its lane on the stage, its code,
// all possible rolls, and what is known of it.
import { entryOf, shuffleEntry, titleOf } from "../../catalogue.js";
import { codePanel } from "../../code/panel.js";
import { replay, snippetOf } from "../../code/run.js";
import { h } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { ask, questionLine } from "../../questions.js";
import { aboutNodes, isFair } from "./about.js";
import { makeBranches } from "./branches.js";
import { steadied } from "./changes.js";
import { makeLane } from "./lane.js";
import { studyOthers } from "./learn.js";
import { reaches } from "./reach.js";
import { sceneOf } from "./scenes.js";

const REST = 120; // milliseconds at a step before all its possible rolls are worked out
const REST_PLAYING = 600; // while it plays: cards that move come first

/** What the code of a shuffle does at each step: [{site, compared}]; none if it does not
 * end with the deck of the core. */
function callsOf(entry, plan, trace) {
    if (!entry || !snippetOf(plan.shuffle)) return [];
    const { calls, end } = replay(entry, plan.shuffle, trace);
    const agrees = trace.cut || end.every((card, place) => card === trace.end[place]);
    return agrees ? calls : [];
}

/**
 * One of the two shuffles.
 * @param {object} context of the page
 * @param {HTMLElement} head the choice of the shuffle
 * @param {string} test the name of its lane for tests
 * @param {(row: object, step: number, rolled: number) => void} choose goes on from a step,
 *     counted from 0, with another result of its roll
 */
export function makeRow(context, head, test, choose) {
    // With workers of its own: a proof may take long, and so may many rolls.
    const proofs = questionLine();
    const traces = questionLine();
    const lane = makeLane(head, test, (step, rolled) => choose(row, step, rolled));
    const code = h("div", { class: "steps-code" });
    const about = h("div", { class: "panel steps-about", "data-test": "steps-facts" });
    const next = makeBranches((step, rolled) => choose(row, step, rolled));
    let panel;
    let resting; // timer
    let learning; // differs for each plan that is learned
    const row = { lane, code, about, next, plan: undefined, loaded: undefined,
                  found: {} };

    function showAbout() {
        const { plan, found } = row;
        lane.learn({ ...found, fair: isFair(context, plan, found.exact) });
        about.replaceChildren(...aboutNodes(context, plan, found));
    }

    /** Whether all is known that can be. */
    const complete = () => Boolean(row.found.known &&
                                   (row.found.exact || row.found.problem));

    /** Asks for what takes longer: the exact probabilities, and other shuffles. Choices
     * change nothing of that, so it goes on while the visitor chooses. */
    async function learnMore(changed) {
        if (learning || complete()) return;
        const { choices, ...plan } = row.plan;
        const { shuffle, die, n } = plan;
        const mine = {};
        learning = mine;
        const learned = (more) => {
            if (learning !== mine) return;
            row.found = { ...row.found, ...more };
            showAbout();
            changed();
        };
        proofs.ask("exact", { shuffle, die, n })
            .then((exact) => learned({ exact }),
                  (error) => learned({ problem: errorText(error) }));
        const dieFair = entryOf(context.catalogue.dice, die).fair;
        try {
            const first = choices.length === 0 ? row.loaded.trace
                : await traces.ask("trace", plan);
            const known = await studyOthers(traces.ask, plan, first, (soFar) =>
                learned({ ways: reaches(soFar, dieFair) }));
            learned({ known, ways: reaches(known, dieFair) });
        } catch (error) {
            learned({ failure: errorText(error) });
        }
    }

    function showCode() {
        const { shuffle } = row.plan;
        const title = titleOf(shuffleEntry(context, shuffle));
        code.hidden = !snippetOf(shuffle);
        if (code.hidden) return;
        if (panel) panel.show(shuffle, title);
        else {
            panel = codePanel({ shuffle, title });
            code.append(panel.element);
        }
    }

    async function showNext(step, wanted) {
        const { plan, loaded: { trace, scene } } = row;
        const rolled = trace.steps[step];
        if (rolled === undefined) {
            next.say(say.steps.branch.end);
            return;
        }
        try {
            const answer = await ask("branches", { ...plan, step });
            if (!wanted()) return;
            next.draw({ ...answer, step, drawn: rolled.drawn, chosen: rolled.chosen,
                        before: rolled.before, scene: scene[step + 1],
                        dieFair: entryOf(context.catalogue.dice, plan.die).fair });
        } catch (error) {
            if (wanted()) next.say(errorText(error));
        }
    }

    return Object.assign(row, {
        drop() {
            clearTimeout(resting);
            learning = undefined;
            proofs.drop();
            traces.drop();
        },
        end() {
            proofs.end();
            traces.end();
        },
        complete,
        /** Asks for the shuffle; throws if there is none. `again`: only the choices have
         * changed. */
        async load(wanted, again) {
            if (!again) {
                row.found = {};
                row.loaded = undefined;
            }
            const { plan } = row;
            const trace = steadied(await traces.ask("trace", plan));
            if (!wanted()) return;
            const entry = entryOf(context.catalogue.shuffles, plan.shuffle);
            const calls = callsOf(entry, plan, trace);
            const title = titleOf(entry);
            row.loaded = { trace, calls, title, lane,
                           scene: sceneOf(plan.shuffle, trace, calls) };
            lane.load({ ...row.loaded, keeps: entry.keeps }, title, again);
            if (!again) {
                next.load();
                showCode();
            }
            showAbout();
        },
        learnMore,
        /** Shows the line of the code, and all results that the next roll can have. */
        showStep(at, wanted, playing) {
            const { calls, trace } = row.loaded;
            const step = Math.min(at, trace.steps.length);
            const call = at > step ? undefined : calls[step - 1];
            panel?.highlight(call?.site ?? null);
            clearTimeout(resting);
            resting = setTimeout(() => showNext(step, () =>
                wanted() && row.shownStep === step), playing ? REST_PLAYING : REST);
            row.shownStep = step;
        },
    });
}
