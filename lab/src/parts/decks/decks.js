// SPDX-License-Identifier: MIT
//
// decks.js - the part "52! orders": how large 52! is, and how few of its decks a
// generator with a small seed can reach.
//
//     #decks?bits=32&deck=52&seeds=16&deal=k3x9&people=1000000&rate=1&years=5000
//
// State: mine (own.js); people, rate, years and zoom (everyone.js); bits and deck
// (reach.js); seeds and deal (again.js); back, the state of the part "Hidden bias" that
// the visitor came from.
import "./decks.css";
import { readAddress, writeAddress } from "../../address.js";
import { factorial } from "../../charts/orders.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { againSection, wholeAgain } from "./again.js";
import { everyoneSection, wholeEveryone } from "./everyone.js";
import { ladderFigure } from "./ladder.js";
import { ownSection, wholeOwn } from "./own.js";
import { reachSection, wholeReach } from "./reach.js";
import { digitNodes } from "./rows.js";

const CARDS = 52;

/** The state with what is used instead of what it has. */
const wholeState = (given) => ({ ...given, ...wholeOwn(given), ...wholeEveryone(given),
                                 ...wholeReach(given), ...wholeAgain(given) });

/** 52!, with all its digits. */
const digits = () => h("p", {
    class: "decks-number number", "data-test": "decks-number",
    role: "img", // a plain paragraph cannot have a label
    "aria-label": say.decks.numberLabel(String(factorial(CARDS)).length),
}, digitNodes(factorial(CARDS)));

/** The link to where the visitor came from. */
function wayBack() {
    const link = h("a", { class: "button", "data-test": "decks-back" }, say.decks.back);
    return {
        node: h("p", { class: "decks-back", hidden: true }, link),
        show({ back }) {
            link.href = writeAddress("views", readAddress(`#views?${back}`).state);
            link.parentNode.hidden = !back;
        },
    };
}

function mount(root, context) {
    let state = {};
    const { set, slide } = context.changes("decks", () => state);
    const back = wayBack();
    const own = ownSection(set);
    const sections = [everyoneSection(slide), reachSection(slide),
                      againSection(context, slide)];
    root.append(
        h("header", {},
          h("h1", {}, say.decks.title),
          h("p", { class: "lead" }, say.decks.lead)),
        back.node,
        h("div", { class: "stack" },
          own.node,
          h("section", { class: "panel" },
            h("h2", {}, say.decks.numberTitle), digits(),
            h("p", {}, say.decks.numberNote), ladderFigure()),
          sections.map(({ node }) => node)));
    return {
        show(given) {
            const full = wholeState(given);
            if (context.complete("decks", given, full)) return;
            state = full;
            back.show(state);
            for (const section of [own, ...sections]) section.show(state);
        },
        hide() {
            for (const section of sections) section.hide?.();
        },
    };
}

/** 52!, and how much of it generators can reach. */
export const decksPart = { id: "decks", mount };
