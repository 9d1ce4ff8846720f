// SPDX-License-Identifier: MIT
//
// modulo.js - rand() % n: which remainders come more often, for any number of bits and
// cards.
//
// State: word, the bits of the random word; sides, n.
import { numberIfGiven, wholeNumber } from "../../address.js";
import { h, setText } from "../../dom.js";
import { failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { numberField } from "../../pickers.js";
import { wayTo } from "../../ways.js";
import { count } from "../../words.js";
import { article, codeBlock } from "./article.js";

const CODE = `j = rand() «% (i + 1)»;`;

/** What "Compare" shows. */
const COMPARED = { a: "down", da: "modulo:8", b: "down", db: "modulo:15", n: 52 };

/** How often each remainder comes: `more` of them q + 1 times, the others q times. */
function remainders(bits, sides) {
    const words = 2 ** bits;
    return { words, times: Math.floor(words / sides), more: words % sides };
}

/** A column for each remainder. */
function columnsOf({ times, more }, sides) {
    return Array.from({ length: sides }, (_, k) => {
        const bar = h("span", { class: k < more ? "more" : "even" });
        bar.style.height = `${(times + (k < more ? 1 : 0)) / (times + 1) * 100}%`;
        return bar;
    });
}

const WORD = { least: 4, most: 15, usual: 8 }; // bits
const SIDES = { least: 2, most: 52, usual: 52 };

/** The arguments of wholeNumber(). */
const bounds = ({ least, most, usual }) => [least, most, usual];

function countsFigure(set) {
    const word = numberField({ label: say.cases.modulo.bits, ...WORD,
                               test: "cases-modulo-word",
                               change: (value) => set({ word: value }) });
    const sides = numberField({ label: say.cases.modulo.sides, ...SIDES,
                                test: "cases-modulo-sides",
                                change: (value) => set({ sides: value }) });
    const bars = h("div", { class: "cases-columns", role: "img" });
    const said = h("p", { class: "cases-answer", "aria-live": "polite",
                          "data-test": "cases-modulo-said" });
    return {
        node: h("figure", { class: "cases-figure" },
                h("div", { class: "controls" }, word.node, sides.node), bars, said,
                h("figcaption", {}, say.cases.modulo.caption)),
        show(state) {
            const b = wholeNumber(state.word, ...bounds(WORD));
            const n = wholeNumber(state.sides, ...bounds(SIDES));
            word.set(b);
            sides.set(n);
            const counts = remainders(b, n);
            bars.replaceChildren(...columnsOf(counts, n));
            const text = say.cases.modulo.said({ ...counts, sides: n });
            setText(said, text);
            bars.setAttribute("aria-label", text);
        },
    };
}

/** The probabilities of the orders of three cards, with words of some bits. */
async function lawTable(line) {
    const laws = await Promise.all(["modulo:8", "modulo:15"].map((die) =>
        line.ask("exact", { shuffle: "down", die, n: 3 })));
    const cell = (law, x) =>
        h("td", { class: "number" }, `${count(x)}/${count(law.denominator)}`);
    const orders = ["1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"];
    return h("table", { "data-test": "cases-modulo-law" },
        h("thead", {}, h("tr", {}, h("th", {}, say.cases.modulo.order),
            h("th", { class: "number" }, say.cases.modulo.with(8)),
            h("th", { class: "number" }, say.cases.modulo.with(15)))),
        h("tbody", {}, orders.map((order, k) => h("tr", {}, h("td", {}, order),
            laws.map((law) => cell(law, law.numerators[k]))))));
}

/** All values of a word of four bits, in six stacks: the remainders of a die. */
function picture() {
    const sides = 6;
    const counts = remainders(4, sides);
    const stack = (k) => Array.from({ length: counts.times + (k < counts.more ? 1 : 0) },
        (_, i) => h("li", {}, String(k + i * sides)));
    return {
        node: h("div", { class: "cases-stacks" }, Array.from({ length: sides }, (_, k) =>
            h("ol", { class: k < counts.more ? "more" : "even" }, stack(k)))),
        words: say.cases.modulo.said({ ...counts, sides }),
    };
}

/** The case. */
export const randModulo = {
    id: "rand-modulo",
    picture,
    whole: ({ word, sides }) => ({ word: numberIfGiven(word, ...bounds(WORD)),
                                   sides: numberIfGiven(sides, ...bounds(SIDES)) }),
    make({ line, set }) {
        const box = countsFigure(set);
        const table = h("div", { class: "cases-table" });
        lawTable(line).then((node) => table.replaceChildren(node)).catch(failIn(table));
        return { node: article("rand-modulo", {
            pictures: [box.node],
            code: [codeBlock(CODE, say.cases.codeLabel),
                   h("p", {}, say.cases.modulo.tableLead), table],
            damage: [h("p", {}, wayTo("race", COMPARED, say.cases.modulo.compare,
                                      "cases-modulo-race"))] }),
                 show: box.show };
    },
};
