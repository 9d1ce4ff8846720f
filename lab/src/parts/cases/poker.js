// SPDX-License-Identifier: MIT
//
// poker.js - Planet Poker, 1999: a deck is dealt by the C core, and found again from five
// of its cards.
//
// State: hand, the seed that the deck is dealt from.
import { heatMap } from "../../charts/heatmap.js";
import { codePanel } from "../../code/panel.js";
import { button, h, setText } from "../../dom.js";
import { failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { article } from "./article.js";
import { cardRow, faceUp } from "../../cards.js";
import { seedIfGood } from "../../seeds.js";
import { deckOf, MILLISECONDS, searchSeeds, timeOf } from "./poker_search.js";

const KNOWN = 5; // cards: two in the hand, three on the table
const FIRST = "1999"; // the seed of the first hand

/** The question for the deck of a seed. */
const dealOf = (seed) => ["trace", { shuffle: "never-last", die: "clock-seeded", n: 52,
                                     seed }];

/** How many decks fit so many known cards: bars on a logarithmic scale. */
function funnel() {
    const rows = Array.from({ length: KNOWN + 1 }, (_, k) => {
        const fill = h("span", { class: "cases-fill less" });
        const value = h("span", { class: "cases-bar-value number" });
        return { fill, value, node: h("li", {},
            h("span", { class: "cases-bar-name" }, say.cases.poker.known(k)),
            h("span", { class: "cases-track", "aria-hidden": "true" }, fill), value) };
    });
    const node = h("ul", { class: "cases-bars" }, rows.map((row) => row.node));
    return {
        node,
        show(left) {
            node.hidden = left === undefined;
            rows.forEach(({ fill, value }, k) => {
                const number = left?.[k];
                setText(value, number === undefined ? "…"
                    : say.cases.poker.decks(number));
                const share = Math.log(number) / Math.log(MILLISECONDS);
                fill.style.width = number > 0 ? `${Math.max(1, share * 100)}%` : "0";
            });
        },
    };
}

/** The hand: what is seen, the search, and what it finds. */
export function handFigure(line, set, context) {
    let dealt = ""; // the seed of the hand that is shown
    let deck;
    let search;
    const own = h("div");
    const table = h("div");
    const bars = funnel();
    const progress = h("progress", { max: 1, value: 0,
        "aria-label": say.cases.poker.find });
    const said = h("p", { class: "cases-answer", "aria-live": "polite",
                          "data-test": "cases-poker-found" });
    const rest = h("div", { "data-test": "cases-poker-rest" });
    const find = button(say.cases.poker.find, { kind: "main", test: "cases-poker-find",
                                                onclick: () => run() });
    const fresh = button(say.cases.poker.deal, {
        test: "cases-poker-deal", onclick: () => set({ hand: context.seedNow() }) });

    function stop() {
        search?.drop();
        search = undefined;
    }

    function clear() {
        stop();
        bars.show(undefined);
        progress.hidden = true;
        progress.value = 0;
        setText(said, "");
        rest.replaceChildren();
        find.disabled = !deck;
    }

    function run() {
        clear();
        find.disabled = true;
        progress.hidden = false;
        setText(said, say.cases.poker.searching);
        search = searchSeeds(deck.slice(0, KNOWN), {
            progress: (share, left) => {
                progress.value = share;
                bars.show(left);
            },
            done: (left, seeds) => {
                search = undefined;
                progress.hidden = true;
                find.disabled = false;
                const right = seeds.find((seed) =>
                    deckOf(seed).every((card, i) => card === deck[i]));
                setText(said, say.cases.poker.found(seeds.length, timeOf(right)));
                rest.replaceChildren(h("p", {}, say.cases.poker.rest),
                                     cardRow(deckOf(right).slice(KNOWN),
                                             say.cases.poker.rest));
            },
        });
    }

    return {
        node: h("figure", { class: "cases-figure", "data-test": "cases-poker-hand" },
            h("h3", {}, say.cases.poker.title), h("p", {}, say.cases.poker.lead),
            h("div", { class: "cases-hand" },
              h("div", {}, h("p", { class: "small muted" }, say.cases.poker.own), own),
              h("div", {},
                h("p", { class: "small muted" }, say.cases.poker.table), table)),
            h("div", { class: "buttons" }, find, fresh), progress, bars.node, said, rest),
        async show(state) {
            const seed = state.hand || FIRST;
            if (seed === dealt) return;
            dealt = seed;
            deck = undefined;
            clear();
            try {
                const trace = await line.ask(...dealOf(seed));
                if (seed !== dealt) return;
                deck = trace.end;
                own.replaceChildren(cardRow(deck.slice(0, 2), say.cases.poker.own));
                table.replaceChildren(cardRow(deck.slice(2, KNOWN),
                                              say.cases.poker.table));
                find.disabled = false;
            } catch (error) {
                if (seed !== dealt) return;
                own.replaceChildren();
                table.replaceChildren();
                failIn(rest)(error);
            }
        },
        hide() {
            stop();
            dealt = "";
        },
    };
}

/** A whole deck, with the cards that a player sees. */
async function picture(line) {
    const { end } = await line.ask(...dealOf(FIRST));
    const cards = end.map(faceUp);
    cards.slice(0, KNOWN).forEach((card) => card.classList.add("known"));
    return { node: h("ol", { class: "cases-deck" }, cards),
             words: say.cases.poker.picture(KNOWN, end.length - KNOWN) };
}

/** The case. */
export const planetPoker = {
    id: "planet-poker",
    picture,
    whole: ({ hand }) => ({ hand: seedIfGood(hand) }),
    make({ context, line, set }) {
        const map = heatMap({ title: say.cases.poker.mapTitle, test: "cases-poker-map" });
        const hand = handFigure(line, set, context);
        const place = h("div", {}, map.node);
        line.ask("exact", { shuffle: "never-last", n: 52 }).then(map.updateExact)
            .catch(failIn(place));
        return {
            node: article("planet-poker", {
                pictures: [hand.node],
                code: [h("div", { class: "cases-panel" },
                         codePanel({ shuffle: "never-last" }).element), place],
            }),
            show: hand.show,
            hide: hand.hide,
        };
    },
};
