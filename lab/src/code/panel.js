// SPDX-License-Identifier: MIT
//
// panel.js - the code of a shuffle in C, JavaScript or Python, with what is wrong marked
// and explained.
import "./code.css";
import { splitName } from "../catalogue.js";
import { freshId, h } from "../dom.js";
import { say } from "../lang/lang.js";
import { copyButton } from "./copy.js";
import { followLanguage, languageNow, languageTabs } from "./languages.js";
import { linesOf, textOf } from "./lines.js";
import { snippetOf } from "./run.js";

const codeElement = (text) => h("code", {}, text);

/** A text in which backquotes enclose code, as texts and elements. */
export const withCode = (text) =>
    text.split("`").map((part, i) => (i % 2 === 1 ? codeElement(part) : part));

/** What must be changed, or has been, as texts and elements. */
function fixesOf({ text, marks }, fixed) {
    const { and, fixDelete, fixInstead, fixedDelete, fixedInstead } = say.code;
    const [instead, remove] = fixed ? [fixedInstead, fixedDelete]
        : [fixInstead, fixDelete];
    const lines = text.split("\n");
    const fixes = new Map(); // the same change in two lines is one fix
    for (const { line, from, to, fix } of marks) {
        const token = lines[line].slice(from, to);
        if (fix !== undefined) fixes.set(`${token} → ${fix}`, [token, fix]);
    }
    return [...fixes.values()].flatMap(([token, fix], i) => [
        i > 0 ? and : "",
        ...(fix === "" ? remove(codeElement(token))
            : instead(codeElement(token), codeElement(fix))),
    ]);
}

/** Why the shuffle is wrong or right, and the fix. */
function noteOf(shuffle, snippet, fixed) {
    const { wrong, right } = say.snippets[splitName(shuffle)[0]];
    const fixes = fixesOf(snippet, fixed);
    const heading = right ? h("b", { class: "code-good" }, `✓ ${say.code.right}`)
        : fixed ? h("b", {}, say.code.wasWrong)
            : h("b", { class: "code-bad" }, `✗ ${say.code.wrong}`);
    return [
        h("p", {}, heading, " ", withCode(wrong ?? right)),
        fixes.length > 0 && h("p", {},
            h("b", { class: "code-good" }, fixed ? `✓ ${say.code.fixed}` : say.code.fix),
            " ", fixes, say.code.stop),
    ].filter(Boolean);
}

/** The same code without marks, as it is or fixed. */
const unmarked = (snippet, fixed) =>
    ({ ...snippet, text: textOf(snippet, fixed).trimEnd(), marks: [] });

/** What the functions do that the code calls and does not show. */
function helpersOf({ text }) {
    const called = Object.keys(say.code.helpers)
        .filter((name) => new RegExp(`(?<![\\w.])${name}\\(`).test(text));
    return called.flatMap((name, i) => [i > 0 ? " " : "",
                                        ...withCode(say.code.helpers[name])]);
}

/**
 * A panel with the code of a shuffle.
 * @param {object} options
 * @param {string} options.shuffle "riffle" or "riffle:7"; it must have a snippet
 * @param {string} [options.title] of the shuffle, for screen readers
 * @param {boolean} [options.tabs] whether it has tabs for the language; without them, it
 *   shows the language that is chosen elsewhere
 * @param {boolean} [options.copy] whether it has a button to copy the code
 * @param {boolean} [options.marks] whether marks and the explanation are shown at first;
 *   setMarks() shows them later
 * @param {boolean} [options.fixed] whether it shows the fixed code at first
 * @param {boolean} [options.note] whether it has an explanation
 * @param {boolean} [options.helpers] whether it explains random()
 * @param {object} [options.on] on.change(fixed): makes each mark that has a fix a button
 *   that shows the fix, and calls this
 * @returns {{element, show(shuffle, title), highlight(site), setFixed(fixed),
 *   setMarks(shown)}}
 *   highlight(): marks the line of a roll site; null: none
 */
export function codePanel({ shuffle, title = shuffle, tabs = true, copy = true,
                            marks = true, fixed = false, note = true, helpers = true,
                            on = {} }) {
    const id = freshId("code");
    const state = { shuffle, marks, fixed, site: null, lines: [] };
    const code = h("code", {});
    const view = h("pre", { class: "code-view", id, "data-test": "code-view" }, code);
    const notes = h("div", { class: "code-note", "data-test": "code-note" });
    const legend = h("p", { class: "code-helpers muted small" });
    const bar = tabs ? languageTabs(id) : null;
    const current = () => snippetOf(state.shuffle)[languageNow()];
    const copier = copy && copyButton(() => textOf(current(), state.fixed));
    const element = h("section", { class: "code-panel", "data-test": "code" },
                      (bar || copier) &&
                      h("div", { class: "code-bar" }, bar?.element, copier),
                      view, note && notes, helpers && legend);

    function markSite() {
        const running = state.site === null ? undefined : current().sites[state.site];
        for (const [i, line] of state.lines.entries()) {
            if (i === running) line.setAttribute("aria-current", "true");
            else line.removeAttribute("aria-current");
        }
    }

    function setFixed(wanted) {
        if (wanted === state.fixed) return;
        state.fixed = wanted;
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
        const snippet = state.marks ? current() : unmarked(current(), state.fixed);
        state.lines = linesOf(snippet, languageNow(),
                              { fixed: state.fixed, toggle: on.change && toggle });
        code.replaceChildren(...state.lines);
        notes.hidden = !state.marks;
        notes.replaceChildren(...noteOf(state.shuffle, snippet, state.fixed));
        legend.replaceChildren(...helpersOf(snippet));
        if (bar) {
            view.setAttribute("role", "tabpanel");
            view.setAttribute("aria-labelledby", `${id}-${languageNow()}`);
            bar.show();
        }
        markSite();
    }

    const name = (text) => element.setAttribute("aria-label", say.code.label(text));

    followLanguage(element, draw);
    name(title);
    draw();
    return {
        element,
        show(other, text = other) {
            Object.assign(state, { shuffle: other, fixed: false, site: null });
            name(text);
            draw();
        },
        setFixed,
        setMarks(shown) {
            state.marks = shown;
            draw();
        },
        highlight(site) {
            state.site = site;
            markSite();
        },
    };
}
