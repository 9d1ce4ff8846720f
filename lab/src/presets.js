// SPDX-License-Identifier: MIT
//
// presets.js - states of a part that are worth a look, as links.
import { writeAddress } from "./address.js";
import { h, markCurrent } from "./dom.js";
import { say } from "./lang/lang.js";

/**
 * Tells which of some presets a state shows.
 * @param {Array<{state: object}>} presets
 * @param {string[]} keys of the state that make a preset; the others may change
 * @param {(state: object) => object} whole fills in what a state leaves out
 * @returns {(state: object) => number} its index, of a whole state; -1: none
 */
export function presetFinder(presets, keys, whole) {
    const states = presets.map(({ state }) => whole(state));
    return (shown) => states.findIndex((state) =>
        keys.every((key) => state[key] === shown[key]));
}

/**
 * A row of links to presets.
 * @param {{part: string, label: string, presets: Array<{title: string, state: object}>,
 *          keys: string[], whole: (state: object) => object}} options see presetFinder()
 * @returns {{node: HTMLElement, mark(state: object): ?object}} mark() tells which is
 *   shown, and returns it
 */
export function presetLinks({ part, label, presets, keys, whole }) {
    const find = presetFinder(presets, keys, whole);
    const links = presets.map(({ title, state }) =>
        h("a", { class: "preset", href: writeAddress(part, state) }, title));
    return {
        node: h("nav", { class: "presets", "aria-label": label },
                h("span", { class: "muted" }, say.controls.presets), links),
        mark(state) {
            const at = find(state);
            markCurrent(links, links[at]);
            return presets[at];
        },
    };
}
