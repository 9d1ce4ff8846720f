// SPDX-License-Identifier: MIT
//
// rows.js - bars below one another, each with its words above it, and long numbers. Lines
// of the scale are only in the tracks of the bars, so that they never cross a word.
import { h } from "../../dom.js";

/**
 * A bar.
 * @param {{name: string, note?: string, value: string, share: number, kind?: string,
 *          mark?: ?number}} options share: of the track, cut off at 1; kind: "seen",
 *   "law", "quiet" or "own"; mark: where the track has a line, as a share
 */
export function barRow({ name, note = "", value, share, kind = "seen", mark = null }) {
    const fill = h("span", { class: `decks-fill ${kind}` });
    fill.style.width = `${Math.min(1, share) * 100}%`;
    const line = mark !== null && h("span", { class: "decks-mark" });
    if (line) line.style.left = `${mark * 100}%`;
    return h("li", { class: `decks-row ${kind}` },
             h("span", { class: "decks-name" }, h("b", {}, name),
               note && h("span", { class: "decks-note" }, note)),
             h("span", { class: "decks-value number" }, value),
             h("span", { class: `decks-track${share > 1 ? " more" : ""}`,
                         "aria-hidden": "true" }, fill, line));
}

/** A number with all its digits. Lines can break after each group of three. */
export const digitNodes = (number) => number.toLocaleString("en").split(/(?<=,)/)
    .flatMap((group) => [group, h("wbr")]);

/** The scale below the bars: [{share, text}]. */
export function scaleRow(ticks) {
    return h("div", { class: "decks-scale number", "aria-hidden": "true" },
             ticks.map(({ share, text }) => {
                 const tick = h("span", {}, text);
                 tick.style.left = `${share * 100}%`;
                 return tick;
             }));
}
