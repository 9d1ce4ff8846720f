// SPDX-License-Identifier: MIT
//
// links.js - from a shuffle that a report names to the parts that show it.
import { writeAddress } from "../../address.js";
import { h } from "../../dom.js";
import { entryOf } from "../../pickers.js";

const MOST = 60; // cards that the parts show
const PROVED = 7; // cards whose law has every order
const FEW = 3;

/** Links to a shuffle of the catalogue, with its die, or to one of the library. */
export function shuffleLinks(context, { shuffle, die = "", library }, n) {
    const link = (part, state, text) => h("a", {
        class: "button", href: writeAddress(part, state),
        "data-test": `report-to-${part}`,
    }, text);
    const size = Math.min(n, MOST);
    if (library)
        return [link("race", { a: `library/${library}`, n: size }, "Watch it shuffle")];
    const known = entryOf(context.catalogue.shuffles, shuffle);
    const dieKnown = die === "" || entryOf(context.catalogue.dice, die);
    if (!known || !dieKnown) return [];
    const proved = n <= PROVED ? n : FEW;
    return [
        link("steps", { shuffle, die, n: size }, "Step by step"),
        link("exact", { shuffle, die, n: proved }, `Exact law of ${proved} cards`),
        link("race", { a: shuffle, da: die, b: shuffle === "down" && !die ? "" : "down",
                       n: size }, "Watch it shuffle"),
    ];
}
