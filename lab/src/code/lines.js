// SPDX-License-Identifier: MIT
//
// lines.js - the lines of a snippet as elements: colours, marks, and marks to press.
import { h } from "../dom.js";
import { say } from "../lang/lang.js";
import { piecesOf } from "./tokens.js";

const INDENT = 4; // spaces

/** Indentation as tabs: on a phone, they are narrower. */
const tabbed = (line) =>
    line.replace(/^ +/, (spaces) => "\t".repeat(Math.floor(spaces.length / INDENT)) +
        " ".repeat(spaces.length % INDENT));

/** Text in which no line breaks at a minus: "i--". */
const plain = (text) => text.split(/(\S*-\S+|\S+-)/)
    .map((part, i) => (i % 2 === 1 ? h("span", { class: "code-whole" }, part) : part));

const coloured = ({ text, kind }) =>
    (kind ? h("span", { class: `code-${kind}` }, text) : plain(text));

/** Text that only screen readers read. */
const spoken = (text) => h("span", { class: "visually-hidden" }, `${text} `);

/** A mark, as it is, or with its fix. */
function marked(mark, pieces, { fixed, toggle }) {
    const { fix } = mark;
    const token = pieces.map(({ text }) => text).join("");
    const isFixed = fixed && fix !== undefined;
    const content = isFixed && fix !== "" ? fix : isFixed ? token : pieces.map(coloured);
    const state = isFixed ? fix === "" ? "deleted" : "fixed" : "wrong";
    if (toggle && fix !== undefined)
        return h("button", { class: `code-mark ${state}`, type: "button",
                             "aria-pressed": String(isFixed), "data-test": "code-mark",
                             "aria-label": say.code.change(token, fix),
                             onclick: toggle }, content);
    return h("mark", { class: `code-mark ${state}`, "data-test": "code-mark" },
             spoken(isFixed ? say.code.fixedToken : say.code.wrongToken), content);
}

/** The pieces of a line as elements; those of a mark are together in one. */
function* grouped(pieces, options) {
    for (let i = 0; i < pieces.length;) {
        const { mark } = pieces[i];
        let end = i + 1;
        while (mark && end < pieces.length && pieces[end].mark === mark) end += 1;
        yield mark ? marked(mark, pieces.slice(i, end), options) : coloured(pieces[i]);
        i = end;
    }
}

/**
 * The elements of all lines.
 * @param {{text: string, marks: object[]}} snippet
 * @param {string} language
 * @param {object} options fixed: whether fixes are shown; toggle: called if a mark is
 *   pressed (marks are buttons then)
 */
export function linesOf({ text, marks }, language, options) {
    return text.split("\n").map((line, number) => {
        const indent = /^ */.exec(line)[0].length;
        const pieces = piecesOf(line, language,
                                marks.filter((mark) => mark.line === number));
        const first = pieces[0];
        if (first && !first.mark) first.text = tabbed(first.text);
        const element = h("span", { class: "code-line", "data-test": "code-line" },
                          h("span", { class: "code-source" },
                            line === "" ? "\n" : [...grouped(pieces, options)]));
        element.style.setProperty("--indent", Math.floor(indent / INDENT));
        return element;
    });
}

/** The text of a snippet, with or without its fixes. */
export function textOf({ text, marks }, fixed) {
    const lines = text.split("\n");
    for (const { line, from, to, fix } of fixed ? [...marks].reverse() : [])
        if (fix !== undefined)
            lines[line] = lines[line].slice(0, from) + fix + lines[line].slice(to);
    return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
