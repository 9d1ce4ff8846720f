// SPDX-License-Identifier: MIT
//
// stage.js - one shuffle, or two with the same random numbers, and the controls to go
// back and forth.
import { button, h, lessMotion, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { changes } from "./changes.js";
import { paceOf, transport } from "./play.js";
import { makeSound } from "./sound.js";
import { fractionText, ranges } from "./words.js";

/** The random number of a step, if all lanes that roll have the same one. */
function commonFraction(traces, at) {
    const steps = traces.map(({ steps: all }) => all[at - 1]).filter(Boolean);
    const [first] = steps;
    const known = typeof first?.fraction === "number" &&
        steps.every(({ fraction }) => fraction === first.fraction);
    return known ? { fraction: first.fraction, steps, chosen: first.chosen } : undefined;
}

/** The random number of a step in words. */
function numberWords(common) {
    if (common === undefined) return "";
    const { fraction, steps, chosen } = common;
    return chosen ? say.steps.chosen.number(String(fraction))
        : say.steps.random(fractionText(fraction, steps));
}

/** The deck after so many steps, or after the last one. */
const deckAt = ({ start, steps }, at) =>
    steps[Math.min(at, steps.length) - 1]?.after ?? start;

/** Which rolls were chosen, and the way back to the random ones. */
function makeChosen(unchoose) {
    const words = h("span", { class: "muted small" });
    const node = h("div", { class: "steps-choices", hidden: true,
                            "data-test": "steps-choices" }, words,
                   button(say.steps.chosen.back, { test: "steps-unchoose",
                                                   onclick: unchoose }));
    return {
        node,
        show(choices) {
            node.hidden = choices.length === 0;
            setText(words, node.hidden ? "" : say.steps.chosen.steps(
                ranges(choices.map(({ step }) => step)), choices.length));
        },
    };
}

/**
 * @param {Array<{lane: object, code: HTMLElement}>} rows the lanes, and their code
 * @param {{go: (step: number) => void, speed: (speed: number) => void,
 *          unchoose: () => void}} on unchoose: back to the random rolls
 * @returns {{node, load(traces), show({step, speed, moving, choices}), wait(), stop(),
 *            playing(), pair(is)}} pair: whether the second lane is shown; load: [{lane,
 *     trace}] of all lanes that have a trace; show: choices as of readChoices(); wait: for
 *     other traces
 */
export function makeStage(rows, { unchoose, ...on }) {
    const title = h("h2", { class: "number", "data-test": "steps-title" });
    const random = h("p", { class: "steps-random number", "data-test": "steps-random" });
    const live = h("p", { class: "visually-hidden", "aria-live": "polite",
                          "data-test": "steps-live" });
    let playing = false;
    let words = ""; // of the step, for screen readers
    const sound = makeSound();
    const controls = transport(sound.node, {
        ...on,
        // While it plays, steps are not announced; the one at which it stops is.
        playing: (is) => {
            playing = is;
            if (!playing) setText(live, words);
        },
    });
    const chosen = makeChosen(() => {
        node.focus({ preventScroll: true }); // the button will be hidden
        unchoose();
    });
    const node = h("div", { class: "panel steps-stage steps-new", tabindex: 0, role: "group",
                            "data-test": "steps-stage", "aria-label": say.steps.stage,
                            onkeydown: controls.keys },
        h("div", { class: "steps-title" }, title, random, chosen.node), live,
        rows.map(({ lane }) => lane.node), controls.node, rows.map(({ code }) => code));
    let loaded = [];
    let paired = false;
    let shown = -1;

    function showTitle(at, steps) {
        setText(title, at === 0 ? say.steps.before : say.steps.stepOf(at, steps));
        setText(random,
                numberWords(commonFraction(loaded.map(({ trace }) => trace), at)));
    }

    /** Something is shown: cards, or a message that there are none. */
    function ready() {
        node.classList.remove("steps-new");
        node.setAttribute("aria-busy", false);
    }

    /** A click when the cards arrive, if any move. */
    function click(from, to, { delay, duration }) {
        sound.play(loaded.map(({ trace }) =>
            changes(deckAt(trace, from), deckAt(trace, to)).length > 0),
                   lessMotion() ? 0 : (delay + duration) / 1000);
    }

    return {
        node,
        load(lanes) {
            loaded = lanes;
            shown = -1;
            if (lanes.length === 0) ready();
        },
        pair(is) {
            paired = is;
            node.classList.toggle("steps-paired", is);
            rows[1].lane.node.remove();
            rows[1].code.remove();
            if (!is) return;
            rows[0].lane.node.after(rows[1].lane.node);
            rows[0].code.after(rows[1].code);
        },
        show({ step: at, speed, moving, choices }) {
            const steps = Math.max(0, ...loaded.map(({ trace }) => trace.steps.length));
            const pace = moving && at !== shown ? paceOf(speed) : undefined;
            if (pace) click(shown < 0 ? at - 1 : shown, at, pace);
            shown = at;
            showTitle(at, steps);
            chosen.show(choices);
            const said = loaded.map(({ lane }) => lane.show(at, { paired, pace }));
            controls.set({ step: at, steps, speed });
            ready();
            words = [title.textContent, random.textContent, ...said].filter(Boolean)
                .join("\n");
            if (!playing) setText(live, words);
        },
        wait() {
            node.setAttribute("aria-busy", true);
            controls.wait();
        },
        stop: controls.stop,
        playing: () => playing,
    };
}
