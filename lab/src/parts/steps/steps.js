// SPDX-License-Identifier: MIT
//
// steps.js - the part "Step by step": one shuffle on cards, roll by roll.
//
//     #steps?shuffle=down&die=exact&n=8&seed=k3x9&step=3
//
// State: shuffle, die, n, seed, step (how many rolls are done); trial, the number of the
// shuffle, from 1, where it matters; speed. What is left out is filled in.
import { wholeNumber, writeAddress } from "../../address.js";
import { h, setText } from "../../dom.js";
import { diePicker, entryOf, field, numberField, seedField, shufflePicker }
    from "../../pickers.js";
import { questionLine } from "../../questions.js";
import { factsNode, isFair, storyNode } from "./about.js";
import { makeLog } from "./log.js";
import { FASTEST, USUAL_SPEED } from "./play.js";
import { reaches, study } from "./reach.js";
import { makeStage } from "./stage.js";
import { steadied } from "./words.js";

const LEAST = 2;
const MOST = 16; // cards that can be told apart on a table
const TRIALS = 1000;
const PATIENCE = 400; // milliseconds
// Other shuffles that are looked at, for each card: a place that is chosen once in 2n
// times is never seen with a chance of (1 - 1 / 2n)^28n, which is below 1e-6.
const STUDIED = 28;
const BATCH = 20; // of them are asked for at once

/** The state with all that was left out, but for the seed. */
function wholeState(given, fairDie) {
    return {
        shuffle: given.shuffle || "down",
        die: !given.die || given.die === "fair" ? fairDie : given.die,
        n: String(wholeNumber(given.n, LEAST, MOST, 8)),
        seed: given.seed ?? "",
        trial: given.trial && String(wholeNumber(given.trial, 1, TRIALS, 1)),
        step: String(wholeNumber(given.step, 0, 1e6, 0)),
        speed: given.speed && String(wholeNumber(given.speed, 1, FASTEST, USUAL_SPEED)),
    };
}

const planOf = ({ shuffle, die, n, seed, trial }) =>
    ({ shuffle, die, n: Number(n), seed, trial: Number(trial || 1) - 1 });

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

function mount(root, context) {
    const fairDie = context.catalogue.dice.find(({ fair }) => fair).name;
    // Each with a worker of its own: a proof may take long, and so may many rolls.
    const proofs = questionLine();
    const traces = questionLine();
    let state = {};
    let plan;
    let trace;
    let found = {}; // what is known beyond the trace: {exact, problem, known, ways}
    let loads = 0; // counts what was asked for, to tell what is out of date
    let patience; // until one is told that it takes a while

    const set = (changes) =>
        context.go("steps", { ...state, ...changes }, { replace: true });
    const change = (name) => (value) => set({ [name]: value, step: 0 });

    // ---- controls ----

    const shuffle = shufflePicker({ context, test: "steps-shuffle",
                                    change: change("shuffle") });
    const die = diePicker({ context, test: "steps-kind", change: change("die") });
    const cards = numberField({ label: "Cards", least: LEAST, most: MOST, test: "steps-n",
                                change: change("n") });
    const seed = seedField({ context, test: "steps-seed", change: change("seed") });
    const number = h("input", { type: "number", min: 1, max: TRIALS, step: 1,
                                "data-test": "steps-trial",
                                onchange: () => change("trial")(number.value) });
    const trial = field("Shuffle number", number);
    cards.node.classList.add("steps-cards");
    const summary = h("summary", {});
    const settings = h("details", { class: "steps-settings" }, summary,
        h("div", { class: "controls" }, die.node, trial, seed.node));
    // Where there is room they are always seen; steps.css hides the summary there.
    const roomy = matchMedia("(min-width: 701px)");
    const unfold = () => { settings.open ||= roomy.matches; };
    roomy.addEventListener("change", unfold);
    unfold();

    // ---- what is seen ----

    const stage = makeStage({
        go: (step) => set({ step }),
        speed: (speed) => set({ speed: speed === USUAL_SPEED ? "" : speed }),
    });
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "steps-message" });
    const log = makeLog((step) => { stage.stop(); set({ step }); });
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
        h("div", { class: "panel controls steps-controls" },
          shuffle.node, cards.node, settings),
        message, stage.node, story, below);

    // ---- showing ----

    function showFacts() {
        const fair = isFair(context, plan, found.exact);
        stage.learn({ ...found, fair });
        facts.replaceChildren(...factsNode(context, plan, found));
    }

    function showStep(moving) {
        const step = Math.min(Number(state.step), trace.steps.length);
        stage.show({ step, speed: Number(state.speed || USUAL_SPEED), moving });
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

    async function load() {
        drop();
        const mine = loads;
        const wanted = () => mine === loads;
        patience = setTimeout(() => showMessage("Being shuffled …", false), PATIENCE);
        try {
            const answer = await traces.ask("trace", plan);
            if (!wanted()) return;
            trace = steadied(answer);
        } catch (error) {
            if (!wanted()) return;
            clearTimeout(patience);
            showMessage(`This cannot be shown: ${error.message}.`, true);
            return;
        }
        clearTimeout(patience);
        found = {};
        showMessage("", false);
        stage.load(trace, entryOf(context.catalogue.shuffles, plan.shuffle).keeps);
        log.fill(trace.steps);
        story.replaceChildren(...storyNode(context, plan));
        showFacts();
        showStep(false);
        const { shuffle: name, die: kind, n } = plan;
        const learned = (more) => {
            if (!wanted()) return;
            found = { ...found, ...more };
            showFacts();
            showStep(false);
        };
        proofs.ask("exact", { shuffle: name, die: kind, n })
            .then((exact) => learned({ exact }),
                  (error) => learned({ problem: error.message }));
        const known = await studyOthers(traces.ask, plan, trace);
        const dieFair = entryOf(context.catalogue.dice, kind).fair;
        learned({ known, ways: reaches(known, dieFair) });
    }

    function showControls() {
        shuffle.set(state.shuffle);
        die.set(state.die);
        cards.set(state.n);
        seed.set(state.seed);
        number.value = state.trial || 1;
        setText(summary, `Die: ${state.die}, seed: ${state.seed}`);
        trial.hidden = !entryOf(context.catalogue.shuffles, state.shuffle)?.keeps &&
            !entryOf(context.catalogue.dice, state.die)?.seeded && !state.trial;
    }

    return {
        show(given) {
            const full = wholeState(given, fairDie);
            full.seed ||= context.seedNow();
            if (writeAddress("steps", full) !== writeAddress("steps", given)) {
                context.go("steps", full, { replace: true });
                return; // and comes back, with the whole state
            }
            state = full;
            showControls();
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
export const stepsPart = { id: "steps", title: "Step by step", mount };
