// SPDX-License-Identifier: MIT
//
// seeds.js - 32-bit seeds and the Mersenne Twister: a large state is of no use if the
// seed is small.
import { writeAddress } from "../../address.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { generators } from "../decks/numbers.js";
import { generatorRow, reachRows } from "../decks/reach.js";
import { article, codeBlock, figure } from "./article.js";

const CODE = `mt_srand(«$seed»);   // only 32 bits
shuffle($deck);`;

const rowsOf = (...ids) => generators.filter(({ id }) => ids.includes(id))
    .map(generatorRow);

/** Seeds against the orders of 52 cards. */
function picture() {
    const rows = rowsOf("bits32", "bits64", "bits256")
        .map(({ name, bits }) => ({ name, bits }));
    const [bars] = reachRows(rows, 52);
    return { node: h("div", {}, bars, h("p", { class: "decks-key" },
                                        h("span", { class: "decks-key-mark" }), "52!")),
             words: say.cases.seeds.picture };
}

/** The case. */
export const smallSeeds = {
    id: "small-seeds",
    picture,
    make() {
        const rows = rowsOf("millisecond", "bits32", "bits48", "bits256", "mersenne");
        return { node: article("small-seeds", {
            pictures: [figure(say.cases.seeds.caption,
                              ...reachRows(rows, 52)),
                       h("p", {}, h("a", { class: "button",
                                           href: writeAddress("decks", { bits: 32 }) },
                                    say.cases.seeds.more))],
            code: [codeBlock(CODE, say.cases.codeLabel)],
        }) };
    },
};
