// SPDX-License-Identifier: MIT
//
// race.js - the part "Will it shuffle?": one shuffle, or two side by side, audited live.
//
// State: a and b, names of shuffles (b empty: one lane); da and db, their dice; n; trials
// and seed. What is left out is filled in and put into the address, for one to keep.
import { wholeNumber, writeAddress } from "../../address.js";
import { h, setText } from "../../dom.js";
import { field, numberField, seedField } from "../../pickers.js";
import { count, plural } from "../../words.js";
import { fairDieOf } from "./about.js";
import { raceLane } from "./lane.js";
import { pacer } from "./pace.js";
import { presetLinks } from "./presets.js";

const LEAST_CARDS = 2;
const MOST_CARDS = 60;
const TRIALS = [1000, 10000, 100000, 1000000, 10000000];
const FIRST = { a: "swap-with-any", b: "down" };

/** The state with all that was left out, but for the seed. */
function wholeState(given, fairDie) {
    const a = given.a || FIRST.a;
    const b = given.b ?? (given.a ? "" : FIRST.b);
    const die = (name) => (!name || name === "fair" ? fairDie : name);
    return {
        a, da: die(given.da),
        b, db: b ? die(given.db) : "",
        n: String(wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 10)),
        trials: String(wholeNumber(given.trials, TRIALS[0], TRIALS.at(-1), 1000000)),
        seed: given.seed ?? "",
    };
}

/** Chooses one of the numbers of trials; one of the address that is none of them, too. */
function trialsField(change) {
    const select = h("select", { "data-test": "trials",
                                 onchange: () => change(select.value) });
    return {
        node: field("Shuffles", select),
        set(value) {
            const choices = [...new Set([...TRIALS, Number(value)])];
            choices.sort((x, y) => x - y);
            select.replaceChildren(...choices.map((number) =>
                h("option", { value: number }, count(number))));
            select.value = value;
        },
    };
}

function mount(root, context) {
    const fairDie = fairDieOf(context);
    const whole = (given) => wholeState(given, fairDie);
    let state = {};
    const set = (changes) =>
        context.go("race", { ...state, ...changes }, { replace: true });

    // ---- controls ----

    const cards = numberField({ label: "Cards", least: LEAST_CARDS, most: MOST_CARDS,
                                test: "cards", change: (n) => set({ n: String(n) }) });
    const trials = trialsField((value) => set({ trials: value }));
    const seed = seedField({ context, change: (value) => set({ seed: value }) });
    const button = (text, test, kind, onclick) =>
        h("button", { class: `button ${kind}`, type: "button", "data-test": test,
                      onclick }, text);
    const pause = button("Pause", "pause", "", () => {
        const running = anyIs("running");
        each((one) => (running ? one.pause() : one.resume()));
    });
    const stop = button("Stop", "stop", "", () => each((one) => one.stop()));
    const again = button("Start again", "again", "main",
                         () => each((one) => one.start()));
    const add = button("Compare with another", "add", "race-add",
                       () => set({ b: FIRST.b, db: fairDie }));
    const summary = h("summary", {});
    const settings = h("details", { class: "race-settings" }, summary,
        h("div", { class: "controls" }, cards.node, trials.node, seed.node));
    // Where there is room they are always seen; race.css hides the summary there.
    const roomy = matchMedia("(min-width: 701px)");
    const unfold = () => { settings.open ||= roomy.matches; };
    roomy.addEventListener("change", unfold);
    unfold();
    const presets = presetLinks(whole);
    // One for each lane: both may have something to say at the same time.
    const voice = (id) => h("p", { class: "visually-hidden", "aria-live": "polite",
                                   "data-test": `announced-${id}` });
    const voices = { a: voice("a"), b: voice("b") };

    // ---- lanes ----

    const pace = pacer();
    const lane = (id, die, more) => raceLane({
        id, context, pace, moved: () => refresh(),
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
        stop.disabled = pause.disabled;
        setText(pause, !running && anyIs("paused") ? "Go on" : "Pause");
    }

    root.append(
        h("header", {},
          h("h1", {}, "Will it shuffle?"),
          h("p", { class: "lead" },
            "Each row is a card, each column a place. Fair is calm; a pattern is a " +
            "mistake.")),
        presets.node,
        h("div", { class: "race-controls" }, settings,
          h("div", { class: "buttons" }, pause, stop, again, add)),
        track, voices.a, voices.b);

    const planOfLane = (id, die) => ({
        shuffle: state[id], die: state[die], n: Number(state.n), seed: state.seed,
        trials: Number(state.trials),
    });

    return {
        show(given) {
            const full = whole(given);
            full.seed ||= context.seedNow();
            if (writeAddress("race", full) !== writeAddress("race", given)) {
                context.go("race", full, { replace: true });
                return; // and comes back, with the whole state
            }
            state = full;
            cards.set(state.n);
            trials.set(state.trials);
            seed.set(state.seed);
            setText(summary, `${plural(Number(state.n), "card")}, up to ` +
                `${count(Number(state.trials))} shuffles`);
            presets.mark(state);
            add.hidden = state.b !== "";
            track.classList.toggle("two", state.b !== "");
            lanes.a.show(planOfLane("a", "da"));
            if (state.b) {
                if (!lanes.b.node.isConnected) track.append(lanes.b.node);
                lanes.b.show(planOfLane("b", "db"));
            } else {
                lanes.b.drop();
                lanes.b.node.remove();
            }
            refresh();
        },
        hide() {
            lanes.a.drop();
            lanes.b.drop();
        },
    };
}

export const racePart = { id: "race", title: "Will it shuffle?", mount };
