// SPDX-License-Identifier: MIT
//
// views.js - the part "Beyond positions": shuffles that pass the heat map of positions
// and are unfair all the same, and the views that notice.
//
// State: shuffle, die, n, trials, seed: the audit; view: the one beside the positions,
// the surest if none is named. And of the sections below: bits, deck, seeds, deal.
import { wholeNumber, writeAddress } from "../../address.js";
import { startAudit } from "../../client.js";
import { h } from "../../dom.js";
import { diePicker, entryOf, field, numberField, planOf, seedField, shufflePicker }
    from "../../pickers.js";
import { count } from "../../words.js";
import { againSection } from "./again.js";
import { caseOf, cases } from "./cases.js";
import { viewsOf } from "./evidence.js";
import { viewPanel } from "./panel.js";
import { reachSection } from "./reach.js";
import { viewTiles } from "./tiles.js";

const LEAST_CARDS = 2;
const MOST_CARDS = 60;
const LEAST_TRIALS = 100;
const MOST_TRIALS = 1000000;
const TRIALS = [1000, 2000, 20000, 100000, 1000000];
const QUIET = "cycles"; // the view that is shown if none notices anything
const TILES_EVERY = 600; // milliseconds between two drawings of all views

/** The state with all that was left out, but for the seed and what may be left out. */
function wholeState(given) {
    if (!given.shuffle) return { ...cases[0].state, ...given };
    return {
        ...given,
        die: given.die || "exact",
        n: String(wholeNumber(given.n, LEAST_CARDS, MOST_CARDS, 10)),
        trials: String(wholeNumber(given.trials, LEAST_TRIALS, MOST_TRIALS, 20000)),
    };
}

function caseLinks() {
    const links = cases.map((one) => h("a", {
        class: "views-case", href: writeAddress("views", one.state),
        "data-test": `case-${one.state.shuffle}-${one.state.die}`.replaceAll(":", "-"),
    }, h("b", {}, one.title), h("span", {}, one.line)));
    const node = h("nav", { class: "views-cases", "aria-label": "Cases" }, links);
    return {
        node,
        mark(state) {
            const at = cases.indexOf(caseOf(state));
            links.forEach((link, i) => {
                if (i === at) link.setAttribute("aria-current", "true");
                else link.removeAttribute("aria-current");
            });
            // On a phone they are a strip that scrolls.
            if (at >= 0) node.scrollLeft = links[at].offsetLeft - node.offsetLeft - 2;
        },
    };
}

function trialsField(change) {
    const select = h("select", { "data-test": "trials",
                                 onchange: () => change(select.value) });
    return {
        node: field("Shuffles, at most", select),
        set(value) {
            const choices = [...new Set([...TRIALS, Number(value)])];
            choices.sort((a, b) => a - b);
            select.replaceChildren(...choices.map((number) =>
                h("option", { value: number }, count(number))));
            select.value = value;
        },
    };
}

/** The controls; folded on a phone, where they would hide what one comes for. */
function settings(...controls) {
    const node = h("details", { class: "panel views-settings" },
                   h("summary", {}, "Another shuffle, die, number of cards"),
                   h("div", { class: "controls views-controls" }, controls));
    const wide = matchMedia("(min-width: 701px)");
    node.open = wide.matches;
    wide.addEventListener("change", () => { node.open = wide.matches; });
    return node;
}

/** What the catalogue tells of the shuffle or the die that is wrong; if none is, of the
 * shuffle. */
function storyOf({ shuffles, dice }, { shuffle, die }) {
    const made = entryOf(shuffles, shuffle);
    if (!made) return ""; // it is of the library, which has its own die
    const wrong = [made, entryOf(dice, die)].filter((entry) => entry && !entry.fair);
    const told = wrong.length > 0 ? wrong : [made];
    return told.map(({ story }) => story).join(" ");
}

