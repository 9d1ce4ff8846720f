// SPDX-License-Identifier: MIT
//
// exact.js - the exact law of a shuffle: verdict by proof, bars, tree of choices, map.
//
//     #exact?shuffle=swap-with-any&die=fair&n=3&order=231&sort=probability
import { wholeNumber } from "../../address.js";
import { orderBars } from "../../charts/bars.js";
import { heatMap } from "../../charts/heatmap.js";
import { orderName, readOrder } from "../../charts/orders.js";
import { saveButtons } from "../../charts/save.js";
import { h, setText } from "../../dom.js";
import { diePicker, field, numberField, shufflePicker } from "../../pickers.js";
import { questionLine } from "../../questions.js";
import { factsNode, problemNodes, verdictLine } from "./facts.js";
import { DRAWN, lawOf } from "./law.js";
import { presetLinks } from "./presets.js";
import { groupTable } from "./table.js";
import { shortFraction } from "./words.js";
import { treePanel } from "./trees.js";

const LEAST = 2;
const MOST = 60; // cards
const FEW = 3; // cards whose bars leave room beside them
const PATIENCE = 250; // milliseconds until one is told that it takes a while

/** What the address leaves out. */
function wholeState(given, fairDie) {
    const die = !given.die || given.die === "fair" ? fairDie : given.die;
    return {
        shuffle: given.shuffle || "swap-with-any",
        die,
        n: wholeNumber(given.n, LEAST, MOST, 3),
        order: given.order ?? "",
        sort: given.sort === "probability" ? "probability" : "",
        height: given.height === "difference" ? "difference" : "",
    };
}

/** A choice of two, as a select. */
function choice(label, test, options, change) {
    const select = h("select",
        { "data-test": test, onchange: () => change(select.value) },
        Object.entries(options).map(([value, text]) => h("option", { value }, text)));
    return { node: field(label, select), set(value) { select.value = value; } };
}

