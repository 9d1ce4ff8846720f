// SPDX-License-Identifier: MIT
//
// steps.js - the part "Step by step": one shuffle on cards, roll by roll.
//
//     #steps?shuffle=down&die=exact&n=8&seed=k3x9&step=3
//
// State: shuffle, die, n, seed, step (how many rolls are done); trial, the number of the
// shuffle, from 1, where it matters; speed. What is left out is filled in.
import "./steps.css";
import { wholeNumber } from "../../address.js";
import { dieOf, entryOf, LEAST_CARDS } from "../../catalogue.js";
import { h, setText } from "../../dom.js";
import { diePicker, field, foldedControls, numberField, seedField, shufflePicker }
    from "../../pickers.js";
import { questionLine } from "../../questions.js";
import { sentence } from "../../words.js";
import { factsNodes, isFair, storyNodes } from "./about.js";
import { makeLog } from "./log.js";
import { FASTEST, USUAL_SPEED } from "./play.js";
import { reaches, study } from "./reach.js";
import { makeStage } from "./stage.js";
import { steadied } from "./words.js";

const MOST_CARDS = 16; // more cannot be distinguished on a table
const TRIALS = 1000;
const PATIENCE = 400; // milliseconds before a message says that it takes a while
// Other shuffles that are looked at, for each card: a place that is chosen once in 2n
// times is never seen with a chance of (1 - 1 / 2n)^28n, which is below 1e-6.
const STUDIED = 28;
const BATCH = 20; // of them are asked for at once

/** The state with all that was left out, but for the seed. */
function wholeState(context, given) {
    return {
        shuffle: given.shuffle || "down",
        die: dieOf(context, given.die),
        n: wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 8),
        seed: given.seed ?? "",
        trial: given.trial && wholeNumber(given.trial, 1, TRIALS, 1),
        step: wholeNumber(given.step, 0, 1e6, 0),
        speed: given.speed && wholeNumber(given.speed, 1, FASTEST, USUAL_SPEED),
    };
}

const planOf = ({ shuffle, die, n, seed, trial }) =>
    ({ shuffle, die, n, seed, trial: (trial || 1) - 1 });

/** Looks at other shuffles of a plan; what they have in common with the first. */
async function studyOthers(ask, plan, first) {
    const known = study();
    known.add(first);
    if (first.cut) return known;
    for (let done = 0; done < STUDIED * plan.n; done += BATCH) {
        const batch = Array.from({ length: BATCH }, (_, i) =>
            ask("trace", { ...plan, trial: plan.trial + done + i + 1 }));
        (await Promise.all(batch)).forEach((trace) => known.add(trace));
        if (known.targets() === undefined) break; // nor will it be found in others
    }
    return known;
}

/** The controls that select a shuffle; they call change(changes) with the new values. */
function makeControls(context, change) {
    const to = (name) => (value) => change({ [name]: value });
    const { shuffles, dice } = context.catalogue;
    const shuffle = shufflePicker({ context, test: "steps-shuffle",
                                    change: to("shuffle") });
    const die = diePicker({ context, test: "steps-die", change: to("die") });
    const cards = numberField({ label: "Cards", least: LEAST_CARDS, most: MOST_CARDS,
                                test: "steps-n", change: to("n") });
    const seed = seedField({ context, test: "steps-seed", change: to("seed") });
    const number = h("input", { type: "number", min: 1, max: TRIALS, step: 1,
                                "data-test": "steps-trial" });
    number.addEventListener("change", () => {
        const value = Math.round(Number(number.value)) || 1;
        number.value = Math.min(TRIALS, Math.max(1, value));
        change({ trial: number.value });
    });
    const trial = field("Shuffle number", number);
    const summary = h("span", {});
    return {
        node: h("div", { class: "panel controls steps-controls" }, shuffle.node,
                cards.node, foldedControls(summary, die.node, trial, seed.node)),
        show(state) {
            shuffle.set(state.shuffle);
            die.set(state.die);
            cards.set(state.n);
            seed.set(state.seed);
            number.value = state.trial || 1;
            setText(summary, `Die: ${state.die}, seed: ${state.seed}`);
            // Others are the same whatever came before.
            trial.hidden = !entryOf(shuffles, state.shuffle)?.keeps &&
                !entryOf(dice, state.die)?.seeded && !state.trial;
        },
    };
}

