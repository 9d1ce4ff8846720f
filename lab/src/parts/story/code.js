// SPDX-License-Identifier: MIT
//
// code.js - the snippet of the story: swap with any card, or Fisher-Yates.
import { h } from "../../dom.js";

/** @param {{fixed: boolean}} options fixed: with `i + 1` instead of `n` */
export function storyCode({ fixed }) {
    return { node: h("pre", { class: "story-code" },
        "for (let i = n - 1; i >= 0; i--)\n    swap(cards, i, random(",
        h("mark", {}, fixed ? "i + 1" : "n"), "));") };
}
