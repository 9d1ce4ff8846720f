// SPDX-License-Identifier: MIT
//
// steps.js - the part "Step by step": a shuffle on cards, roll by roll; or two shuffles
// with the same random numbers.
//
//     #steps?shuffle=swap-with-any-down&with=down&n=8&seed=k3x9&step=3
//
// State: shuffle; with, the other shuffle, if there is one; die, n, seed; step, the
// number of rolls so far; trial, the number of the shuffle, from 1, where it matters;
// speed. What is left out is filled in. An address without any shuffle shows a wrong and
// a right one.
import "./below.css";
import "./steps.css";
import "./table.css";
import { wholeNumber } from "../../address.js";
import { dieOf, LEAST_CARDS } from "../../catalogue.js";
import { h } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { makeControls, makeHeads, MOST_CARDS, TRIALS } from "./controls.js";
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
        die: dieOf(context, given.die),
        n: wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 8),
        seed: given.seed ?? "",
        trial: given.trial && wholeNumber(given.trial, 1, TRIALS, 1),
        step: wholeNumber(given.step, 0, 1e6, 0),
        speed: given.speed && wholeNumber(given.speed, 1, FASTEST, USUAL_SPEED),
    };
}

const planOf = ({ die, n, seed, trial }, shuffle) =>
    ({ shuffle, die, n, seed, trial: (trial || 1) - 1 });

function mount(root, context) {
    let state = {};
    let rows = []; // those that are shown
    let asked = ""; // the plans that were loaded last
    let loads = 0; // number of requests so far, to recognise answers that are out of date
    let patience; // timer of the message that it takes a while

    const { set, slide } = context.changes("steps", () => state);
    const choose = (changes) => set({ ...changes, step: 0 });

    // ---- what is seen ----

    const controls = makeControls(context, choose);
    const heads = makeHeads(context, choose);
    const both = [makeRow(context, heads.first, "steps-lane-a"),
                  makeRow(context, heads.second, "steps-lane-b")];
    const stage = makeStage(both, {
        go: (step) => slide({ step }),
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
        stage.show({ step, speed: state.speed || USUAL_SPEED, moving });
        log.set(step);
        loaded().forEach((row) => row.showStep(step, () => mine === loads));
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
        const plans = [state.shuffle, state.with].map((name) => planOf(state, name));
        both.forEach((row, i) => { row.plan = plans[i]; });
        next.replaceChildren(...rows.map((row) => row.next.node));
        about.replaceChildren(...rows.map((row) => row.about));
    }

    function showAll(wanted) {
        const shown = loaded();
        for (const node of [next, list, about]) node.hidden = shown.length === 0;
        rows.forEach((row) => {
            for (const node of [row.next.node, row.about, row.code])
                node.hidden = !row.loaded || (node === row.code && !row.code.firstChild);
        });
        stage.load(shown.map((row) => row.loaded));
        log.fill(shown.map((row) => row.loaded));
        if (shown.length === 0) return;
        showStep(false);
        const step = Math.min(state.step, steps());
        context.complete("steps", state, { ...state, step });
        shown.forEach((row) => row.learnMore(wanted, () => showStep(false)));
    }

    async function load() {
        drop();
        arrange();
        stage.wait();
        const mine = loads;
        const wanted = () => mine === loads;
        patience = setTimeout(() => rows.forEach((row) => {
            if (!row.loaded) row.lane.fail(say.steps.shuffling, false);
        }), PATIENCE);
        await Promise.all(rows.map((row) => row.load(wanted).catch((error) => {
            if (wanted()) row.lane.fail(say.steps.cannotShow(errorText(error)));
        })));
        if (!wanted()) return;
        clearTimeout(patience);
        showAll(wanted);
    }

    return {
        show(given) {
            const full = wholeState(context, given);
            full.seed ||= context.seedNow();
            if (context.complete("steps", given, full)) return;
            state = full;
            controls.show(state);
            heads.show(state);
            const plans = JSON.stringify([planOf(state, state.shuffle), state.with]);
            if (plans !== asked) {
                asked = plans;
                load();
            } else if (loaded().length > 0) {
                showStep(true);
            }
        },
        hide() {
            drop();
            // What was not complete is begun again when it is shown again.
            if (!rows.every((row) => row.complete())) asked = "";
        },
    };
}

/** One shuffle, or two, roll by roll. */
export const stepsPart = { id: "steps", mount };
