// SPDX-License-Identifier: MIT
//
// exact.js - the part "The proof": every possible roll of a shuffle, and the probability
// of every order.
//
//     #exact?shuffle=swap-with-any&die=fair&n=3&order=231&sort=probability
//
// State: shuffle, die, n; order, if one is chosen; sort and height of the bars.
import "./exact.css";
import { nameIfKnown, wholeNumber } from "../../address.js";
import { LEAST_CARDS, MOST_CARDS, nearestDie } from "../../catalogue.js";
import { orderName, readOrder } from "../../charts/orders.js";
import { button, h, setText } from "../../dom.js";
import { PageError } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { diePicker, foldedControls, numberField, shufflePicker } from "../../pickers.js";
import { presetLinks } from "../../presets.js";
import { questionLine } from "../../questions.js";
import { factsNodes, headNodes, problemNodes } from "./facts.js";
import { DRAWN, lawOf } from "./law.js";
import { lawPictures } from "./pictures.js";
import { keys, presets } from "./presets.js";
import { treePanel } from "./trees.js";

const PATIENCE = 250; // milliseconds before a message says that it takes a while

/** The state with everything that was left out. */
function wholeState(context, given) {
    const n = wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 3);
    return {
        shuffle: given.shuffle || "swap-with-any",
        die: nearestDie(context, given.die),
        n,
        order: n <= DRAWN && readOrder(given.order, n) >= 0 ? given.order : "",
        sort: nameIfKnown(given.sort, ["probability"]),
        height: nameIfKnown(given.height, ["difference"]),
    };
}

/** Chooses the shuffle, the random numbers and the number of cards. */
function makeControls(context, set) {
    const shuffle = shufflePicker({ context, test: "exact-shuffle",
                                    change: (name) => set({ shuffle: name }) });
    const die = diePicker({ context, test: "exact-die",
                            change: (name) => set({ die: name }) });
    const cards = numberField({ label: say.exact.cards, least: LEAST_CARDS,
                                most: MOST_CARDS, test: "exact-n",
                                change: (n) => set({ n, order: "" }) });
    return {
        node: h("div", { class: "panel exact-controls" },
                foldedControls(say.exact.settings, shuffle.node, die.node, cards.node)),
        show(state) {
            shuffle.set(state.shuffle);
            die.set(state.die);
            cards.set(state.n);
        },
    };
}

function mount(root, context) {
    const whole = (given) => wholeState(context, given);
    const line = questionLine();
    let state;
    let found; // {document, law, deal} of what is shown
    let question = ""; // the last question
    let patience; // timer of the message

    const { set, slide } = context.changes("exact", () => state);
    const pick = (rank) => {
        if (!found?.law) return;
        slide({ order: rank < 0 ? "" : orderName(found.law.orders[rank]) });
    };
    const hover = (rank) => {
        pictures.point(rank);
        trees.point(rank);
    };

    // ---- elements ----

    const titled = presets.map(({ id, state: of }) =>
        ({ title: say.exact.presets[id], state: of }));
    const links = presetLinks({ part: "exact", label: say.exact.presetsLabel,
                                presets: titled, keys, whole });
    const controls = makeControls(context, set);
    const head = h("div", { class: "exact-head" });
    const facts = h("div", { class: "panel exact-summary" });
    const pictures = lawPictures({ hover, pick, set });
    const trees = treePanel({ context, facts, hover, pick });
    const result = h("div", { class: "stack", "data-test": "exact-result", hidden: true },
        head, trees.node, pictures.node);
    const problem = h("div", { class: "message error", role: "alert", hidden: true,
                               "data-test": "exact-problem" });
    const stop = button(say.exact.stop, { test: "exact-stop", onclick: () => giveUp() });
    const working = h("div", { class: "message", role: "status", hidden: true,
                               "data-test": "exact-working" });
    const live = h("p", { class: "visually-hidden", "aria-live": "polite" });
    const only = (node) => {
        for (const other of [result, problem, working]) other.hidden = other !== node;
    };

    root.append(
        h("header", {},
          h("h1", {}, say.exact.title),
          h("p", { class: "lead" }, say.exact.lead)),
        links.node,
        h("div", { class: "stack" }, controls.node, problem, working, result, live));

    // ---- results ----

    function showFound() {
        const { document, law, deal } = found;
        head.replaceChildren(...headNodes(context, document, deal));
        facts.replaceChildren(...factsNodes(context, state, document, law));
        setText(live, head.firstChild.textContent);
        pictures.update(document, law);
        only(result);
        result.dataset.of = question;
        pictures.updateBars(law, state);
        mark();
    }

    function mark() {
        const rank = found.law && found.law.n <= DRAWN
            ? readOrder(state.order, found.law.n) : -1;
        pictures.mark(rank);
        trees.mark(rank);
    }

    function fail(error) {
        found = undefined;
        problem.replaceChildren(...problemNodes(context, state, error));
        only(problem);
    }

    /** Drops the question; it is never answered. */
    function drop() {
        clearTimeout(patience);
        line.drop();
        trees.stop();
    }

    function giveUp() {
        const held = document.activeElement === stop;
        drop();
        fail(new PageError("exact-stopped"));
        if (held) problem.querySelector("a")?.focus();
    }

    async function look(asked) {
        problem.hidden = true;
        patience = setTimeout(() => {
            working.replaceChildren(h("p", {}, say.exact.working), stop);
            only(working);
        }, PATIENCE);
        const of = { shuffle: state.shuffle, die: state.die, n: state.n };
        try {
            const document = await line.ask("exact", of);
            if (asked !== question) return;
            const deal = await trees.look(line, of, document);
            if (asked !== question) return;
            clearTimeout(patience);
            found = { document, law: lawOf(document), deal };
            showFound();
        } catch (error) {
            if (asked !== question) return;
            clearTimeout(patience);
            fail(error);
        }
    }

    return {
        show(given) {
            const full = whole(given);
            if (context.complete("exact", given, full)) return;
            const before = state;
            state = full;
            controls.show(state);
            links.mark(state);
            const asked = `${state.shuffle} ${state.die} ${state.n}`;
            if (asked !== question) {
                drop();
                found = undefined;
                question = asked;
                look(asked);
            } else if (found) {
                if (before.sort !== state.sort || before.height !== state.height)
                    pictures.updateBars(found.law, state);
                mark();
            }
        },
        hide() {
            // A question without an answer is asked again when the part is shown again.
            if (!found) question = "";
            drop();
        },
        unmount: line.end,
    };
}

/** Every possible roll of a shuffle. */
export const exactPart = { id: "exact", mount };
