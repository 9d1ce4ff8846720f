// SPDX-License-Identifier: MIT
//
// yours.js - the part "Try yours": pasted JavaScript, a file of orders, or a report of
// `fairaudit --json`.
//
//     #yours?example=naive&n=10&trials=100000&seed=k3x9
//
// State: code, or the name of an example; n, trials, seed; random, "own" if Math.random
// is the browser's. Code from an address is shown, and not run before one says so. Code
// that is too long for an address is kept in this tab; `long` says that there is some.
import "./yours.css";
import { wholeNumber } from "../../address.js";
import { LEAST_CARDS, MOST_CARDS } from "../../catalogue.js";
import { button, h } from "../../dom.js";
import { filePanel } from "../../files.js";
import { choiceField, field, numberField, seedField, trialsField }
    from "../../pickers.js";
import { capital, count, sentence } from "../../words.js";
import { readReportFile } from "../report/read.js";
import { LONGEST, LONGEST_SLOW, PATIENCE, runCode } from "./code.js";
import { examples } from "./examples.js";
import { longCode } from "./long.js";
import { runFile } from "./orders.js";
import { resultPanel } from "./result.js";

const TRIALS = [1000, 10000, 100000, 1000000];
const MOST_TRIALS = 10000000;
const OWN = "own"; // the browser's Math.random

/** The state with the numbers that are run, where it has some, and a seed. */
function wholeState(context, given) {
    const { n, trials } = planOf(given);
    return { ...given, n: given.n && n, trials: given.trials && trials,
             seed: given.seed || context.seedNow() };
}

/** What is run, of a state. */
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

/** What is wrong with pasted code, and where. */
function codeWords({ text, line, shuffle }) {
    const where = [line > 0 && `line ${line}`,
                   shuffle > 1 && `shuffle ${count(shuffle)}`].filter(Boolean).join(", ");
    return (where === "" ? "" : `${capital(where)}: `) + sentence(capital(text));
}

// ---- controls ----------------------------------------------------------------------

/** The code, and the examples to begin with; typed() is called with every change, run()
 * when Ctrl and Enter are pressed. */
function codeFields(set, { typed, run }) {
    let asked; // code that was asked for; undefined: none yet
    const kept = longCode();
    const code = h("textarea", { rows: 14, spellcheck: "false", autocapitalize: "off",
                                 class: "code", "data-test": "yours-code" });
    code.addEventListener("input", () => {
        kept.keep(code.value);
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
        label: "Begin with", test: "yours-example",
        options: { "": "your own",
                   ...Object.fromEntries(examples.map(({ name, title }) =>
                       [name, title])) },
        change: (name) => {
            if (name !== "") set({ example: name, code: "", long: "" });
        },
    });
    return {
        nodes: [h("div", { class: "controls" }, example.node),
                field("A function that takes an array, and changes it or returns another",
                      code, { class: "field yours-code" }),
                kept.node],
        code: () => code.value,
        stateOf: kept.stateOf,
        show(state) {
            const named = state.long ? kept.get() : state.code ??
                examples.find(({ name }) => name === state.example)?.code;
            // What a person has typed stays: it may be empty.
            if (named !== undefined) code.value = named;
            else if (asked === undefined) code.value = examples[0].code;
            kept.show(state, code.value);
            asked = code.value;
            example.set(examples.find((one) => one.code === code.value)?.name ?? "");
        },
    };
}

/** How many cards and shuffles, from which random numbers. */
function planFields(context, set) {
    const cards = numberField({ label: "Cards", least: LEAST_CARDS, most: MOST_CARDS,
                                test: "yours-n", change: (n) => set({ n }) });
    const trials = trialsField({ choices: TRIALS, test: "yours-trials",
                                 change: (value) => set({ trials: value }) });
    const random = choiceField({
        label: "Math.random", test: "yours-random",
        options: { "": "from the seed", [OWN]: "the browser's own" },
        change: (value) => set({ random: value }),
    });
    const seed = seedField({ context, test: "yours-seed",
                             change: (value) => set({ seed: value }) });
    return {
        node: h("div", { class: "controls" }, cards.node, trials.node, random.node,
                seed.node),
        show(plan) {
            cards.set(plan.n);
            trials.set(plan.trials);
            random.set(plan.own ? OWN : "");
            seed.set(plan.seed);
        },
    };
}

