// SPDX-License-Identifier: MIT
//
// lane.js - one shuffle on the stage: its table, the roll, and the words of the step.
import { h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { capital, count } from "../../words.js";
import { cardNames } from "../../cards.js";
import { changes } from "./changes.js";
import { makeTable } from "./deck.js";
import { stuckPlaces } from "./facts.js";
import { comesBack } from "./reach.js";
import { makeScale } from "./roll.js";
import { faceText, LARGE, rollText, sentences, stepWords } from "./words.js";

/** What the die shows: the number and its sides; of a coin, heads or tails. */
const dieOf = ({ sides, rolled }, { coin, label } = {}) => (coin
    ? { face: say.steps.coinFace[rolled], label, coin }
    : { face: faceText({ sides, rolled }), coin: false,
        label: label ?? (sides > LARGE ? "" : say.steps.sides(count(sides))) });

/** The deck and what is marked on it, after so many steps. */
function pictureOf({ trace, scene }, at, { ways, fair, exact }) {
    const step = trace.steps[at - 1];
    const stuck = exact ? stuckPlaces(exact) : [];
    const frame = scene[at] ?? {};
    if (step === undefined) {
        return { order: trace.start, settled: trace.start.map(() => false), stuck,
                 reach: [], moves: [], compared: [], ...frame };
    }
    const way = ways?.[at - 1];
    const moves = changes(step.before, step.after)
        .map((place) => [step.before.indexOf(step.after[place]), place]);
    return {
        order: step.after, settled: step.settled, stuck, moves, compared: [],
        reach: way?.reach ?? [], target: way?.target,
        back: way && !fair ? comesBack(ways, at - 1, step)?.card : undefined,
        roll: dieOf(step, frame), ...frame,
    };
}

/** What is wrong with a step, in sentences. */
function warningsOf({ trace }, at, { ways, fair, exact }) {
    const { one } = cardNames(trace.n);
    const stuck = exact ? stuckPlaces(exact).map((place) =>
        say.steps.neverMoves(capital(one(place)))) : [];
    const way = ways?.[at - 1];
    if (fair || !way) return stuck;
    const back = comesBack(ways, at - 1, trace.steps[at - 1]);
    if (back === undefined) return [...stuck, ...way.warnings];
    return [...stuck,
            say.steps.movesAgain(back.place + 1, back.turn + 1, one(back.card))];
}

/** A sentence on a roll that was chosen. */
const chosenNote = (step, isCoin) => step?.chosen && h("p", {
    class: "steps-chosen", "data-test": "steps-chosen" },
    step.drawn === step.rolled ? say.steps.chosen.same
        : say.steps.chosen.note(rollText({ ...step, rolled: step.drawn }, isCoin)));

/**
 * @param {object} head what stands above the table: the choice of the shuffle
 * @param {string} test the name of the lane for tests
 * @param {(step: number, rolled: number) => void} choose goes on from a step, counted from
 *     0, with another result of its roll
 * @returns {{node, load({trace, scene, keeps}, title, again), learn(found),
 *            fail(text, isError), show(at, {paired, pace}): string}} load: `again` if only
 *     rolls have changed; learn: what is known beyond the trace; fail: shows a message
 *     instead of the table; show: returns the words of the step
 */
export function makeLane(head, test, choose) {
    const table = makeTable();
    const scale = makeScale((rolled) => choose(last - 1, rolled));
    const name = h("h3", { class: "steps-name", hidden: true });
    const words = h("p", { class: "steps-sentence", "data-test": "steps-sentence" });
    const notes = h("div", { class: "steps-notes" });
    const message = h("p", { class: "message error", role: "alert", hidden: true,
                             "data-test": "steps-message" });
    const body = h("div", { class: "steps-body" }, table.node, scale.node,
                   h("div", { class: "steps-said" }, words, notes));
    const node = h("section", { class: "steps-lane", "data-test": test }, head, name,
                   message, body);
    let shown; // {trace, scene, keeps}
    let found = { fair: true };
    let last = -1;

    /** The positions that are old news: done before, or never to move. */
    function settledBefore(at) {
        const { trace } = shown;
        const stuck = found.exact ? stuckPlaces(found.exact) : [];
        const done = trace.steps[at - 2]?.settled ?? trace.start.map(() => false);
        return done.map((is, place) => is || stuck.includes(place));
    }

    function firstWords() {
        const { trace, keeps } = shown;
        return sentences([keeps ? say.steps.keptDeck : say.steps.newDeck,
                          trace.steps.length === 0 ? say.steps.neverRolled
                              : say.steps.willRoll(trace.steps.length)]);
    }

    function sentenceOf(at, ended) {
        const step = shown.trace.steps[at - 1];
        if (step === undefined) return firstWords();
        if (ended) return say.steps.waits(at);
        return stepWords(step, { target: found.ways?.[at - 1]?.target,
                                 settledBefore: settledBefore(at),
                                 instead: shown.scene[at]?.words });
    }

    function notesOf(at, ended) {
        const { trace } = shown;
        const way = found.ways?.[at - 1];
        return [
            ...ended ? [] : warningsOf(shown, at, found).map((text) =>
                h("p", { class: "steps-warning", "data-test": "steps-warning" },
                  h("span", { "aria-hidden": "true" }, "⚠ "), text)),
            !ended && (chosenNote(trace.steps[at - 1], shown.scene[at]?.coin) ||
                       (way?.words && h("p", { class: "muted" }, way.words))),
            trace.cut && at === trace.steps.length && h("p", { class: "muted" },
                say.steps.onlyFirst(count(trace.steps.length))),
        ].filter(Boolean);
    }

    return {
        node,
        load(next, title, again) {
            shown = next;
            found = { fair: true };
            last = -1;
            setText(name, title);
            name.hidden = false;
            if (!again) table.clear();
            message.hidden = true;
            body.hidden = false;
        },
        learn(more) { found = more; },
        fail(text, isError = true) {
            message.hidden = false;
            message.classList.toggle("error", isError);
            setText(message, text);
            body.hidden = true;
        },
        show(wanted, { paired, pace }) {
            const at = Math.min(wanted, shown.trace.steps.length);
            const ended = wanted > at && at > 0;
            const step = shown.trace.steps[at - 1];
            const isCoin = shown.scene[at]?.coin ?? false;
            table.draw(pictureOf(shown, at, found),
                       { paired, pace: at !== last ? pace : undefined });
            last = at;
            scale.draw(step, isCoin, !ended);
            node.classList.toggle("steps-ended", ended);
            const text = sentenceOf(at, ended);
            setText(words, text);
            notes.replaceChildren(...notesOf(at, ended));
            return step && !ended ? [rollText(step, isCoin), text].join(say.steps.colon)
                                  : text;
        },
    };
}
