// SPDX-License-Identifier: MIT
//
// facts.js - the verdict of a proof, its numbers, and where to go from here.
import { writeAddress } from "../../address.js";
import { h } from "../../dom.js";
import { entryOf } from "../../pickers.js";
import { plural } from "../../words.js";
import { factsOf, howWords, missingWords } from "./words.js";
import { fractionNode } from "./table.js";

const RACED = "down"; // what wrong shuffles are raced against
const FEW = 3; // cards of the example that is offered

const verdicts = {
    "proved-fair": ["✓", "PROVED FAIR"],
    "proved-unfair": ["✕", "PROVED UNFAIR"],
};

/** What the catalogue says of a shuffle or a die. */
function aboutNode(level, { title, fair, story, origin }) {
    const tag = fair ? "fair" : "wrong";
    return [
        h(level, {}, `${title[0].toUpperCase()}${title.slice(1)} `,
          h("span", { class: `tag ${tag}` }, tag)),
        h("p", { class: "small muted" }, story, origin && ` Source: ${origin}.`),
    ];
}

/** The shuffle, and a die that is not fair; and that a wrong one may be fair by luck. */
function aboutNodes({ shuffles, dice }, { shuffle, die }, { fair, n }) {
    const entry = entryOf(shuffles, shuffle);
    const thrown = entryOf(dice, die);
    // A document from elsewhere may have names that are not in the catalogue.
    if (!entry || !thrown) return [];
    return [
        aboutNode("h2", entry),
        thrown.fair ? null : aboutNode("h3", thrown),
        fair && !(entry.fair && thrown.fair) && h("p", { class: "message" },
            `With ${plural(n, "card")} it happens to be fair. Take more cards.`),
    ];
}

/** Links to the same shuffle in other parts. */
function elsewhere({ shuffle, die, n }) {
    const rival = shuffle === RACED ? "" : RACED;
    const link = (part, state, text) => h("a", {
        class: "button", href: writeAddress(part, state), "data-test": `exact-to-${part}`,
    }, text);
    return h("div", { class: "buttons" },
        link("race", { a: shuffle, da: die, b: rival, n },
             rival ? `Race it against ${rival}` : "Shuffle it many times"),
        link("steps", { shuffle, die, n }, "Watch it step by step"));
}

function subjectWords({ catalogue }, { shuffle, die, n }) {
    const thrown = entryOf(catalogue.dice, die)?.fair ? "" : ` with ${die}`;
    return `${shuffle}${thrown}, ${plural(n, "card")}`;
}

/** The verdict, to be read aloud. */
export const verdictLine = (context, document) =>
    `${verdicts[document.verdict][1]}: ${subjectWords(context, document)}`;

/** What was found: verdict, how, numbers, story. */
export function factsNode(context, state, document, law) {
    const { verdict } = document;
    const [sign, words] = verdicts[verdict];
    const missing = missingWords(document, law);
    return [
        h("div", { class: "exact-result" },
          h("p", { class: "exact-verdict", "data-test": "exact-verdict",
                   "data-verdict": verdict },
            h("span", { class: `verdict ${verdict}` },
              h("span", { "aria-hidden": "true" }, sign), words),
            " ", h("span", {}, subjectWords(context, document))),
          h("dl", { class: "exact-facts" },
            factsOf(document, law).map(({ name, title, value, note, fraction }) =>
                h("div", {}, h("dt", {}, title),
                  h("dd", { "data-test": `exact-${name}` },
                    h("b", { class: "number" }, value),
                    note && h("span", { class: "muted" }, ` ${note}`),
                    fraction && fractionNode(fraction))))),
          h("p", { class: "muted small", "data-test": "exact-how" },
            `How it was found: ${howWords(document)} `,
            "The distance is the share of shuffles that would have to come out " +
            "differently: 0 is fair, 1 is as far as can be."),
          missing && h("p", { class: "message", "data-test": "exact-missing" }, missing)),
        h("div", { class: "exact-about" }, aboutNodes(context.catalogue, state, document),
          elsewhere(state)),
    ];
}

/** Why there is no answer, and what to do. */
export function problemNodes({ catalogue }, state, message) {
    const { shuffle, die, n } = state;
    const fair = catalogue.dice.find((one) => one.fair).name;
    const link = (part, changed, words) =>
        h("a", { class: "button", href: writeAddress(part, changed) }, words);
    const known = entryOf(catalogue.shuffles, shuffle) && entryOf(catalogue.dice, die);
    const text = message.replace(/[.;]?\s*$/, ".");
    return [
        h("p", {}, `No exact result: ${text}`),
        h("div", { class: "buttons" },
          die !== fair && link("exact", { ...state, die: fair }, "Take a fair die"),
          known && n > FEW && link("exact", { ...state, n: FEW }, `Take ${FEW} cards`),
          known && link("race", { a: shuffle, da: die, n },
                        "Shuffle it many times instead"),
          !known && link("exact", {}, "Back to the example")),
    ];
}
