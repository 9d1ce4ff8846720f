// SPDX-License-Identifier: MIT
//
// guess.js - the first screen: two snippets that differ in one place. Which is fair?
import { writeAddress } from "../../address.js";
import { codePanel, withCode } from "../../code/panel.js";
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { WRONG } from "./shuffles.js";

let guessed; // "a" or "b", if a guess was made; it stays when the language changes

function make({ acted }) {
    const { guess } = say.story;
    const answer = h("p", { class: "story-answer", "aria-live": "polite",
                            "data-test": "story-answer" }, guess.hint);
    const sides = ["a", "b"].map((id) => {
        // Until the guess, nothing says which token is wrong.
        const code = codePanel({ shuffle: WRONG, title: id.toUpperCase(), fixed: id === "b",
                                 copy: false, marks: false, note: false, helpers: false });
        const choose = button(guess[id], { kind: "main", test: `story-guess-${id}`,
                                           onclick: () => {
                                               guessed = id;
                                               reveal(id);
                                               answer.scrollIntoView({ block: "nearest" });
                                           } });
        const sign = h("span", { class: "story-sign", "aria-hidden": "true" });
        const node = h("div", { class: "panel story-side" },
                       h("h2", {}, id.toUpperCase(), sign), code.element, choose);
        return { id, node, code, choose, sign };
    });

    function reveal(chosen) {
        for (const { id, node, code, choose, sign } of sides) {
            const fair = id === "b";
            node.classList.add(fair ? "right" : "wrong");
            setText(sign, fair ? " ✓" : " ✕");
            choose.setAttribute("aria-pressed", String(id === chosen));
            code.setMarks(true);
            choose.classList.remove("main");
            setText(choose, id === chosen ? guess.chosen(guess[id]) : guess[id]);
        }
        setText(answer, chosen === "b" ? guess.right : guess.wrong);
        acted("guess");
    }

    if (guessed) reveal(guessed);
    return { node: h("div", {},
        h("p", { class: "story-note" }, withCode(guess.note)),
        h("div", { class: "story-sides" }, sides.map(({ node }) => node)), answer,
        h("p", { class: "muted" }, withCode(guess.sort), " ",
          h("a", { href: writeAddress("story", { screen: "yours" }),
                   "data-test": "story-to-own" }, guess.toSort))) };
}

export const guessScreen = { id: "guess", make };