/** The name of the view that is surest, of those that can be drawn. */
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
    let tilesDrawn = 0;
    let frame = 0;

    const set = (changes) =>
        context.go("views", { ...state, ...changes }, { replace: true });
    // Another shuffle may want another view: the surest is chosen anew.
    const setAudit = (changes) => set({ ...changes, view: "" });

    const links = caseLinks();
    const shuffle = shufflePicker({ context, test: "shuffle", library: true,
                                    change: (name) => setAudit({ shuffle: name }) });
    const die = diePicker({ context, test: "die",
                            change: (name) => setAudit({ die: name }) });
    const cards = numberField({ label: "Cards", least: LEAST_CARDS, most: MOST_CARDS,
                                test: "cards",
                                change: (n) => setAudit({ n: String(n) }) });
    const trials = trialsField((value) => set({ trials: value }));
    const seed = seedField({ context, change: (value) => set({ seed: value }) });
    const choose = (name) => set({ view: name });
    const panel = viewPanel({
        choose, openReport: () => context.showReport(latest.report, latest.text),
    });
    const tiles = viewTiles((name) => {
        choose(name);
        panel.node.scrollIntoView({ block: "nearest" });
    });
    const reach = reachSection(set);
    const again = againSection(context, set);

    root.append(
        h("header", {},
          h("h1", {}, "Beyond positions"),
          h("p", { class: "lead" },
            "A shuffle can bring every card to every place equally often, and still be " +
            "unfair: what follows what, how the cards go round, whether a deck comes " +
            "again. These pass the heat map, or nearly so. Other views of the same " +
            "shuffles tell.")),
        links.node,
        settings(shuffle.node, die.node, cards.node, trials.node, seed.node),
        panel.node, tiles.node, reach.node, again.node);

    // ---- the audit ----

    function draw(all) {
        if (!latest) return;
        const { views, report } = latest;
        const known = views.some(({ name }) => name === state.view);
        const name = known && state.view !== "position" ? state.view : surest(views);
        panel.draw(views, name, report);
        if (all || performance.now() - tilesDrawn > TILES_EVERY) {
            tilesDrawn = performance.now();
            tiles.update(views, report, name);
        }
    }

    /** Takes a report, and draws it with the next frame. */
    function take(report, text, then) {
        latest = { report, text, views: viewsOf(report) };
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => {
            draw(text !== undefined);
            then(report);
        });
    }

    function drop() {
        cancelAnimationFrame(frame);
        audit?.drop();
        if (audit) plan = ""; // it did not come to its end
        audit = undefined;
    }

    function start(wanted) {
        drop();
        plan = JSON.stringify(wanted);
        latest = undefined;
        panel.clear(storyOf(context.catalogue, wanted));
        audit = startAudit(planOf(wanted), {
            progress: ({ report }) => take(report, undefined, panel.running),
            done: ({ report, text }) => {
                audit = undefined;
                take(report, text, panel.done);
            },
            failed: (message) => {
                audit = undefined;
                panel.failed(message);
            },
        });
    }

    return {
        show(given) {
            const full = wholeState(given);
            full.seed ||= context.seedNow();
            if (writeAddress("views", full) !== writeAddress("views", given)) {
                context.go("views", full, { replace: true });
                return; // and comes back, with the whole state
            }
            state = full;
            links.mark(state);
            shuffle.set(state.shuffle);
            die.set(state.die);
            die.node.hidden = state.shuffle.startsWith("library/");
            cards.set(state.n);
            trials.set(state.trials);
            seed.set(state.seed);
            reach.show(state);
            again.show(state);
            const wanted = { shuffle: state.shuffle, die: state.die, n: Number(state.n),
                             seed: state.seed, trials: Number(state.trials) };
            if (JSON.stringify(wanted) !== plan) start(wanted);
            else draw(true);
        },
        hide() {
            drop();
            again.hide();
        },
    };
}

export const viewsPart = { id: "views", title: "Beyond positions", mount };
