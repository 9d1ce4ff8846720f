// SPDX-License-Identifier: MIT
//
// yours.js - the part "Try yours": tests pasted JavaScript or a file of orders, and opens
// reports of `fairaudit --json`.
//
//     #yours?example=naive&n=10&trials=100000&seed=k3x9
//
// State: code, or the name of an example; n, trials, seed; random, "own" if Math.random
// is the browser's. Code from an address is shown, but does not run until the user starts
// it. Code that is too long for an address is kept in this tab; `long` says that there is
// some.
import "./yours.css";
import { nameIfKnown, wholeNumber } from "../../address.js";
import { LEAST_CARDS, MOST_CARDS } from "../../catalogue.js";
import { button, h } from "../../dom.js";
import { errorNodes } from "../../errors.js";
import { filePanel } from "../../files.js";
import { say } from "../../lang/lang.js";
import { choiceField, field, foldedControls, numberField, seedField, trialsField }
    from "../../pickers.js";
import { seedIfGood } from "../../seeds.js";
import { readReportFile } from "../report/read.js";
import { LONGEST, LONGEST_SLOW, PATIENCE, runCode } from "./code.js";
import { examples } from "./examples.js";
import { longCode } from "./long.js";
import { runFile } from "./orders.js";
import { resultPanel } from "./result.js";

const TRIALS = [1000, 10000, 100000, 1000000];
const MOST_TRIALS = 10000000;
const OWN = "own"; // the browser's Math.random

/** The state with a seed, and with what is used instead of what it has. */
function wholeState(context, given) {
    const { n, trials } = planOf(given);
    return { ...given, n: given.n && n, trials: given.trials && trials,
             example: nameIfKnown(given.example, examples.map(({ name }) => name)),
             random: nameIfKnown(given.random, [OWN]),
             seed: seedIfGood(given.seed) || context.seedNow() };
}

/** The plan of a run. */
function planOf({ n, trials, seed, random }) {
    return {
        n: wholeNumber(n, LEAST_CARDS, MOST_CARDS, 10),
        trials: wholeNumber(trials, 1, MOST_TRIALS, 100000),
        seed,
        own: random === OWN,
    };
}

/** Whether a file is a JSON document, by its first bytes. */
async function isDocument(file) {
    return /^\s*\{/.test(await file.slice(0, 256).text());
}

/** What went wrong, and where. */
function failureNodes(error, { line = 0, shuffle = 0 } = {}) {
    const where = line > 0 || shuffle > 1 ? say.yours.where(line, shuffle) : "";
    return [where, ...errorNodes(error, (text) => h("code", {}, text))];
}

/** Makes a text box as high as its text, up to most of the screen. */
function fit(box) {
    box.style.height = "auto";
    const border = box.offsetHeight - box.clientHeight;
    const most = Math.max(160, innerHeight * 0.6);
    box.style.height = `${Math.min(most, box.scrollHeight + border)}px`;
}

// ---- controls ----------------------------------------------------------------------

/** The code, and the examples to start with. typed() is called after every change, run()
 * when Ctrl and Enter are pressed. */
function codeFields(set, { typed, run }) {
    let asked; // the code that was shown first; undefined: none yet
    const kept = longCode();
    const code = h("textarea", { rows: 4, spellcheck: "false", autocapitalize: "off",
                                 class: "code", "data-test": "yours-code" });
    code.addEventListener("input", () => {
        kept.keep(code.value);
        fit(code);
        typed();
    });
    code.addEventListener("change", () => set({ ...kept.stateOf(code.value),
                                                example: "" }));
    code.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        code.dispatchEvent(new Event("change")); // it may not have been left yet
        run();
    });
    const example = choiceField({
        label: say.yours.start, test: "yours-example",
        options: { "": say.yours.ownCode,
                   ...Object.fromEntries(examples.map(({ name }) =>
                       [name, say.yours.examples[name]])) },
        change: (name) => {
            if (name !== "") set({ example: name, code: "", long: "" });
        },
    });
    return {
        nodes: [h("div", { class: "controls" }, example.node),
                field(say.yours.code, code, { class: "field yours-code" }),
                kept.node],
        code: () => code.value,
        stateOf: kept.stateOf,
        show(state) {
            const named = state.long ? kept.get() : state.code ??
                examples.find(({ name }) => name === state.example)?.code;
            // What the user has typed stays, even if it is empty.
            if (named !== undefined) code.value = named;
            else if (asked === undefined) code.value = examples[0].code;
            kept.show(state, code.value);
            asked = code.value;
            fit(code);
            example.set(examples.find((one) => one.code === code.value)?.name ?? "");
        },
    };
}