function mount(root, context) {
    const fairDie = context.catalogue.dice.find(({ fair }) => fair).name;
    const line = questionLine();
    let state;
    let found; // {document, law} of what is shown
    let question = ""; // what was asked last

    const set = (changes) =>
        context.go("exact", { ...state, ...changes }, { replace: true });
    const pick = (rank) =>
        set({ order: rank < 0 ? "" : orderName(found.law.orders[rank]) });
    const hover = (rank) => {
        bars.point(rank);
        trees.point(rank);
    };

    // ---- controls and pictures ----

    const shuffle = shufflePicker({ context, test: "exact-shuffle",
                                    change: (name) => set({ shuffle: name }) });
    const die = diePicker({ context, test: "exact-die",
                            change: (name) => set({ die: name }) });
    const cards = numberField({ label: "Cards", least: LEAST, most: MOST,
                                test: "exact-n", change: (n) => set({ n, order: "" }) });
    const sort = choice("Sorted by", "exact-sort",
        { "": "order", probability: "probability" }, (value) => set({ sort: value }));
    const height = choice("Height", "exact-height",
        { "": "probability", difference: "difference from fair" },
        (value) => set({ height: value }));
    const bars = orderBars({ title: "All orders", test: "exact-bars", hover, pick });
    const trees = treePanel({ context, hover, pick });
    const map = heatMap({ title: "Which card is at which place", test: "exact-map" });
    const table = groupTable();
    const facts = h("div", { class: "panel exact-summary" });
    const barPanel = h("div", { class: "panel exact-bars" }, bars.node,
                       h("div", { class: "controls exact-bar-controls" }, sort.node,
                         height.node, saveButtons(bars.node, "orders")));
    const mapPanel = h("div", { class: "panel" }, map.node,
                       saveButtons(map.node, "places"));
    const tablePanel = h("div", { class: "panel" }, table.node);
    const pictures = h("div", { class: "exact-pictures" }, barPanel,
                       h("div", { class: "exact-side" }, mapPanel, tablePanel));
    const result = h("div", { class: "stack", "data-test": "exact-result", hidden: true },
        facts, pictures, trees.node);
    const problem = h("div", { class: "message error", role: "alert", hidden: true,
                               "data-test": "exact-problem" });
    const stop = h("button", { class: "button", type: "button", "data-test": "exact-stop",
                               onclick: () => giveUp() }, "Stop");
    const working = h("div", { class: "message", role: "status", hidden: true,
                               "data-test": "exact-working" });
    const live = h("p", { class: "visually-hidden", "aria-live": "polite" });
    const presets = presetLinks((given) => wholeState(given, fairDie));

    root.append(
        h("header", {},
          h("h1", {}, "Exact"),
          h("p", { class: "lead" },
            "No luck and no statistics: every way the dice can fall is followed, and " +
            "each order gets its probability, as a fraction.")),
        presets.node,
        h("div", { class: "stack" },
          h("div", { class: "panel controls" }, shuffle.node, die.node, cards.node),
          problem, working, result, live));

    // ---- what is shown ----

    const only = (node) => {
        for (const other of [result, problem, working]) other.hidden = other !== node;
    };

    function drawBars() {
        const { law } = found;
        barPanel.hidden = law === null || law.n > DRAWN;
        if (barPanel.hidden) return;
        const label = new Array(law.orders.length);
        for (const group of law.groups) {
            const text = shortFraction(group);
            for (const rank of group.ranks) label[rank] = text;
        }
        bars.update({ n: law.n, probability: law.probability, excess: law.excess, label,
                      sort: state.sort, height: state.height, zero: "impossible" });
    }

    function drawFound() {
        const { document, law } = found;
        facts.replaceChildren(...factsNode(context, state, document, law));
        setText(live, verdictLine(context, document));
        pictures.classList.toggle("few", document.n <= FEW);
        mapPanel.hidden = document.position === null;
        if (!mapPanel.hidden) map.updateExact(document);
        tablePanel.hidden = law === null;
        if (law) table.update(law);
        only(result);
        result.dataset.of = question;
    }

    function mark() {
        const rank = found.law && found.law.n <= DRAWN
            ? readOrder(state.order, found.law.n) : -1;
        bars.mark(rank);
        trees.mark(rank);
    }

    function fail(message) {
        found = undefined;
        problem.replaceChildren(...problemNodes(context, state, message));
        only(problem);
    }

    function giveUp() {
        line.drop();
        fail("stopped before it was found");
    }

    async function look(asked) {
        problem.hidden = true;
        const wait = setTimeout(() => {
            if (asked !== question) return;
            working.replaceChildren(
                h("p", {}, "Every sequence of choices is being tried. With many cards " +
                           "this takes a minute or more."), stop);
            only(working);
        }, PATIENCE);
        const of = { shuffle: state.shuffle, die: state.die, n: state.n };
        try {
            const document = await line.ask("exact", of);
            if (asked !== question) return;
            found = { document, law: lawOf(document) };
            await trees.look(line, of, document);
            if (asked !== question) return;
            drawFound();
            drawBars();
            mark();
        } catch (error) {
            if (asked === question) fail(error.message);
        } finally {
            clearTimeout(wait);
        }
    }

    return {
        show(given) {
            const before = state;
            state = wholeState(given, fairDie);
            shuffle.set(state.shuffle);
            die.set(state.die);
            cards.set(state.n);
            sort.set(state.sort);
            height.set(state.height);
            presets.mark(state);
            const asked = `${state.shuffle} ${state.die} ${state.n}`;
            if (asked !== question) {
                line.drop();
                question = asked;
                look(asked);
            } else if (found) {
                if (before.sort !== state.sort || before.height !== state.height)
                    drawBars();
                mark();
            }
        },
        hide() {
            // What was not answered is asked again when one comes back.
            if (!found) question = "";
            line.drop();
        },
    };
}

export const exactPart = { id: "exact", title: "Exact", mount };
