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

const CODE = `mt_srand(«$seed»);     // 32 bits, whatever the state can hold
shuffle($deck);`;

/** The case. */
export const smallSeeds = {
    id: "small-seeds",
    make() {
        const rows = generators.filter(({ id }) =>
            ["millisecond", "bits32", "bits48", "bits256", "mersenne"].includes(id));
        return { node: article("small-seeds", {
            pictures: [figure(say.cases.seeds.caption,
                              ...reachRows(rows.map(generatorRow), 52)),
                       h("p", {}, h("a", { class: "button",
                                           href: writeAddress("decks", { bits: 32 }) },
                                    say.cases.seeds.more))],
            code: [codeBlock(CODE, say.cases.codeLabel)],
        }) };
    },
};