/** The number of cards and shuffles, and the source of random numbers. */
function planFields(context, set) {
    const cards = numberField({ label: say.yours.cards, least: LEAST_CARDS,
                                most: MOST_CARDS, test: "yours-n",
                                change: (n) => set({ n }) });
    const trials = trialsField({ choices: TRIALS, test: "yours-trials",
                                 change: (value) => set({ trials: value }) });
    const random = choiceField({
        label: say.yours.random, test: "yours-random",
        options: { "": say.yours.fromSeed, [OWN]: say.yours.fromBrowser },
        change: (value) => set({ random: value }),
    });
    const seed = seedField({ context, test: "yours-seed",
                             change: (value) => set({ seed: value }) });
    return {
        node: foldedControls(say.yours.settings, cards.node, trials.node, random.node,
                             seed.node),
        show(plan) {
            cards.set(plan.n);
            trials.set(plan.trials);
            random.set(plan.own ? OWN : "");
            seed.set(plan.seed);
        },
    };
}

// ---- the part ----------------------------------------------------------------------

/** Title, what the part is for, and what pasted code can do. */
const header = () => h("header", {},
    h("h1", {}, say.yours.title),
    h("p", { class: "lead" }, say.yours.lead),
    h("details", { class: "yours-safety small" },
      h("summary", {}, say.yours.safety),
      h("ul", { class: "points" },
        say.yours.safetyText({ patience: PATIENCE, longest: LONGEST, slow: LONGEST_SLOW })
            .map((text) => h("li", {}, text)))));

function mount(root, context) {
    let state = {};
    let running;
    let shown = ""; // what the result is of
    let taken; // the file that was given last, until it is known what it is

    const { set } = context.changes("yours", () => state);
    // At once, not when the field is left: a button must not move away while it is
    // pressed.
    const pasted = codeFields(set, { typed: () => forget(), run: () => run.click() });
    const fields = planFields(context, set);
    const result = resultPanel({ showReport: (report, text) => context.showReport(
        report, text, shown === "" ? undefined : { of: report.subject, ...whence() }) });
    const run = button(say.yours.run, {
        kind: "main", test: "yours-run", title: say.yours.runHint,
        "aria-keyshortcuts": "Control+Enter",
        onclick: () => {
            begin((on) => runCode({ code: pasted.code(), ...planOf(state) }, on),
                  failureNodes);
            shown = wanted();
        } });
    const stop = button(say.yours.stop, { test: "yours-stop", disabled: true,
                                          onclick: () => running?.stop() });

    /** The state with the code as it is, even if it is the first example; without the
     * code, if it is too long. */
    function whence() {
        const code = pasted.code();
        const example = examples.find((one) => one.code === code)?.name ?? "";
        return { ...state, example,
                 ...(example !== "" ? { code: "", long: "" } : pasted.stateOf(code)) };
    }

    /** What a result of the current code would be of. */
    const wanted = () => JSON.stringify([pasted.code(), planOf(state)]);

    /** Enables one of two buttons and disables the other, which may have the focus. */
    function enable(able, other) {
        const held = document.activeElement === other;
        able.disabled = false;
        if (held) able.focus({ preventScroll: true });
        other.disabled = true;
    }

    function end() {
        taken = undefined;
        running?.drop();
        running = undefined;
        enable(run, stop);
    }

    function clear() {
        end();
        result.clear();
        shown = "";
    }

    /** Starts an audit; `start` takes its handlers, `words` makes a message of a
     * failure. */
    function begin(start, words) {
        clear();
        enable(stop, run);
        result.begin();
        running = start({
            progress: result.progress,
            ending: result.ending,
            done: (found) => { end(); result.done(found); },
            failed: (...what) => { end(); result.failed(words(...what)); },
        });
    }

    /** Drops the result, if it is not of the current code. */
    function forget() {
        if (shown !== "" && shown !== wanted()) clear();
    }

    async function take(file) {
        const words = (...what) =>
            [say.yours.inFile(file.name), ...failureNodes(...what)];
        clear();
        taken = file;
        // The user may have gone on to something else by then.
        const awaited = () => taken === file;
        try {
            const isReport = await isDocument(file);
            const found = isReport && awaited() && await readReportFile(file);
            if (!awaited()) return;
            if (isReport) context.showReport(found.report, found.text);
            else begin((on) => runFile(file, state.seed, on), words);
        } catch (error) {
            if (awaited()) result.failed(words(error));
        }
    }

    const code = (text) => h("code", {}, text);
    const drop = filePanel({ test: "yours", take },
        h("h2", {}, say.yours.file),
        h("p", {}, say.yours.fileText(code("3 1 2"), code("fairaudit --save"),
                                      code("fairaudit --json"))));
    drop.dropOn(root);
    root.append(
        header(),
        h("div", { class: "yours-columns" },
          h("div", { class: "panel stack yours-input" }, pasted.nodes, fields.node,
            h("p", { class: "buttons" }, run, stop)),
          result.node, drop.node));

    return {
        show(given) {
            const full = wholeState(context, given);
            if (context.complete("yours", given, full)) return;
            state = full;
            pasted.show(state);
            fields.show(planOf(state));
            forget();
            if (context.dropped) {
                take(context.dropped);
                context.dropped = undefined;
            }
        },
        hide() {
            // A result that has stopped halfway would look as if it went on.
            if (running) clear();
            else end();
        },
    };
}

/** Pasted JavaScript, a file of orders, or a report. */
export const yoursPart = { id: "yours", mount };
