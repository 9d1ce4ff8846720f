// SPDX-License-Identifier: MIT
//
// play.js - back and forth, play and pause, speed: buttons, keys, and the clock.
import { button, h, setText, svg } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { field } from "../../pickers.js";

const SPEEDS = [3200, 2200, 1500, 900, 450]; // milliseconds for one step

/** The speed if none is chosen, from 1. */
export const USUAL_SPEED = 3;

/** The highest speed. */
export const FASTEST = SPEEDS.length;

const shapes = {
    first: "M4 4v12M15 4l-8 6 8 6z",
    back: "M14 4l-8 6 8 6z",
    play: "M6 3l10 7-10 7z",
    pause: "M6 4h3v12H6zM11 4h3v12h-3z",
    forward: "M6 4l8 6-8 6z",
    last: "M16 4v12M5 4l8 6-8 6z",
};

const icon = (name) => svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
                          svg("path", { d: shapes[name] }));

/** How long one step takes, and how much of that the cards move. */
export const paceOf = (speed) => {
    const step = SPEEDS[speed - 1];
    return { step, duration: step * 0.45, delay: step * 0.15 };
};

/**
 * The controls.
 * @param {HTMLElement} more another control, beside the speed
 * @param {{go: (step: number) => void, speed: (speed: number) => void,
 *          playing: (is: boolean) => void}} on
 * @returns {{node, keys(event), set({step, steps, speed}), wait(), stop()}} wait: turns
 *     everything off until set() is called
 */
export function transport(more, on) {
    let now = { step: 0, steps: 0, speed: USUAL_SPEED };
    let waiting = true;
    let clock;

    const control = (name, text, onclick, kind) =>
        button([icon(name), h("span", {}, text)],
               { kind, test: `steps-${name}`, onclick, title: text });
    const by = (step) => () => {
        if (waiting) return;
        stop();
        on.go(step());
    };
    const toFirst = by(() => 0);
    const toLast = by(() => now.steps);
    const back = by(() => Math.max(0, now.step - 1));
    const forward = by(() => Math.min(now.steps, now.step + 1));
    const first = control("first", say.steps.first, toFirst);
    const before = control("back", say.steps.back, back);
    const play = control("play", say.steps.play, toggle, "main");
    const after = control("forward", say.steps.forward, forward);
    const last = control("last", say.steps.last, toLast);
    const slide = by(() => Number(slider.value));
    const slider = h("input", { type: "range", min: 0, step: 1, "data-test": "steps-at",
                                oninput: slide });
    const speed = h("input", { type: "range", min: 1, max: FASTEST, step: 1,
                               "data-test": "steps-speed",
                               onchange: () => on.speed(Number(speed.value)) });

    function showPlay() {
        const playing = clock !== undefined;
        play.replaceChild(icon(playing ? "pause" : "play"), play.firstChild);
        const text = playing ? say.steps.pause : say.steps.play;
        setText(play.lastChild, text);
        play.title = text;
        play.disabled = waiting || now.steps === 0;
    }

    /** Not disabled, so that a button that has led to the end keeps the focus. */
    const rest = (one, is) => one.setAttribute("aria-disabled", is);

    function showEnds() {
        for (const one of [first, before]) rest(one, waiting || now.step === 0);
        for (const one of [after, last]) rest(one, waiting || now.step >= now.steps);
        slider.disabled = waiting || now.steps === 0;
        showPlay();
    }

    function tick() {
        clock = undefined;
        if (now.step >= now.steps) {
            stop();
            return;
        }
        clock = setTimeout(tick, paceOf(now.speed).step);
        on.go(now.step + 1);
        if (now.step >= now.steps) stop();
    }

    function stop() {
        clearTimeout(clock);
        clock = undefined;
        showPlay();
        on.playing(false);
    }

    function toggle() {
        if (waiting) return;
        if (clock !== undefined) {
            stop();
            return;
        }
        on.playing(true);
        if (now.step >= now.steps) on.go(0);
        clock = setTimeout(tick, now.step === 0 ? 500 : 0);
        showPlay();
    }

    const byKey = { ArrowLeft: back, ArrowRight: forward, Home: toFirst, End: toLast };
    return {
        node: h("div", { class: "steps-transport" },
                h("div", { class: "buttons" }, first, before, play, after, last),
                field(say.steps.step, slider, { class: "field steps-at" }),
                field(say.steps.speed, speed, { class: "field steps-speed" }), more),
        /** For keydown on the stage. Sliders and buttons keep their own keys. */
        keys(event) {
            if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
            if (event.target.closest("input, select, textarea")) return;
            const act = event.key === " " && event.target === event.currentTarget
                ? toggle : byKey[event.key];
            if (act === undefined) return;
            event.preventDefault();
            act();
        },
        set(state) {
            now = state;
            waiting = false;
            slider.max = now.steps;
            slider.value = now.step;
            slider.setAttribute("aria-valuetext", say.steps.rolled(now.step, now.steps));
            speed.value = now.speed;
            showEnds();
        },
        wait() {
            waiting = true;
            showEnds();
        },
        stop,
    };
}
