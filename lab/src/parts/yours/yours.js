// SPDX-License-Identifier: MIT
//
// yours.js - the part "Try yours": pasted JavaScript, a file of permutations, or a report
// of `fairaudit --json`.
import { wholeNumber } from "../../address.js";
import { h } from "../../dom.js";
import { field, numberField, seedField } from "../../pickers.js";
import { count } from "../../words.js";
import { readReport } from "../report/read.js";
import { LONGEST, PATIENCE, runCode } from "./code.js";
import { examples } from "./examples.js";
import { runFile } from "./orders.js";
import { resultPanel } from "./result.js";

const LONGEST_CODE = 6000; // characters that still go into the address
const LARGEST_REPORT = 64 << 20; // bytes
const trialChoices = [1e3, 1e4, 1e5, 1e6];
const usual = { n: 10, trials: 1e5 };

/** Code that is asked for in the address, or the first example. */
function codeOf(state) {
    if (state.code !== undefined) return state.code;
    return (examples.find(({ name }) => name === state.example) ?? examples[0]).code;
}

/** Whether a file is a JSON document, by its first bytes. */
async function isDocument(file) {
    return /^\s*\{/.test(await file.slice(0, 256).text());
}

function mount(root, context) {
    let state = {};
    let running;

    const change = (more) =>
        context.go("yours", { ...state, ...more }, { replace: true });
    const code = h("textarea", { rows: 14, spellcheck: "false", autocapitalize: "off",
                                 class: "code", "data-test": "yours-code" });
    code.addEventListener("change", () => change(
        code.value.length > LONGEST_CODE ? { code: "", example: "" }
                                         : { code: code.value, example: "" }));
    const example = h("select", { "data-test": "yours-example" },
        h("option", { value: "" }, "your own"),
        examples.map(({ name, title }) => h("option", { value: name }, title)));
    example.addEventListener("change", () => {
        if (example.value !== "") change({ example: example.value, code: undefined });
    });
    const cards = numberField({ label: "Cards", least: 2, most: 60, test: "yours-n",
                                change: (n) => change({ n }) });
    const trials = h("select", { "data-test": "yours-trials" }, trialChoices.map(
        (number) => h("option", { value: number }, count(number))));
    trials.addEventListener("change", () => change({ trials: trials.value }));
    const source = h("select", { "data-test": "yours-random" },
        h("option", { value: "" }, "from the seed"),
        h("option", { value: "own" }, "the browser's own"));
    source.addEventListener("change", () => change({ random: source.value }));
    const seed = seedField({ context, test: "yours-seed",
                             change: (value) => change({ seed: value }) });
    const run = h("button", { class: "button main", type: "button",
                              "data-test": "yours-run" }, "Run the audit");
    const stop = h("button", { class: "button", type: "button", disabled: true,
                               "data-test": "yours-stop" }, "Stop");
    const file = h("input", { type: "file", class: "visually-hidden",
                              "data-test": "yours-file", id: "yours-file" });
    const result = resultPanel({ showReport: context.showReport });

    // ---- what runs -----------------------------------------------------------------

    const busy = (yes) => {
        run.disabled = yes;
        stop.disabled = !yes;
    };
    const handlers = (about) => ({
        progress: result.progress,
        done: (found) => { running = undefined; busy(false); result.done(found); },
        failed: (what) => {
            running = undefined;
            busy(false);
            result.failed(about(what));
        },
    });
    const begin = (start) => {
        running?.drop();
        result.clear();
        busy(true);
        running = start();
    };
    const where = ({ text, line, shuffle }) =>
        (line > 0 ? `Line ${line}: ` : shuffle > 1 ? `Shuffle ${count(shuffle)}: ` : "") +
        `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    run.addEventListener("click", () => begin(() => runCode({
        code: code.value,
        n: wholeNumber(state.n, 2, 60, usual.n),
        trials: wholeNumber(state.trials, 1, 1e7, usual.trials),
        seed: state.seed,
        own: state.random === "own",
    }, handlers(where))));
    stop.addEventListener("click", () => running?.stop());

    const takeFile = async (given) => {
        if (!given) return;
        if (!await isDocument(given)) {
            begin(() => runFile(given, state.seed,
                                handlers(({ text }) => `${given.name}: ${text}.`)));
            return;
        }
        running?.drop();
        result.clear();
        busy(false);
        try {
            if (given.size > LARGEST_REPORT) throw new Error("too large for a report");
            const text = await given.text();
            context.showReport(readReport(text), text);
        } catch (error) {
            result.failed(`${given.name}: ${error.message}.`);
        }
    };
    file.addEventListener("change", () => {
        takeFile(file.files[0]);
        file.value = ""; // so that the same file can be chosen again
    });
    const drop = h("div", { class: "panel yours-drop", "data-test": "yours-drop" },
        h("h2", {}, "Or a file"),
        h("p", {}, "Drop it here: orders, one to a line, such as ", h("code", {}, "3 1 2"),
          " (as ", h("code", {}, "fairaudit --save"), " writes them), or a report of ",
          h("code", {}, "fairaudit --json"), "."),
        file, h("label", { class: "button", for: "yours-file" }, "Choose a file"));
    root.addEventListener("dragover", (event) => {
        event.preventDefault();
        drop.classList.add("over");
    });
    root.addEventListener("dragleave", () => drop.classList.remove("over"));
    root.addEventListener("drop", (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        takeFile(event.dataTransfer.files[0]);
    });

    root.append(
        h("header", {}, h("h1", {}, "Try yours"),
          h("p", { class: "lead" }, "Paste a shuffle in JavaScript, and have it audited " +
            "by the same C code. It runs in a worker that can reach nothing, and is " +
            `stopped if it takes more than ${PATIENCE / 1000} seconds for an answer, or ` +
            `${LONGEST} in all.`)),
        h("div", { class: "yours-columns" },
          h("div", { class: "panel stack" },
            h("div", { class: "controls" }, field("Begin with", example)),
            field("A function that takes an array, and changes it or returns another",
                  code, { class: "field yours-code" }),
            h("div", { class: "controls" }, cards.node, field("Shuffles, at most", trials),
              field("Math.random", source), seed.node),
            h("p", { class: "buttons" }, run, stop)),
          h("div", { class: "stack" }, drop, result.message, result.node)));

    return {
        show(given) {
            state = { ...given };
            if (state.seed === undefined) {
                change({ seed: context.seedNow() });
                return;
            }
            if (code.value !== codeOf(state) && (state.code !== undefined || code.value === "" ||
                                                 state.example !== undefined && state.example !== ""))
                code.value = codeOf(state);
            example.value = examples.find((e) => e.code === code.value)?.name ?? "";
            cards.set(wholeNumber(state.n, 2, 60, usual.n));
            trials.value = wholeNumber(state.trials, 1, 1e7, usual.trials);
            source.value = state.random === "own" ? "own" : "";
            seed.set(state.seed);
        },
        hide() {
            running?.drop();
            running = undefined;
            busy(false);
        },
    };
}

export const yoursPart = { id: "yours", title: "Try yours", mount };
