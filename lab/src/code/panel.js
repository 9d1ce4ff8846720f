// SPDX-License-Identifier: MIT
//
// panel.js - the code of a shuffle in C, JavaScript or Python, with what is wrong marked
// and explained.
import "./code.css";
import { splitName } from "../catalogue.js";
import { copyText } from "../clipboard.js";
import { freshId, h, setText } from "../dom.js";
import { say } from "../lang/lang.js";
import { followLanguage, languageNow, languageTabs } from "./languages.js";
import { linesOf, textOf } from "./lines.js";
import { snippetOf } from "./run.js";

const COPIED = 2000; // milliseconds

const codeElement = (text) => h("code", {}, text);

/** A text in which backquotes enclose code, as texts and elements. */
export const withCode = (text) =>
    text.split("`").map((part, i) => (i % 2 === 1 ? codeElement(part) : part));

/** What must be changed, as texts and elements. */
function fixesOf({ text, marks }) {
    const lines = text.split("\n");
    const fixes = new Map(); // the same change in two lines is one fix
    for (const { line, from, to, fix } of marks) {
        const token = lines[line].slice(from, to);
        if (fix !== undefined) fixes.set(`${token} → ${fix}`, [token, fix]);
    }
    return [...fixes.values()].flatMap(([token, fix], i) => [
        i > 0 ? say.code.and : "",
        ...(fix === "" ? say.code.fixDelete(codeElement(token))
            : say.code.fixInstead(codeElement(token), codeElement(fix))),
    ]);
}

/** Why the shuffle is wrong or right, and the fix. */
function noteOf(shuffle, snippet, fixed) {
    const { wrong, right } = say.snippets[splitName(shuffle)[0]];
    const fixes = fixesOf(snippet);
    const isWrong = wrong !== undefined;
    return [
        h("p", {}, h("b", { class: isWrong ? "code-bad" : "code-good" },
                     isWrong ? `✗ ${say.code.wrong}` : `✓ ${say.code.right}`),
          " ", withCode(wrong ?? right)),
        fixes.length > 0 && h("p", {},
            h("b", { class: "code-good" }, fixed ? `✓ ${say.code.fixed}` : say.code.fix),
            " ", fixes, say.code.stop),
    ].filter(Boolean);
}

/** What the functions do that the code calls and does not show. */
function helpersOf({ text }) {
    const called = Object.keys(say.code.helpers)
        .filter((name) => new RegExp(`(?<![\\w.])${name}\\(`).test(text));
    return called.flatMap((name, i) => [i > 0 ? " " : "",
                                        ...withCode(say.code.helpers[name])]);
}

function copyButton(getText) {
    const label = h("span", {}, say.code.copy);
    let timer;
    return h("button", {
        class: "code-copy", type: "button", "data-test": "code-copy",
        onclick: async () => {
            const copied = await copyText(getText());
            setText(label, copied ? `✓ ${say.code.copied}` : say.code.notCopied);
            clearTimeout(timer);
            timer = setTimeout(() => setText(label, say.code.copy), COPIED);
        },
    }, h("span", { "aria-live": "polite" }, label));
}

/**
 * A panel with the code of a shuffle.
 * @param {object} options
 * @param {string} options.shuffle "riffle" or "riffle:7"
 * @param {string} [options.title] of the shuffle, for screen readers
 * @param {boolean} [options.tabs] whether it has tabs for the language; without them, it
 *   shows the language that is chosen elsewhere
 * @param {boolean} [options.note] whether it has an explanation
 * @param {boolean} [options.helpers] whether it explains random()
 * @param {object} [options.on] on.change(fixed): makes each mark that has a fix a button
 *   that shows the fix, and calls this
 * @returns {{element, show(shuffle, title), highlight(site), setFixed(fixed)}}
 *   highlight(): marks the line of a roll site; null: none
 */
export function codePanel({ shuffle, title = shuffle, tabs = true, note = true,
                            helpers = true, on = {} }) {
    const id = freshId("code");
    const state = { shuffle, fixed: false, site: null, lines: [] };
    const code = h("code", {});
    const view = h("pre", { class: "code-view", id, "data-test": "code-view" }, code);
    const notes = h("div", { class: "code-note", "data-test": "code-note" });
    const legend = h("p", { class: "code-helpers muted small" });
    const bar = tabs ? languageTabs(id) : null;
    const current = () => snippetOf(state.shuffle)[languageNow()];
    const copy = copyButton(() => textOf(current(), state.fixed));
    const element = h("section", { class: "code-panel", "data-test": "code" },
                      h("div", { class: "code-bar" }, bar?.element, copy),
                      view, note && notes, helpers && legend);

    function markSite() {
        const running = state.site === null ? undefined : current().sites[state.site];
        for (const [i, line] of state.lines.entries()) {
            if (i === running) line.setAttribute("aria-current", "true");
            else line.removeAttribute("aria-current");
        }
    }

    function setFixed(fixed) {
        if (fixed === state.fixed) return;
        state.fixed = fixed;
        const focused = [...view.querySelectorAll("button")]
            .indexOf(document.activeElement);
        draw();
        if (focused >= 0) view.querySelectorAll("button")[focused].focus();
    }

    function toggle() {
        setFixed(!state.fixed);
        on.change(state.fixed);
    }

    function draw() {
        const snippet = current();
        state.lines = linesOf(snippet, languageNow(),
                              { fixed: state.fixed, toggle: on.change && toggle });
        code.replaceChildren(...state.lines);
        notes.replaceChildren(...noteOf(state.shuffle, snippet, state.fixed));
        legend.replaceChildren(...helpersOf(snippet));
        if (bar) {
            view.setAttribute("role", "tabpanel");
            view.setAttribute("aria-labelledby", `${id}-${languageNow()}`);
            bar.show();
        }
        markSite();
    }

    function show(name, label = name) {
        state.shuffle = name;
        state.fixed = false;
        state.site = null;
        element.setAttribute("aria-label", say.code.label(label));
        draw();
    }

    followLanguage(element, draw);
    show(shuffle, title);
    return {
        element,
        show,
        setFixed,
        highlight(site) {
            state.site = site;
            markSite();
        },
    };
}
