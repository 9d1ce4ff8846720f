// SPDX-License-Identifier: MIT
//
// steps.js - the part "Step by step": a shuffle on cards, roll by roll; or two shuffles
// with the same random numbers.
//
//     #steps?shuffle=swap-with-any-down&with=down&n=8&seed=k3x9&step=3&choose=2:0.25
//
// State: shuffle; with, the other shuffle, if there is one; die, n, seed; step, the
// number of rolls so far; trial, the number of the shuffle, from 1, where it matters;
// speed; choose, the rolls that the visitor chose (choices.js). What is left out is
// filled in. An address without any shuffle shows a wrong and a right one.
import "./below.css";
import "./steps.css";
import "./table.css";
import { wholeNumber } from "../../address.js";
import { LEAST_CARDS, MOST_STEPS_CARDS, nearestDie } from "../../catalogue.js";
import { h } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { seedIfGood } from "../../seeds.js";
import { numberFor, readChoices, withChoice, writeChoices } from "./choices.js";
import { makeControls, makeHeads, TRIALS } from "./controls.js";
import { makeLog } from "./log.js";
import { FASTEST, USUAL_SPEED } from "./play.js";
import { makeRow } from "./row.js";
import { makeStage } from "./stage.js";

const PAIR = ["swap-with-any-down", "down"]; // what an address without shuffles shows
const PATIENCE = 400; // milliseconds before a message says that it takes a while

/** The state with all that was left out, but for the seed. */
function wholeState(context, given) {
    const usual = given.shuffle || given.with ? ["down", ""] : PAIR;
    return {
        shuffle: given.shuffle || usual[0],
        with: given.with || usual[1],
        die: nearestDie(context, given.die),
        n: wholeNumber(given.n, LEAST_CARDS, MOST_STEPS_CARDS, 8),
        seed: seedIfGood(given.seed),
        trial: given.trial && wholeNumber(given.trial, 1, TRIALS, 1),
        step: wholeNumber(given.step, 0, 1e6, 0),
        speed: given.speed && wholeNumber(given.speed, 1, FASTEST, USUAL_SPEED),
        choose: writeChoices(readChoices(given.choose)),
    };
}

const planOf = ({ die, n, seed, trial, choose }, shuffle) =>
    ({ shuffle, die, n, seed, trial: (trial || 1) - 1, choices: readChoices(choose) });

