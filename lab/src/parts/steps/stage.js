// SPDX-License-Identifier: MIT
//
// stage.js - the table, the die and the words of one step, and the controls to go
// back and forth.
import { h, lessMotion, setText } from "../../dom.js";
import { count, plural } from "../../words.js";
import { makeTable } from "./deck.js";
import { stuckPlaces } from "./facts.js";
import { paceOf, transport } from "./play.js";
import { comesBack } from "./reach.js";
import { changes, rollWords, shortFace, stepWords } from "./words.js";

/** The die: its number, and below it what it could have been. */
function makeDie() {
    const top = h("span", { class: "steps-face number", "aria-hidden": "true" });
    const label = h("span", { class: "small muted" });
    return {
        node: h("div", { class: "steps-die", "data-test": "steps-thrown" }, top, label),
        draw(step, pace) {
            top.getAnimations().forEach((animation) => animation.cancel());
            setText(top, step ? shortFace(step.rolled + 1) : "?");
            top.classList.toggle("steps-long", top.textContent.length > 3);
            setText(label, step ? rollWords(step) : "not rolled yet");
            if (!step || !pace || lessMotion()) return;
            top.animate([{ transform: "translate(-18px, -10px) rotate(-200deg)" },
                         { transform: "translate(2px, 0) rotate(8deg)", offset: 0.8 },
                         { transform: "none" }],
                        { duration: pace.duration, easing: "ease-out" });
        },
    };
}

/** The deck and what is marked on it, after so many steps. */
function pictureOf(trace, at, { ways, fair, exact }) {
    const step = trace.steps[at - 1];
    const stuck = exact ? stuckPlaces(exact) : [];
    if (step === undefined) {
        return { order: trace.start, settled: trace.start.map(() => false), stuck,
                 reach: [], moves: [] };
    }
    const way = ways?.[at - 1];
    const moves = changes(step.before, step.after)
        .map((place) => [step.before.indexOf(step.after[place]), place]);
    return {
        order: step.after, settled: step.settled, stuck, moves,
        reach: way?.reach ?? [], target: way?.target,
        back: way && !fair ? comesBack(ways, at - 1, step)?.card : undefined,
    };
}

function firstWords(trace, keeps) {
    const deck = keeps ? "The deck as the shuffle before has left it. "
                       : "The deck before the shuffle. ";
    return deck + (trace.steps.length === 0 ? "The die is never rolled: no card moves."
        : `The die will be rolled ${plural(trace.steps.length, "time")}.`);
}

/** What is wrong with a step, in sentences. */
function warningsOf(trace, at, { ways, fair, exact }) {
    const stuck = exact ? stuckPlaces(exact).map((place) =>
        `Card ${place + 1} can never move.`) : [];
    const way = ways?.[at - 1];
    if (fair || !way) return stuck;
    const back = comesBack(ways, at - 1, trace.steps[at - 1]);
    if (back === undefined) return [...stuck, ...way.warnings];
    return [...stuck, `Place ${back.place + 1} had its turn in step ${back.turn + 1}. ` +
            `Its card, ${back.card + 1}, moves again.`];
}

/**
 * @param {{go: (step: number) => void, speed: (speed: number) => void}} on
 * @returns {{node, load(trace, keeps), learn(found), show({step, speed, moving}),
 *            wait(), stop()}} learn: what is known beyond the trace; wait: for another
 *     trace
 */
export function makeStage(on) {
    const table = makeTable();
    const die = makeDie();
    const title = h("h2", { class: "number" });
    const words = h("p", { class: "steps-sentence", "data-test": "steps-sentence",
                           "aria-live": "polite" });
    const notes = h("div", { class: "steps-notes" });
    const controls = transport({
        ...on,
        // Who lets it play does not want to hear every step.
        playing: (is) => words.setAttribute("aria-live", is ? "off" : "polite"),
    });
    const node = h("div", { class: "panel steps-stage", tabindex: 0, role: "group",
                            "data-test": "steps-stage",
                            "aria-label": "The table. Arrow keys go back and forth, " +
                                "the space bar plays.",
                            onkeydown: controls.keys },
        title, table.node, controls.node,
        h("div", { class: "steps-said" }, die.node,
          h("div", {}, words, notes)));
    let trace;
    let keeps = false;
    let found = { fair: true };
    let shown = -1;

    /** The places of which nothing new is to be said: done before, or never to move. */
    function settledBefore(at) {
        const stuck = found.exact ? stuckPlaces(found.exact) : [];
        const done = trace.steps[at - 2]?.settled ?? trace.start.map(() => false);
        return done.map((is, place) => is || stuck.includes(place));
    }

    function notesOf(at) {
        const way = found.ways?.[at - 1];
        return [
            ...warningsOf(trace, at, found).map((text) =>
                h("p", { class: "steps-warning", "data-test": "steps-warning" },
                  h("span", { "aria-hidden": "true" }, "⚠ "), text)),
            way?.words && h("p", { class: "muted" }, way.words),
            trace.cut && at === trace.steps.length && h("p", { class: "muted" },
                `Only the first ${count(trace.steps.length)} rolls are shown.`),
        ].filter(Boolean);
    }

    return {
        node,
        load(next, starts) {
            trace = next;
            keeps = starts;
            shown = -1;
            table.clear();
        },
        learn(more) { found = more; },
        show({ step: at, speed, moving }) {
            const step = trace.steps[at - 1];
            const pace = moving && at !== shown ? paceOf(speed) : undefined;
            shown = at;
            setText(title, at === 0 ? "Before the first step"
                                    : `Step ${at} of ${trace.steps.length}`);
            table.draw(pictureOf(trace, at, found), pace);
            die.draw(step, pace);
            setText(words, step === undefined ? firstWords(trace, keeps)
                : stepWords(step, { target: found.ways?.[at - 1]?.target,
                                    settledBefore: settledBefore(at) }));
            notes.replaceChildren(...notesOf(at));
            controls.set({ step: at, steps: trace.steps.length, speed });
            node.setAttribute("aria-busy", false);
        },
        wait() {
            node.setAttribute("aria-busy", true);
            controls.wait();
        },
        stop: controls.stop,
    };
}
