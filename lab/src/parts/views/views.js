// SPDX-License-Identifier: MIT
//
// views.js - the part "Hidden bias": shuffles that the map of positions does not give
// away, and the statistics that do.
//
// State: shuffle, die, n, trials, seed: the audit; view: the statistic beside the
// positions, the surest if none is named. Addresses that also have bits, deck, seeds or
// deal were those of two sections that are now the part "52! orders".
import "./views.css";
import { wholeNumber, writeAddress } from "../../address.js";
import { isLibrary, LEAST_CARDS, MOST_CARDS, nearestDie, planOf, reportState,
         shuffleEntry, storyOf, titleOf, wrongDie } from "../../catalogue.js";
import { startAudit } from "../../client.js";
import { h, markCurrent } from "../../dom.js";
import { errorText } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { diePicker, numberField, seedField, shufflePicker, trialsField }
    from "../../pickers.js";
import { presetFinder } from "../../presets.js";
import { seedIfGood } from "../../seeds.js";
import { cases, keys } from "./cases.js";
import { viewsOf } from "./evidence.js";
import { viewPanel } from "./panel.js";
import { viewTiles } from "./tiles.js";

const LEAST_TRIALS = 100;
const MOST_TRIALS = 1000000;
const TRIALS = [1000, 2000, 20000, 100000, 1000000];
const QUIET = "cycles"; // the view that is shown if none notices anything
const TILES_EVERY = 600; // milliseconds between two drawings of all views

const MOVED = ["bits", "deck", "seeds", "deal"]; // keys that now belong to "52! orders"

/** Where an old address of this part leads now; undefined if it is not old. */
function moved(given) {
    const keys52 = MOVED.filter((key) => given[key] !== undefined);
    if (keys52.length === 0) return undefined;
    const rest = Object.entries(given).filter(([key]) => !MOVED.includes(key));
    return { part: "decks",
             state: { ...Object.fromEntries(keys52.map((key) => [key, given[key]])),
                      back: new URLSearchParams(rest).toString() } };
}

/** The state with all that was left out, but for the seed and what may be left out. */
function wholeState(context, given) {
    const asked = given.shuffle ? given : { ...cases[0].state, ...given };
    return {
        ...asked,
        die: nearestDie(context, asked.die),
        n: wholeNumber(asked.n, LEAST_CARDS, MOST_CARDS, 10),
        trials: wholeNumber(asked.trials, LEAST_TRIALS, MOST_TRIALS, 20000),
        seed: seedIfGood(asked.seed),
    };
}

function caseLinks(whole) {
    const find = presetFinder(cases, keys, whole);
    const links = cases.map(({ id, state }) => h("a", {
        class: "views-case", href: writeAddress("views", state),
        "data-test": ["views-case", state.shuffle, state.die].filter(Boolean).join("-")
            .replaceAll(":", "-"),
    }, h("b", {}, say.views.caseTexts[id][0]),
    h("span", {}, say.views.caseTexts[id][1])));
    const node = h("nav", { class: "views-cases", "aria-label": say.views.cases }, links);
    return {
        node,
        mark(state) {
            const link = links[find(state)];
            markCurrent(links, link);
            // On a phone they are a strip that scrolls.
            if (link) node.scrollLeft = link.offsetLeft - node.offsetLeft - 2;
            return link !== undefined;
        },
    };
}

/** Which shuffle is shown. Another shuffle may need another statistic, which is chosen
 * anew. */
function makeControls(context, set) {
    const setAudit = (changes) => set({ ...changes, view: "" });
    const shuffle = shufflePicker({ context, test: "views-shuffle", library: true,
                                    change: (name) => setAudit({ shuffle: name }) });
    const die = diePicker({ context, test: "views-die",
                            change: (name) => setAudit({ die: name }) });
    const cards = numberField({ label: say.controls.cards, least: LEAST_CARDS,
                                most: MOST_CARDS, test: "views-n",
                                change: (n) => setAudit({ n }) });
    const trials = trialsField({ choices: TRIALS, test: "views-trials",
                                 change: (value) => set({ trials: value }) });
    const seed = seedField({ context, test: "views-seed",
                             change: (value) => set({ seed: value }) });
    const node = h("details", { class: "views-settings" },
        h("summary", { "data-test": "views-settings" }, say.views.settings),
        h("div", { class: "controls" }, shuffle.node, die.node, cards.node, trials.node,
          seed.node));
    return {
        node,
        /** known: whether it is one of the cases, which need no controls. */
        show(state, known) {
            node.open ||= !known;
            shuffle.set(state.shuffle);
            die.set(state.die);
            die.node.hidden = isLibrary(state.shuffle);
            cards.set(state.n);
            trials.set(state.trials);
            seed.set(state.seed);
        },
    };
}

