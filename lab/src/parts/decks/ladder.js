// SPDX-License-Identifier: MIT
//
// ladder.js - large numbers below one another, on a logarithmic scale, up to 52!.
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { scientific, superscript } from "../../words.js";
import { AGE, EARTH, log10Factorial, MILKY_WAY, PEOPLE, SUN_ATOMS, YEAR }
    from "./numbers.js";
import { barRow, scaleRow } from "./rows.js";

const END = 70; // powers of ten

/** What is counted, and how many there are. say.decks.ladder says where the numbers are
 * from. All are estimates but those of seeds and decks. Sand: H. McAllister, University of
 * Hawaii; stars: S. Driver and others, at a congress of 2003. */
const steps = [
    { id: "people", value: PEOPLE },
    { id: "seeds32", value: 2 ** 32 },
    { id: "seconds", value: AGE * YEAR },
    { id: "sand", value: 7.5e18 },
    { id: "seeds64", value: 2 ** 64 },
    { id: "stars", value: 7e22 },
    { id: "seeds128", value: 2 ** 128 },
    { id: "earth", value: EARTH },
    { id: "sun", value: SUN_ATOMS },
    { id: "galaxy", value: MILKY_WAY * SUN_ATOMS },
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
