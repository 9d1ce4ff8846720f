// SPDX-License-Identifier: MIT
//
// race.js - the part "Compare": one shuffle, or two side by side, audited live.
//
//     #race?a=swap-with-any&da=exact&b=down&db=exact&n=10&trials=1000000&seed=k3x9
//
// State: a and b, names of shuffles (b empty: one lane); da and db, their dice; n; trials
// and seed. What is left out is filled in.
import "./race.css";
import { wholeNumber } from "../../address.js";
import { LEAST_CARDS, MOST_CARDS, nearestDie } from "../../catalogue.js";
import { sharedExtent } from "../../charts/scale.js";
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { foldedControls, numberField, seedField, trialsField } from "../../pickers.js";
import { presetLinks } from "../../presets.js";
import { seedIfGood } from "../../seeds.js";
import { raceLane } from "./lane.js";
import { pacer } from "./pace.js";
import { keys, presets } from "./presets.js";

const TRIALS = [1000, 10000, 100000, 1000000, 10000000];
const FIRST = { a: "swap-with-any", b: "down" };

/** The state with all that was left out, but for the seed. */
function wholeState(context, given) {
    const b = given.b ?? (given.a ? "" : FIRST.b);
    return {
        a: given.a || FIRST.a, da: nearestDie(context, given.da),
        b, db: b ? nearestDie(context, given.db) : "",
        n: wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 10),
        trials: wholeNumber(given.trials, TRIALS[0], TRIALS.at(-1), 1000000),
        seed: seedIfGood(given.seed),
    };
}

/** Pairs worth a look, and what to look for in the one that is shown. */
function pairLinks(whole) {
    const titled = presets.map((preset) =>
        ({ ...preset, title: say.race.pairs[preset.id][0] }));
    const links = presetLinks({ part: "race", label: say.race.presets, presets: titled,
                                keys, whole });
    const note = h("p", { class: "race-note", "data-test": "race-note" });
    return {
        node: links.node,
        note,
        mark(state) {
            const preset = links.mark(state);
            note.replaceChildren(preset ? say.race.pairs[preset.id][1] : "");
            if (preset?.see) note.append(h("a", { href: preset.see }, say.race.seeViews));
        },
    };
}

/** How many cards and shuffles, from which seed. */
function settings(context, set) {
    const cards = numberField({ label: say.controls.cards, least: LEAST_CARDS,
                                most: MOST_CARDS, test: "race-n",
                                change: (n) => set({ n }) });
    const trials = trialsField({ choices: TRIALS, test: "race-trials",
                                 change: (value) => set({ trials: value }) });
    const seed = seedField({ context, test: "race-seed", renew: false,
                             change: (value) => set({ seed: value }) });
    const summary = h("span", {});
    const node = foldedControls(summary, cards.node, trials.node, seed.node);
    node.classList.add("race-settings");
    return {
        node,
        show(state) {
            cards.set(state.n);
            trials.set(state.trials);
            seed.set(state.seed);
            setText(summary, say.race.summary(state.n, state.trials));
        },
    };
}

function mount(root, context) {
    const whole = (given) => wholeState(context, given);
    let state = {};
    const { set } = context.changes("race", () => state);

    // ---- controls ----

    const links = pairLinks(whole);
    const controls = settings(context, set);
    const pause = button(say.race.pause, { test: "race-pause", onclick: () => {
        const running = anyIs("running");
        each((one) => (running ? one.pause() : one.resume()));
    } });
    const stop = button(say.race.stop, { test: "race-stop",
                                         onclick: () => each((one) => one.stop()) });
    const again = button(say.race.again, {
        kind: "main", test: "race-again", title: say.race.againHint,
        onclick: () => set({ seed: context.seedNow() }) });
    const add = button(say.race.add, {
        kind: "race-add", test: "race-add", onclick: () => {
            set({ b: FIRST.b, db: "" });
            lanes.b.node.querySelector("select").focus();
        } });

    // ---- lanes ----

    // One voice for each lane: both may have something to say at the same time.
    const voice = (id) => h("p", { class: "visually-hidden", "aria-live": "polite",
                                   "data-test": `race-announced-${id}` });
    const voices = { a: voice("a"), b: voice("b") };
    const pace = pacer();
    const shared = sharedExtent(); // a colour means the same in both maps
    const lane = (id, die, more) => raceLane({
        id, context, pace, shared, moved: () => refresh(),
        change: (chosen) => set({ [id]: chosen.shuffle, [die]: chosen.die }),
        announce: (what) => setText(voices[id], say.race.announced(what)),
        ...more,
    });
    const lanes = {
        a: lane("a", "da"),
        b: lane("b", "db", { close: () => { set({ b: "", db: "" }); add.focus(); } }),
    };
    const track = h("div", { class: "race-lanes" }, links.note, lanes.a.node);
    const open = () => (state.b ? [lanes.a, lanes.b] : [lanes.a]);
    const each = (action) => open().forEach(action);
    const anyIs = (status) => open().some((one) => one.status() === status);

    function refresh() {
        const running = anyIs("running");
        pause.disabled = !running && !anyIs("paused");
        // A disabled button loses the focus.
        if (pause.disabled && [pause, stop].includes(document.activeElement))
            again.focus();
        stop.disabled = pause.disabled;
        setText(pause, !running && anyIs("paused") ? say.race.resume : say.race.pause);
    }

    function showLanes() {
        const plan = (id, die) => ({ shuffle: state[id], die: state[die], n: state.n,
                                     seed: state.seed, trials: state.trials });
        track.classList.toggle("two", state.b !== "");
        lanes.a.show(plan("a", "da"));
        if (state.b) {
            if (!lanes.b.node.isConnected) track.append(lanes.b.node);
            lanes.b.show(plan("b", "db"));
        } else {
            lanes.b.leave();
            lanes.b.node.remove();
        }
    }

    root.append(
        h("header", {}, h("h1", {}, say.race.title),
          h("p", { class: "lead" }, say.race.lead)),
        links.node,
        h("div", { class: "race-controls" }, controls.node,
          h("div", { class: "buttons" }, again, pause, stop, add)),
        track, voices.a, voices.b);

    return {
        show(given) {
            const full = whole(given);
            full.seed ||= context.seedNow();
            if (context.complete("race", given, full)) return;
            state = full;
            controls.show(state);
            links.mark(state);
            add.hidden = state.b !== "";
            showLanes();
            refresh();
        },
        hide() {
            lanes.a.drop();
            lanes.b.drop();
        },
    };
}

/** One shuffle, or two side by side, audited live. */
export const racePart = { id: "race", mount };