// ---- all ---------------------------------------------------------------------------

function mount(root, context) {
    let state = {};
    let running;
    let shown = ""; // what the result is of
    let taken; // the file that was given last, until it is known what it is

    const { set, slide } = context.changes("yours", () => state);
    // At once, not when the field is left: what is pressed then must not move away.
    const pasted = codeFields(set, { typed: () => forget(), run: () => run.click() });
    const fields = planFields(context, set);
    const result = resultPanel({ showReport: (report, text) => context.showReport(
        report, text, shown === "" ? undefined : { of: report.subject, ...whence() }) });
    const run = button("Run the audit", {
        kind: "main", test: "yours-run", title: "Ctrl+Enter in the code",
        "aria-keyshortcuts": "Control+Enter",
        onclick: () => {
            begin((on) => runCode({ code: pasted.code(), ...planOf(state) }, on),
                  codeWords);
            shown = wanted();
        } });
    const stop = button("Stop", { test: "yours-stop", disabled: true,
                                  onclick: () => running?.stop() });

    /** The state with the code as it is, also if it is the usual one; without it, if it
     * is too long. */
    function whence() {
        const code = pasted.code();
        const example = examples.find((one) => one.code === code)?.name ?? "";
        return { ...state, example,
                 ...(example !== "" ? { code: "", long: "" } : pasted.stateOf(code)) };
    }

    /** What a result of the code would be of. */
    const wanted = () => JSON.stringify([pasted.code(), planOf(state)]);

    /** One of two buttons can be pressed; who pressed the other keeps the focus. */
    function enable(able, other) {
        const held = document.activeElement === other;
        able.disabled = false;
        if (held) able.focus();
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

    /** Starts what takes the handlers of an audit; `words` says what went wrong. */
    function begin(start, words) {
        clear();
        enable(stop, run);
        running = start({
            progress: result.progress,
            ending: result.ending,
            done: (found) => { end(); result.done(found); },
            failed: (what) => { end(); result.failed(words(what)); },
        });
    }

    /** Drops a result of other code than what is there now. */
    function forget() {
        if (shown !== "" && shown !== wanted()) clear();
    }

    async function take(file) {
        const words = ({ text }) => sentence(`${file.name}: ${text}`);
        clear();
        taken = file;
        // Who has gone on to something else by then is not called back.
        const awaited = () => taken === file;
        try {
            const isReport = await isDocument(file);
            const found = isReport && awaited() && await readReportFile(file);
            if (!awaited()) return;
            if (isReport) context.showReport(found.report, found.text);
            else begin((on) => runFile(file, state.seed, on), words);
        } catch (error) {
            if (awaited()) result.failed(words({ text: error.message }));
        }
    }

    const drop = filePanel({ test: "yours", take },
        h("h2", {}, "Or a file"),
        h("p", {}, "Drop it here: orders, one to a line, such as ",
          h("code", {}, "3 1 2"), " (as ", h("code", {}, "fairaudit --save"),
          " writes them), or a report of ", h("code", {}, "fairaudit --json"), "."));
    drop.dropOn(root);
    root.append(
        h("header", {}, h("h1", {}, "Try yours"),
          h("p", { class: "lead" },
            "Paste a shuffle in JavaScript, and have it audited by the same C code. It " +
            "runs in a worker that can reach nothing. It is stopped if it gives no " +
            `answer for ${PATIENCE / 1000} seconds, and after ${LONGEST} seconds in ` +
            `all, or ${LONGEST_SLOW} if it is slow. Its memory is not limited: code that ` +
            "keeps all it allocates can crash this tab.")),
        h("div", { class: "yours-columns" },
          h("div", { class: "panel stack" }, pasted.nodes, fields.node,
            h("p", { class: "buttons" }, run, stop)),
          h("div", { class: "stack" }, drop.node, result.message, result.node)));

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
            // Half a result would look as if it went on.
            if (running) clear();
            else end();
        },
    };
}

/** Pasted JavaScript, a file of orders, or a report. */
export const yoursPart = { id: "yours", mount };
