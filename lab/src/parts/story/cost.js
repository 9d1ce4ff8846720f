// SPDX-License-Identifier: MIT
//
// cost.js - the sixth screen: what wrong shuffles have cost.
import { writeAddress } from "../../address.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";

function make() {
    const { cost } = say.story;
    const one = (id, { date, title, words }) => h("article", { class: "panel story-case" },
        h("p", { class: "story-date" }, date), h("h2", {}, title),
        words.map((text) => h("p", {}, text)),
        h("p", {}, h("a", { href: writeAddress("cases", { case: id }) }, cost.more)));
    return { node: h("div", { class: "story-sides" },
                     one("planet-poker", cost.poker), one("ballot", cost.ballot)) };
}

export const costScreen = { id: "cost", make };
