// SPDX-License-Identifier: MIT
//
// theme.js - light or dark colours: as the system wants, or as the user chose.
import { h } from "./dom.js";
import { say } from "./lang/lang.js";
import { remembered } from "./memory.js";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const choice = remembered("theme");
const THEMES = ["light", "dark"];

/** The theme that was chosen, if it is one, else that of the system. */
function wanted() {
    const chosen = choice.get();
    return THEMES.includes(chosen) ? chosen : systemIsDark.matches ? "dark" : "light";
}

/** Shows the theme, and labels the button that changes it. */
export function showTheme() {
    const dark = wanted() === "dark";
    document.documentElement.dataset.theme = wanted();
    const button = document.querySelector(".theme");
    button.replaceChildren(h("span", { "aria-hidden": "true" }, dark ? "☀" : "☾"),
                           h("span", { class: "label" },
                             dark ? say.page.light : say.page.dark));
    const label = dark ? say.page.toLight : say.page.toDark;
    button.setAttribute("aria-label", label);
    button.title = label;
}

/** Starts to follow the system and the button. */
export function startTheme() {
    showTheme();
    systemIsDark.addEventListener("change", showTheme);
    document.querySelector(".theme").addEventListener("click", () => {
        choice.set(wanted() === "dark" ? "light" : "dark");
        showTheme();
    });
}
