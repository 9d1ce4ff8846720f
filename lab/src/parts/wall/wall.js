// SPDX-License-Identifier: MIT
//
// wall.js - the part "All shuffles": the whole catalogue as small live heat maps, sorted
// by how quickly each shuffle was caught.
//
//     #wall?n=10&trials=20000&seed=k3x9&open=sattolo
//
// State: n, trials, seed; open, the shuffle that is shown in full.
import "./wall.css";
import { nameIfKnown, wholeNumber, writeAddress } from "../../address.js";
import { LEAST_CARDS, MOST_CARDS } from "../../catalogue.js";
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { foldedControls, seedField, trialsField } from "../../pickers.js";
import { seedIfGood } from "../../seeds.js";
import { startCrew } from "./crew.js";
import { wallDialog } from "./open.js";
import { arrange, sortTiles } from "./order.js";
import { wallTile } from "./tile.js";

const CARDS = [8, 10, 13, 52];
const TRIALS = [1000, 20000, 100000];
const PATIENCE = 400; // milliseconds between two changes of the order

function wholeState(context, given) {
    const names = context.catalogue.shuffles.map(({ name }) => name);
    return {
        n: wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 10),
        trials: wholeNumber(given.trials, 100, 1000000, 20000),
        seed: seedIfGood(given.seed),
        open: nameIfKnown(given.open, names),
    };
}

/** How many cards and shuffles, from which seed. */
function settings(context, set) {
    const cards = CARDS.map((n) => button(say.wall.cards(n), {
        test: `wall-n-${n}`, onclick: () => set({ n }) }));
    const trials = trialsField({ choices: TRIALS, test: "wall-trials",
                                 change: (value) => set({ trials: value }) });
    const seed = seedField({ context, test: "wall-seed",
                             change: (value) => set({ seed: value }) });
    const summary = h("span", {});
    const deck = h("div", { class: "field" },
                   h("span", { class: "label" }, say.wall.deck),
                   h("div", { class: "buttons", role: "group", "aria-label": say.wall.deck },
                     cards));
    return {
        node: h("div", { class: "panel wall-settings" },
                foldedControls(summary, deck, trials.node, seed.node)),
        show(state) {
            cards.forEach((one, i) =>
                one.setAttribute("aria-pressed", String(CARDS[i] === state.n)));
            trials.set(state.trials);
            seed.set(state.seed);
            setText(summary, say.race.summary(state.n, state.trials));
        },
    };
}

function mount(root, context) {
    let state = {};
    let audited = ""; // what the tiles show, or are about to show
    let crew;
    let timer; // of the next change of the order

    const { set } = context.changes("wall", () => state);
    const controls = settings(context, set);
    const tiles = context.catalogue.shuffles.map(wallTile);
    const tileOf = (name) => tiles.find(({ entry }) => entry.name === name);
    const list = h("ul", { class: "wall-list", "data-test": "wall-list" });
    const status = h("p", { class: "wall-status", "data-test": "wall-status" });
    const voice = h("p", { class: "visually-hidden", "aria-live": "polite",
                           "data-test": "wall-voice" });
    const dialog = wallDialog({
        context,
        closed: () => {
            const { link } = tileOf(state.open) ?? {};
            set({ open: "" });
            link?.focus();
        },
    });
    root.append(
        h("header", {}, h("h1", {}, say.wall.title),
          h("p", { class: "lead" }, say.wall.lead)),
        controls.node, status, list, voice, dialog.node);

    // ---- the audits ----

    function sort() {
        clearTimeout(timer);
        timer = undefined;
        arrange(list, sortTiles(tiles).map(({ node }) => node));
    }

    function changed() {
        const results = tiles.map((tile) => tile.result());
        const ended = results.filter((one) => one.status === "done" ||
                                              one.status === "failed").length;
        const caught = tiles.filter((tile) => tile.caught() < Infinity).length;
        setText(status, say.wall.status({ ended, caught, all: tiles.length }));
        root.dataset.ended = ended;
        dialog.update();
    }

    /** Says what was found, once. */
    function summary() {
        const caught = sortTiles(tiles).filter((tile) => tile.caught() < Infinity);
        // A test that failed is no evidence of anything.
        const tested = tiles.filter((tile) => tile.result().status === "done");
        const words = say.wall.summary({
            caught: caught.length, trials: state.trials,
            unfair: tested.filter(({ entry }) => !entry.fair).length,
            fair: tested.filter(({ entry }) => entry.fair).length,
            failed: tiles.length - tested.length,
            falseAlarms: caught.filter(({ entry }) => entry.fair).length,
        });
        setText(status, words);
        setText(voice, words);
    }

    function start() {
        crew?.drop();
        setText(voice, "");
        for (const tile of tiles) tile.reset(state.n);
        sort();
        changed();
        const { n, trials, seed } = state;
        const jobs = sortTiles(tiles).map(({ entry }) =>
            ({ name: entry.name, plan: { shuffle: entry.name, n, trials, seed } }));
        const take = (how) => (name, report) => {
            const tile = tileOf(name);
            const before = tile.caught();
            tile.take(how, report);
            if (tile.caught() !== before || how === "done")
                timer ??= setTimeout(sort, PATIENCE);
            changed();
        };
        crew = startCrew(jobs, {
            progress: take("running"),
            done: take("done"),
            failed: (name, message) => {
                tileOf(name).fail(message);
                changed();
            },
            end: () => {
                crew = undefined;
                sort();
                summary();
            },
        });
    }

    // ---- the part ----

    function showOpen() {
        const tile = state.open && tileOf(state.open);
        if (!tile) {
            dialog.close();
            return;
        }
        dialog.open(tile, { shuffle: state.open, n: state.n, seed: state.seed });
    }

    return {
        show(given) {
            const full = wholeState(context, given);
            full.seed ||= context.seedNow();
            if (context.complete("wall", given, full)) return;
            state = full;
            controls.show(state);
            for (const { link, entry } of tiles)
                link.href = writeAddress("wall", { ...state, open: entry.name });
            const { n, trials, seed } = state;
            const wanted = JSON.stringify({ n, trials, seed });
            if (wanted !== audited) {
                audited = wanted;
                start();
            }
            showOpen();
        },
        hide() {
            if (crew) audited = ""; // begins again when the visitor comes back
            crew?.drop();
            crew = undefined;
            clearTimeout(timer);
            timer = undefined;
            dialog.close();
        },
    };
}

/** All shuffles of the catalogue, by how quickly they were caught. */
export const wallPart = { id: "wall", mount };
