// SPDX-License-Identifier: MIT
//
// controls.js - which shuffles, how many cards, which random numbers.
import { entryOf, fairDieOf, LEAST_CARDS, MOST_STEPS_CARDS, titleOf } from "../../catalogue.js";
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { diePicker, field, foldedControls, numberField, seedField, shufflePicker }
    from "../../pickers.js";

/** Shuffles of one seed that have a number. */
export const TRIALS = 1000;

/** Cards and random numbers; change(changes) is called with the new values. */
export function makeControls(context, change) {
    const to = (name) => (value) => change({ [name]: value });
    const { shuffles, dice } = context.catalogue;
    const die = diePicker({ context, test: "steps-die", change: to("die") });
    const cards = numberField({ label: say.steps.cardsLabel, least: LEAST_CARDS,
                                most: MOST_STEPS_CARDS, test: "steps-n", change: to("n") });
    const seed = seedField({ context, test: "steps-seed", change: to("seed") });
    const number = h("input", { type: "number", min: 1, max: TRIALS, step: 1,
                                "data-test": "steps-trial" });
    number.addEventListener("change", () => {
        const value = Math.round(Number(number.value)) || 1;
        number.value = Math.min(TRIALS, Math.max(1, value));
        change({ trial: number.value });
    });
    const trial = field(say.steps.trial, number);
    const summary = h("summary", { "data-test": "steps-random-numbers" });
    const short = h("span", {}); // of all of them, where they are folded
    const more = h("details", { class: "steps-more" }, summary,
                   h("div", { class: "controls" }, die.node, trial, seed.node));
    return {
        node: h("div", { class: "steps-controls" },
                foldedControls(short, cards.node, more)),
        show(state) {
            const entry = entryOf(dice, state.die);
            die.set(state.die);
            cards.set(state.n);
            seed.set(state.seed);
            number.value = state.trial || 1;
            const random = entry ? titleOf(entry) : state.die;
            setText(summary, say.steps.randomNumbers(random, state.seed));
            setText(short, say.steps.settings(state.n, random, state.seed));
            // Other shuffles are the same whatever came before.
            trial.hidden = ![state.shuffle, state.with].some((name) =>
                name && entryOf(shuffles, name)?.keeps) && !entry?.seeded && !state.trial;
            more.open ||= state.die !== fairDieOf(context) || !trial.hidden;
        },
    };
}

/** The choice of a shuffle, above its table; `more` stands beside it. */
function makeHead(context, { label, test, change }, ...more) {
    const picker = shufflePicker({ context, label, test, change });
    return {
        node: h("div", { class: "steps-head" }, picker.node, more),
        set: picker.set,
    };
}

/** The heads of both lanes: {first, second, show(state)}. */
export function makeHeads(context, change) {
    const compare = button(say.steps.compare, {
        test: "steps-compare", onclick: () => change({ with: compare.dataset.with }) });
    const single = button("×", { kind: "quiet", test: "steps-single",
                                 title: say.steps.single, "aria-label": say.steps.single,
                                 onclick: () => change({ with: "" }) });
    const first = makeHead(context, {
        label: say.steps.shuffle, test: "steps-shuffle",
        change: (name) => change({ shuffle: name }) }, compare);
    const second = makeHead(context, {
        label: say.steps.with, test: "steps-with",
        change: (name) => change({ with: name }) }, single);
    return {
        first: first.node,
        second: second.node,
        show(state) {
            first.set(state.shuffle);
            if (state.with) second.set(state.with);
            compare.hidden = state.with !== "";
            // A fair shuffle is compared with its wrong twin, others with the fair one.
            compare.dataset.with = state.shuffle === "down" ? "swap-with-any-down"
                                                            : "down";
        },
    };
}
