// SPDX-License-Identifier: MIT
//
// story.js - the part "The story": why a shuffle is fair or not, in seven screens.
//
//     #story?screen=boxes
//
// State: screen. Next and back are buttons, arrow keys and swipes. A screen is
// { id, make(shared) }; make() returns { node, enter(), leave(), unmount() }; all functions
// are optional. It is made when it is first shown. `shared` has the context of the page;
// deals(), a promise of the deals of both shuffles; and acted(id), which a screen of ACTIVE
// calls when the visitor has pressed its main button.
import "./story.css";
import { writeAddress } from "../../address.js";
import { button, h, markCurrent, setText } from "../../dom.js";
import { hasFailure } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { ask } from "../../questions.js";
import { dealLeaves } from "../exact/law.js";
import { boxesScreen } from "./boxes.js";
import { costScreen } from "./cost.js";
import { deckScreen } from "./deck.js";
import { fixScreen } from "./fix.js";
import { guessScreen } from "./guess.js";
import { watchKeys, watchSwipes } from "./moves.js";
import { CARDS, RIGHT, WRONG } from "./shuffles.js";
import { waysScreen } from "./ways.js";
import { yoursScreen } from "./yours.js";

const screens = [guessScreen, waysScreen, boxesScreen, fixScreen, deckScreen, costScreen,
                 yoursScreen];

/** Screens with a main button of their own: until it is pressed, "next" is not one. */
const ACTIVE = ["guess", "fix"];

/** The deals of both shuffles with three cards, from the core: {wrong, right}. */
async function askDeals() {
    const [wrong, right] = await Promise.all([WRONG, RIGHT].map(async (shuffle) =>
        dealLeaves(await ask("tree", { shuffle, n: CARDS }), CARDS)));
    return { wrong, right };
}

/** Links to all screens, as dots with numbers. */
function makeDots() {
    const links = screens.map(({ id }, i) => h("a", {
        class: "story-dot", href: writeAddress("story", { screen: id }),
        "data-test": `story-dot-${id}`, "aria-label": say.story.screen(i + 1, say.story[id].short),
        title: say.story[id].short,
    }, i + 1));
    return { node: h("nav", { class: "story-dots", "aria-label": say.story.screens }, links),
             mark: (at) => markCurrent(links, links[at], "step") };
}

function mount(root, context) {
    const made = new Map();
    let deals; // a promise of them, once a screen has asked; if it fails, they are asked again
    const shared = { context, deals: () => {
        deals ??= askDeals().catch((error) => {
            deals = undefined;
            throw error;
        });
        return deals;
    } };
    let at = -1;

    const go = (to) => {
        if (to >= 0 && to < screens.length)
            context.go("story", { screen: screens[to].id });
    };
    const waiting = new Set(ACTIVE);
    const markNext = () => next.classList.toggle("main", !waiting.has(screens[at]?.id));
    shared.acted = (id) => {
        waiting.delete(id);
        markNext();
    };
    const dots = makeDots();
    const back = button(say.story.back, { test: "story-back", onclick: () => go(at - 1) });
    const next = button(say.story.next, { kind: "main", test: "story-next",
                                          onclick: () => go(at + 1) });
    const stage = h("div", { class: "story-stage" });
    const bar = h("div", { class: "story-bar" }, back, dots.node, next);
    root.append(stage, bar);
    watchSwipes(stage, { left: () => go(at + 1), right: () => go(at - 1) });
    const keys = watchKeys({ forward: () => go(at + 1), back: () => go(at - 1) });

    function screenAt(index) {
        const { id, make } = screens[index];
        if (!made.has(id)) {
            const screen = make(shared);
            const title = h("h1", { tabindex: -1 }, say.story[id].title);
            const node = h("section", { class: `story-screen screen-${id}`,
                                        "data-test": `story-screen-${id}` },
                           h("header", {}, title,
                             h("p", { class: "lead" }, say.story[id].lead)),
                           screen.node);
            stage.append(node);
            made.set(id, { ...screen, node, title });
        }
        return made.get(id);
    }

    /** Leaves the screen that is shown. If something in it failed, it is made anew the next
     * time. */
    function leave() {
        const { id } = screens[at];
        const screen = made.get(id);
        screen.leave?.();
        if (!hasFailure(screen.node)) return;
        screen.unmount?.();
        screen.node.remove();
        made.delete(id);
    }

    /** Shows a screen. If it was asked for here, the heading gets the focus. */
    function open(index) {
        if (index === at) return;
        const moved = at >= 0;
        if (moved) leave();
        at = index;
        const screen = screenAt(at);
        for (const { node } of made.values()) node.hidden = node !== screen.node;
        dots.mark(at);
        back.disabled = at === 0;
        next.hidden = at === screens.length - 1;
        setText(next, screens[at].id === "guess" ? say.story.start : say.story.next);
        markNext();
        screen.enter?.();
        if (!moved) return;
        scrollTo(0, 0);
        screen.title.focus({ preventScroll: true });
    }

    return {
        show(given) {
            const index = screens.findIndex(({ id }) => id === given.screen);
            keys.start();
            if (index < 0) {
                context.complete("story", given, { screen: screens[0].id });
                return;
            }
            open(index);
        },
        hide() {
            keys.stop();
            if (at >= 0) leave();
            at = -1;
        },
        unmount() {
            for (const screen of made.values()) screen.unmount?.();
        },
    };
}

/** Why a shuffle is fair or not, in seven screens. */
export const storyPart = { id: "story", mount };