/** The story of the shuffle or of the random numbers that are wrong; of the shuffle, if
 * neither is. */
function storyWords(context, plan) {
    const shuffle = shuffleEntry(context, plan.shuffle);
    const die = wrongDie(context, plan);
    const stories = [shuffle, die].filter((entry) => entry && (!die || !entry.fair))
        .map((entry) => say.charts.join([say.race.about(titleOf(entry)),
                                         storyOf(entry)]));
    return say.charts.join(stories);
}

/** The name of the statistic that is surest, of those that can be drawn. */
function surest(views) {
    const others = views
        .filter(({ name, kind }) => name !== "position" && kind !== "none");
    const best = others.reduce((a, b) => (b.sure > a.sure ? b : a));
    return best.noticed ? best.name : QUIET;
}

function mount(root, context) {
    let state = {};
    let plan = ""; // of the audit that runs or is done
    let audit;
    let latest; // {report, text, views}
    let frame = 0; // that will draw it
    let tilesDrawn = 0; // when all views were drawn

    const { set } = context.changes("views", () => state);
    const links = caseLinks((given) => wholeState(context, given));
    const controls = makeControls(context, set);
    const choose = (name) => set({ view: name });
    const panel = viewPanel(context, {
        choose, openReport: () => context.showReport(
            latest.report, latest.text, reportState(state, latest.report)),
    });
    const tiles = viewTiles((name) => {
        choose(name);
        panel.node.scrollIntoView({ block: "nearest" });
    });

    root.append(
        h("header", {}, h("h1", {}, say.views.title),
          h("p", { class: "lead" }, say.views.lead)),
        h("div", { class: "views-stage" }, links.node,
          h("div", { class: "views-main" }, controls.node, panel.node)),
        tiles.node);

    // ---- the audit ----

    function draw(all) {
        if (!latest) return;
        const { views, report } = latest;
        if (views.length === 0) return; // too little for any of them
        const known = views.some(({ name }) => name === state.view);
        if (state.view && !known && latest.text !== undefined) {
            context.complete("views", state, { ...state, view: "" }); // draws it again
            return;
        }
        const name = known && state.view !== "position" ? state.view : surest(views);
        panel.draw(views, name, report);
        if (all || performance.now() - tilesDrawn > TILES_EVERY) {
            tilesDrawn = performance.now();
            tiles.node.hidden = false;
            tiles.update(views, report, name);
        }
    }

    /** Takes a report, and draws it with the next frame. */
    function take(report, text, then) {
        latest = { report, text, views: viewsOf(report) };
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => {
            frame = 0;
            draw(text !== undefined);
            then(report);
        });
    }

    function drop() {
        cancelAnimationFrame(frame);
        audit?.drop();
        if (audit || frame) plan = ""; // its end was not seen
        audit = undefined;
        frame = 0;
    }

    function start(wanted) {
        drop();
        plan = JSON.stringify(wanted);
        latest = undefined;
        panel.clear(wanted, storyWords(context, wanted));
        audit = startAudit(planOf(context, wanted), {
            progress: ({ report }) => take(report, undefined, panel.running),
            ending: panel.ending,
            done: ({ report, text }) => {
                audit = undefined;
                take(report, text, panel.done);
            },
            failed: (_, error) => {
                cancelAnimationFrame(frame);
                frame = 0;
                audit = undefined;
                latest = undefined;
                plan = "";
                panel.failed(errorText(error));
                tiles.node.hidden = true;
            },
        });
    }

    return {
        show(given) {
            const full = wholeState(context, given);
            full.seed ||= context.seedNow();
            if (context.complete("views", given, full)) return;
            state = full;
            controls.show(state, links.mark(state));
            const { shuffle, die, n, seed, trials } = state;
            const wanted = { shuffle, die, n, seed, trials };
            if (JSON.stringify(wanted) !== plan) start(wanted);
            else draw(true);
        },
        hide() {
            drop();
        },
    };
}

/** Shuffles that pass the heat map and are unfair all the same. */
export const viewsPart = { id: "views", mount, moved };
