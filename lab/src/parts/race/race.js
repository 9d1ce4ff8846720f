// SPDX-License-Identifier: MIT
//
// race.js - the part "Will it shuffle?": one shuffle, or two side by side, audited live.
//
//     #race?a=swap-with-any&da=exact&b=down&db=exact&n=10&trials=1000000&seed=k3x9
//
// State: a and b, names of shuffles (b empty: one lane); da and db, their dice; n; trials
// and seed. What is left out is filled in.
import "./race.css";
import { wholeNumber } from "../../address.js";
import { dieOf, LEAST_CARDS, MOST_CARDS } from "../../catalogue.js";
import { sharedExtent } from "../../charts/scale.js";
import { button, h, setText } from "../../dom.js";
import { foldedControls, numberField, seedField, trialsField } from "../../pickers.js";
import { presetLinks } from "../../presets.js";
import { count, plural } from "../../words.js";
import { raceLane } from "./lane.js";
import { pacer } from "./pace.js";
import { keys, presets } from "./presets.js";

const TRIALS = [1000, 10000, 100000, 1000000, 10000000];
const FIRST = { a: "swap-with-any", b: "down" };

/** The state with all that was left out, but for the seed. */
function wholeState(context, given) {
    const b = given.b ?? (given.a ? "" : FIRST.b);
    return {
        a: given.a || FIRST.a, da: dieOf(context, given.da),
        b, db: b ? dieOf(context, given.db) : "",
        n: wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 10),
        trials: wholeNumber(given.trials, TRIALS[0], TRIALS.at(-1), 1000000),
        seed: given.seed ?? "",
    };
}

/** Races worth a look, and below them what to look for in the one that is shown. */
function raceLinks(whole) {
    const links = presetLinks({ part: "race", label: "Races worth a look", presets, keys,
                                whole });
    const note = h("p", { class: "race-note", "data-test": "race-note" });
    return {
        node: h("div", { class: "race-try" }, links.node, note),
        mark(state) {
            const preset = links.mark(state);
            note.hidden = !preset;
            if (!preset) return;
            const { note: words, see } = preset;
            note.replaceChildren(`${words} `);
            if (see) note.append(h("a", { href: see.href }, see.title));
        },
    };
}

/** How many cards and shuffles, from which seed. */
function settings(context, set) {
    const cards = numberField({ label: "Cards", least: LEAST_CARDS, most: MOST_CARDS,
                                test: "race-n", change: (n) => set({ n }) });
    const trials = trialsField({ choices: TRIALS, test: "race-trials",
                                 change: (value) => set({ trials: value }) });
    const seed = seedField({ context, test: "race-seed",
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
            setText(summary, `${plural(state.n, "card")}, up to ` +
                `${count(state.trials)} shuffles`);
        },
    };
}

function mount(root, context) {
    const whole = (given) => wholeState(context, given);
    let state = {};
    const { set } = context.changes("race", () => state);

    // ---- controls ----

    const links = raceLinks(whole);
    const controls = settings(context, set);
    const pause = button("Pause", { test: "race-pause", onclick: () => {
        const running = anyIs("running");
        each((one) => (running ? one.pause() : one.resume()));
    } });
    const stop = button("Stop", { test: "race-stop",
                                  onclick: () => each((one) => one.stop()) });
    const again = button("Start again", {
        kind: "main", test: "race-again", title: "With a new seed: other shuffles",
        onclick: () => set({ seed: context.seedNow() }) });
    const repeat = button("Repeat", {
        test: "race-repeat", title: "The same shuffles once more, from the same seed",
        onclick: () => each((one) => one.start()) });
    const add = button("Compare with another", {
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
        announce: (text) => setText(voices[id], `Lane ${id.toUpperCase()}, ${text}`),
        ...more,
    });
    const lanes = {
        a: lane("a", "da"),
        b: lane("b", "db", { close: () => { set({ b: "", db: "" }); add.focus(); } }),
    };
    const track = h("div", { class: "race-lanes" }, lanes.a.node);
    const open = () => (state.b ? [lanes.a, lanes.b] : [lanes.a]);
    const each = (action) => open().forEach(action);
    const anyIs = (status) => open().some((one) => one.status() === status);

    function refresh() {
        const running = anyIs("running");
        pause.disabled = !running && !anyIs("paused");
        // Who pressed one of them goes on with the next.
        if (pause.disabled && [pause, stop].includes(document.activeElement))
            again.focus();
        stop.disabled = pause.disabled;
        setText(pause, !running && anyIs("paused") ? "Go on" : "Pause");
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
        h("header", {},
          h("h1", {}, "Will it shuffle?"),
          h("p", { class: "lead" },
            "Each row is a card, each column a place. A fair shuffle fades to blank; a " +
            "pattern is a mistake.")),
        links.node,
        h("div", { class: "race-controls" }, controls.node,
          h("div", { class: "buttons" }, pause, stop, again, repeat, add)),
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
