// SPDX-License-Identifier: MIT
//
// copy.js - a button that copies code, and code that can be copied as it is.
import "./code.css";
import { copyText } from "../clipboard.js";
import { h, setText } from "../dom.js";
import { say } from "../lang/lang.js";
import { linesOf } from "./lines.js";

const COPIED = 2000; // milliseconds

/** A button that copies what getText() returns, and says whether that worked. */
export function copyButton(getText) {
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

/** JavaScript with a title and a button to copy it. */
export const plainCode = (title, text) =>
    h("section", { class: "code-panel", "aria-label": say.code.label(title) },
      h("div", { class: "code-bar" }, h("h3", {}, title), copyButton(() => text)),
      h("pre", { class: "code-view" },
        h("code", {}, linesOf({ text, marks: [] }, "js", { fixed: false }))));
