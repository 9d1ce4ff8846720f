// SPDX-License-Identifier: MIT
//
// presets.js - laws worth a look, as links.
import { writeAddress } from "../../address.js";
import { h } from "../../dom.js";

const presets = [
    { title: "The popular mistake", state: { shuffle: "swap-with-any", n: 3 } },
    { title: "Fisher-Yates", state: { shuffle: "down", n: 3 } },
    { title: "Sattolo", state: { shuffle: "sattolo", n: 4 } },
    { title: "Poker, 1999", state: { shuffle: "never-last", n: 4 } },
    { title: "Sorting with a coin", state: { shuffle: "coin-timsort", n: 5 } },
    { title: "720 orders, sorted",
      state: { shuffle: "swap-with-any", n: 6, sort: "probability" } },
    { title: "rand() % n, 15 bits",
      state: { shuffle: "down", die: "modulo:15", n: 5, height: "difference" } },
    { title: "7 riffles, 52 cards", state: { shuffle: "riffle:7", n: 52 } },
];

/**
 * Links to laws worth a look.
 * @returns {{node: HTMLElement, mark(shown: object): void}} mark() tells which is shown,
 *     of a whole state
 */
export function presetLinks(whole) {
    const links = presets.map(({ title, state }) => ({
        state: whole({ ...state, n: String(state.n) }),
        link: h("a", { class: "exact-preset", href: writeAddress("exact", state) },
                title),
    }));
    return {
        node: h("nav", { class: "exact-presets", "aria-label": "Laws worth a look" },
                h("span", { class: "muted" }, "Try these:"),
                links.map(({ link }) => link)),
        mark(shown) {
            for (const { state, link } of links) {
                const same = ["shuffle", "die", "n"]
                    .every((key) => state[key] === shown[key]);
                if (same) link.setAttribute("aria-current", "true");
                else link.removeAttribute("aria-current");
            }
        },
    };
}