function mount(root, context) {
    // Each with a worker of its own: a proof may take long, and so may many rolls.
    const proofs = questionLine();
    const traces = questionLine();
    let state = {};
    let plan;
    let trace;
    let found = {}; // what is known beyond the trace: {exact, problem, known, ways}
    let loads = 0; // number of requests so far, to recognise answers that are out of date
    let patience; // timer of the message that it takes a while

    const { set, slide } = context.changes("steps", () => state);

    // ---- what is seen ----

    const controls = makeControls(context, (changes) => set({ ...changes, step: 0 }));
    const stage = makeStage({
        go: (step) => slide({ step }),
        speed: (speed) => slide({ speed: speed === USUAL_SPEED ? "" : speed }),
    });
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "steps-message" });
    const log = makeLog((step) => { stage.stop(); slide({ step }); });
    const story = h("div", { class: "panel steps-story", "data-test": "steps-story" });
    const facts = h("div", { class: "panel", "data-test": "steps-facts" });
    const below = h("div", { class: "panels steps-below" },
        h("div", { class: "panel" }, h("h2", {}, "All steps"), log.node), facts);
    root.append(
        h("header", {},
          h("h1", {}, "Step by step"),
          h("p", { class: "lead" },
            "One shuffle on the table, one roll of the die at a time. The bar divides " +
            "the places that are done from those that are still open.")),
        controls.node, message, stage.node, story, below);

    // ---- showing ----

    function showFacts() {
        const fair = isFair(context, plan, found.exact);
        stage.learn({ ...found, fair });
        facts.replaceChildren(...factsNodes(context, plan, found));
    }

    function showStep(moving) {
        const step = Math.min(state.step, trace.steps.length);
        stage.show({ step, speed: state.speed || USUAL_SPEED, moving });
        log.set(step);
    }

    /** A message instead of the table; none if it is empty. */
    function showMessage(text, isError) {
        message.hidden = text === "";
        message.classList.toggle("error", isError);
        setText(message, text);
        for (const node of [stage.node, story, below]) node.hidden = text !== "";
    }

    function drop() {
        loads += 1;
        clearTimeout(patience);
        stage.stop();
        proofs.drop();
        traces.drop();
    }

    /** What takes longer than the shuffle itself: its law, and others of its kind. */
    async function learnMore(wanted) {
        const { shuffle, die, n } = plan;
        const dieFair = entryOf(context.catalogue.dice, die).fair;
        const learned = (more) => {
            if (!wanted()) return;
            found = { ...found, ...more };
            showFacts();
            showStep(false);
        };
        proofs.ask("exact", { shuffle, die, n })
            .then((exact) => learned({ exact }),
                  (error) => learned({ problem: error.message }));
        const known = await studyOthers(traces.ask, plan, trace);
        learned({ known, ways: reaches(known, dieFair) });
    }

    function showTrace() {
        showMessage("", false);
        stage.load(trace, entryOf(context.catalogue.shuffles, plan.shuffle).keeps);
        log.fill(trace.steps);
        story.replaceChildren(...storyNodes(context, plan));
        showFacts();
        showStep(false);
        const step = Math.min(state.step, trace.steps.length);
        context.complete("steps", state, { ...state, step });
    }

    async function load() {
        drop();
        found = {};
        stage.wait();
        const mine = loads;
        const wanted = () => mine === loads;
        patience = setTimeout(() => showMessage("Being shuffled …", false), PATIENCE);
        try {
            const answer = await traces.ask("trace", plan);
            if (!wanted()) return;
            clearTimeout(patience);
            trace = steadied(answer);
        } catch (error) {
            if (!wanted()) return;
            clearTimeout(patience);
            showMessage(sentence(`This cannot be shown: ${error.message}`), true);
            return;
        }
        showTrace();
        learnMore(wanted);
    }

    return {
        show(given) {
            const full = wholeState(context, given);
            full.seed ||= context.seedNow();
            if (context.complete("steps", given, full)) return;
            state = full;
            controls.show(state);
            const next = planOf(state);
            if (JSON.stringify(next) !== JSON.stringify(plan)) {
                plan = next;
                trace = undefined;
                load();
            } else if (trace) {
                showStep(true);
            }
        },
        hide() {
            drop();
            // What was not complete is begun again when it is shown again.
            if (!found.known || !(found.exact || found.problem)) plan = undefined;
        },
    };
}

/** One shuffle, roll by roll. */
export const stepsPart = { id: "steps", mount };
