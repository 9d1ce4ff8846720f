// SPDX-License-Identifier: MIT
//
// languages.js - the programming language of all code panels. It is one choice for the
// whole page, and remembered.
import { h } from "../dom.js";
import { say } from "../lang/lang.js";
import { remembered } from "../memory.js";

const LANGUAGES = [["c", "C"], ["js", "JavaScript"], ["py", "Python"]];

const USUAL = "js";
const choice = remembered("code");
const panels = new WeakMap(); // element of a panel → function that shows it again

/** The current language: "c", "js" or "py". */
export function languageNow() {
    const chosen = choice.get();
    return LANGUAGES.some(([language]) => language === chosen) ? chosen : USUAL;
}

/** Calls `show` whenever the language changes while `element` is in the page. */
export function followLanguage(element, show) {
    element.dataset.code = "";
    panels.set(element, show);
}

function choose(language) {
    choice.set(language);
    for (const element of document.querySelectorAll("[data-code]"))
        panels.get(element)?.();
}

const KEYS = { ArrowRight: 1, ArrowLeft: -1, Home: "first", End: "last" };

/** The index of the tab to which a key leads. */
function keyTarget(key, index) {
    const move = KEYS[key];
    if (move === "first") return 0;
    if (move === "last") return LANGUAGES.length - 1;
    return (index + move + LANGUAGES.length) % LANGUAGES.length;
}

/**
 * A list of tabs, one for each language.
 * @param {string} panel id of the element that shows the code
 * @returns {{element: Element, show(): void}} show() marks the current language
 */
export function languageTabs(panel) {
    const tabs = LANGUAGES.map(([language, name], i) => h("button", {
        type: "button", role: "tab", id: `${panel}-${language}`, "aria-controls": panel,
        "data-name": name, "data-test": `code-${language}`,
        onclick: () => choose(language),
        onkeydown: (event) => {
            if (!(event.key in KEYS)) return;
            event.preventDefault();
            const target = keyTarget(event.key, i);
            choose(LANGUAGES[target][0]);
            tabs[target].focus();
        },
    }, name));
    return {
        element: h("div", { class: "code-tabs", role: "tablist",
                            "aria-label": say.code.languages }, tabs),
        show() {
            for (const [i, [language]] of LANGUAGES.entries()) {
                const current = language === languageNow();
                tabs[i].setAttribute("aria-selected", current);
                tabs[i].tabIndex = current ? 0 : -1;
            }
        },
    };
}
