// SPDX-License-Identifier: MIT
//
// yours.js - the part "Try yours": pasted JavaScript, a file of orders, or a report of
// `fairaudit --json`.
//
//     #yours?example=naive&n=10&trials=100000&seed=k3x9
//
// State: code, or the name of an example; n, trials, seed; random, "own" if Math.random
// is the browser's. Code from an address is shown, and not run before one says so.
import { wholeNumber } from "../../address.js";
import { LEAST_CARDS, MOST_CARDS } from "../../catalogue.js";
import { button, h } from "../../dom.js";
import { filePanel } from "../../files.js";
import { choiceField, field, numberField, seedField, trialsField }
    from "../../pickers.js";
import { capital, count, sentence } from "../../words.js";
import { readReportFile } from "../report/read.js";
import { LONGEST, PATIENCE, runCode } from "./code.js";
import { examples } from "./examples.js";
import { runFile } from "./orders.js";
import { resultPanel } from "./result.js";

const TRIALS = [1000, 10000, 100000, 1000000];
const MOST_TRIALS = 10000000;
const LONGEST_CODE = 6000; // characters that still go into the address
const OWN = "own"; // the browser's Math.random

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
    const where = line > 0 ? `Line ${line}: `
        : shuffle > 1 ? `Shuffle ${count(shuffle)}: ` : "";
    return where + sentence(capital(text));
}

// ---- controls ----------------------------------------------------------------------

/** The code, and the examples to begin with; typed() is called with every change. */
function codeFields(set, typed) {
    let asked; // code that was asked for; undefined: none yet
    const code = h("textarea", { rows: 14, spellcheck: "false", autocapitalize: "off",
                                 class: "code", "data-test": "yours-code" });
    code.addEventListener("input", typed);
    code.addEventListener("change", () => set({
        code: code.value.length > LONGEST_CODE ? "" : code.value, example: "" }));
    const example = choiceField({
        label: "Begin with", test: "yours-example",
        options: { "": "your own",
                   ...Object.fromEntries(examples.map(({ name, title }) =>
                       [name, title])) },
        change: (name) => { if (name !== "") set({ example: name, code: "" }); },
    });
    return {
        nodes: [h("div", { class: "controls" }, example.node),
                field("A function that takes an array, and changes it or returns another",
                      code, { class: "field yours-code" })],
        code: () => code.value,
        show(state) {
            const named = state.code ??
                examples.find(({ name }) => name === state.example)?.code;
            // What a person has typed stays: it may be too long for the address, or
            // empty.
            if (named !== undefined) code.value = named;
            else if (asked === undefined) code.value = examples[0].code;
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

    const set = (changes) =>
        context.go("yours", { ...state, ...changes }, { replace: true });
    // At once, not when the field is left: what is pressed then must not move away.
    const pasted = codeFields(set, () => forget());
    const fields = planFields(context, set);
    const result = resultPanel({ showReport: (report, text) => context.showReport(
        report, text, shown === "" ? undefined : { of: report.subject, ...whence() }) });
    const run = button("Run the audit", {
        kind: "main", test: "yours-run",
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
                 code: example !== "" || code.length > LONGEST_CODE ? "" : code };
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
            "runs in a worker that can reach nothing, and is stopped if it takes more " +
            `than ${PATIENCE / 1000} seconds for an answer, or ${LONGEST} in all.`)),
        h("div", { class: "yours-columns" },
          h("div", { class: "panel stack" }, pasted.nodes, fields.node,
            h("p", { class: "buttons" }, run, stop)),
          h("div", { class: "stack" }, drop.node, result.message, result.node)));

    return {
        show(given) {
            const full = { ...given, seed: given.seed || context.seedNow() };
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
export const yoursPart = { id: "yours", title: "Try yours", mount };