function mount(root, context) {
    let state = {};
    let rows = []; // those that are shown
    let asked = ""; // the plans that were loaded last, but for the choices
    let chosen = ""; // their choices
    let busy = false; // loading
    let loads = 0; // number of requests so far, to recognise answers that are out of date
    let patience; // timer of the message that it takes a while

    const { set, slide } = context.changes("steps", () => state);
    /** Begins anew. Only a second shuffle beside the first one gets the same choices. */
    const restart = (changes) => set({
        ...changes, step: 0, choose: changes.with && !state.with ? state.choose : "" });

    /** Goes on from a step of a row, counted from 0, with a result of its roll. */
    function chooseRoll(row, step, rolled) {
        const now = row.loaded.trace.steps[step];
        stage.stop();
        if (rolled === now.rolled) {
            slide({ step: step + 1 });
            return;
        }
        const sides = loaded().map(({ loaded: { trace } }) => trace.steps[step]?.sides);
        const number = rolled === now.drawn ? undefined
            : numberFor(rolled, now.sides, sides.filter(Boolean));
        set({ step: step + 1,
              choose: writeChoices(withChoice(readChoices(state.choose), step, number)) });
    }

    // ---- what is seen ----

    const controls = makeControls(context, restart);
    const heads = makeHeads(context, restart);
    const both = [makeRow(context, heads.first, "steps-lane-a", chooseRoll),
                  makeRow(context, heads.second, "steps-lane-b", chooseRoll)];
    const stage = makeStage(both, {
        go: (step) => slide({ step }),
        unchoose: () => set({ choose: "" }),
        speed: (speed) => slide({ speed: speed === USUAL_SPEED ? "" : speed }),
    });
    const log = makeLog((step) => { stage.stop(); slide({ step }); });
    const next = h("div", { class: "panels steps-below" });
    const about = h("div", { class: "panels steps-below" });
    const list = h("div", { class: "panel" }, h("h2", {}, say.steps.allSteps), log.node);
    root.append(
        h("header", { class: "steps-header" },
          h("div", {}, h("h1", {}, say.steps.title),
            h("p", { class: "lead" }, say.steps.lead)),
          controls.node),
        stage.node, next, list, about);

    // ---- showing ----

    const loaded = () => rows.filter((row) => row.loaded);
    const steps = () => Math.max(0, ...loaded().map((row) =>
        row.loaded.trace.steps.length));

    function showStep(moving) {
        const mine = loads;
        const step = Math.min(state.step, steps());
        stage.show({ step, speed: state.speed || USUAL_SPEED, moving,
                     choices: readChoices(state.choose) });
        log.set(step);
        loaded().forEach((row) =>
            row.showStep(step, () => mine === loads, stage.playing()));
    }

    function drop() {
        loads += 1;
        clearTimeout(patience);
        stage.stop();
        both.forEach((row) => row.drop());
    }

    /** The rows that the state names. */
    function arrange() {
        rows = state.with ? both : [both[0]];
        stage.pair(state.with !== "");
        next.replaceChildren(...rows.map((row) => row.next.node));
        about.replaceChildren(...rows.map((row) => row.about));
    }

    /** `again`: only the choices have changed. */
    function showAll(again) {
        const shown = loaded();
        for (const node of [next, list, about]) node.hidden = shown.length === 0;
        rows.forEach((row) => {
            for (const node of [row.next.node, row.about, row.code])
                node.hidden = !row.loaded || (node === row.code && !row.code.firstChild);
        });
        stage.load(shown.map((row) => row.loaded));
        log.fill(shown.map((row) => row.loaded));
        if (shown.length === 0) return;
        showStep(again);
        const step = Math.min(state.step, steps());
        const reached = readChoices(state.choose).filter((one) => one.step < steps());
        context.complete("steps", state,
                         { ...state, step, choose: writeChoices(reached) });
        shown.forEach((row) => row.learnMore(() => { if (!busy) showStep(false); }));
    }

    async function load(again) {
        if (again) {
            loads += 1;
            clearTimeout(patience);
            stage.stop();
        } else {
            drop();
            arrange();
        }
        busy = true;
        [state.shuffle, state.with].forEach((name, i) => {
            both[i].plan = planOf(state, name);
        });
        stage.wait();
        const mine = loads;
        const wanted = () => mine === loads;
        patience = setTimeout(() => rows.forEach((row) => {
            if (!row.loaded) row.lane.fail(say.steps.shuffling, false);
        }), PATIENCE);
        await Promise.all(rows.map((row) => row.load(wanted, again).catch((error) => {
            if (wanted()) row.lane.fail(say.steps.cannotShow(errorText(error)));
        })));
        if (!wanted()) return;
        clearTimeout(patience);
        busy = false;
        showAll(again);
    }

    return {
        show(given) {
            const full = wholeState(context, given);
            full.seed ||= context.seedNow();
            if (context.complete("steps", given, full)) return;
            state = full;
            controls.show(state);
            heads.show(state);
            const plan = planOf({ ...state, choose: "" }, state.shuffle);
            const plans = JSON.stringify([plan, state.with]);
            if (plans !== asked || state.choose !== chosen) {
                const again = plans === asked;
                asked = plans;
                chosen = state.choose;
                load(again);
            } else if (loaded().length > 0 && !busy) {
                showStep(true);
            }
        },
        hide() {
            drop();
            // What was not complete is begun again when it is shown again.
            if (busy || !rows.every((row) => row.complete())) asked = "";
        },
        unmount() {
            both.forEach((row) => row.end());
        },
    };
}

/** One shuffle, or two, roll by roll. */
export const stepsPart = { id: "steps", mount };
