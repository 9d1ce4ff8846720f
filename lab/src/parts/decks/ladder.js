// SPDX-License-Identifier: MIT
//
// ladder.js - large numbers below one another, on a logarithmic scale, up to 52!.
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { scientific, superscript } from "../../words.js";
import { log10Factorial } from "./numbers.js";
import { barRow, scaleRow } from "./rows.js";

const END = 70; // powers of ten

/** What is counted, and how many there are. say.decks.ladder says where the numbers are
 * from. All are estimates but those of seeds and decks. */
const steps = [
    { id: "people", value: 8.2e9 },
    { id: "seeds32", value: 2 ** 32 },
    { id: "seconds", value: 4.35e17 },
    { id: "sand", value: 7.5e18 },
    { id: "seeds64", value: 2 ** 64 },
    { id: "stars", value: 7e22 },
    { id: "seeds128", value: 2 ** 128 },
    { id: "earth", value: 1.33e50 },
    { id: "sun", value: 1e57 },
    { id: "decks", value: 10 ** log10Factorial(52) },
].sort((a, b) => a.value - b.value);

function row({ id, value }) {
    const [name, source] = say.decks.ladder[id];
    const kind = id === "decks" ? "own" : id.startsWith("seeds") ? "seen" : "quiet";
    return barRow({ name, note: source, value: scientific(value, 2), kind,
                    share: Math.log10(value) / END });
}

/** The ladder. */
export function ladderFigure() {
    const ticks = [0, 10, 20, 30, 40, 50, 60, 70].map((power) =>
        ({ share: power / END, text: `10${superscript(power)}` }));
    return h("figure", { class: "decks-ladder", "data-test": "decks-ladder" },
             h("ol", { class: "decks-rows" }, steps.map(row)), scaleRow(ticks),
             h("figcaption", {}, say.decks.ladderCaption));
}
