// SPDX-License-Identifier: MIT
//
// facts.js - the verdict of a proof, its numbers, and where to go from here.
import { dieOf, fairDieOf, shuffleEntry, storyOf, titleNodes, wrongDie }
    from "../../catalogue.js";
import { h } from "../../dom.js";
import { proofVerdict, verdictBadge, verdictName } from "../../verdict.js";
import { waysFrom, wayTo } from "../../ways.js";
import { plural, sentence } from "../../words.js";
import { fractionNode } from "./table.js";
import { factsOf, howWords, missingWords } from "./words.js";

const FEW = 3; // cards of the example that is offered

const ONE_SHUFFLE =
    "This is the law of a single shuffle of a sorted deck. In use each shuffle starts " +
    "from the order that the last one left. Single orders may then come close to " +
    "uniform; what is unfair is how they follow each other, and an audit shows that.";

/** The shuffle, and a die that is not fair; and that a wrong one may be fair by luck. */
function aboutNodes(context, state, { fair, n }) {
    const entry = shuffleEntry(context, state.shuffle);
    // A document from elsewhere may have names that are not in the catalogue.
    if (!entry) return [];
    const die = wrongDie(context, state);
    const about = (level, one) => [
        h(level, {}, titleNodes(one)),
        h("p", { class: "small muted" }, storyOf(one)),
    ];
    return [
        about("h2", entry),
        die && about("h3", die),
        fair && (die || !entry.fair) && h("p", { class: "message" },
            `With ${plural(n, "card")} it happens to be fair. Take more cards.`),
    ];
}

function subjectWords(context, { shuffle, die, n }) {
    const thrown = dieOf(context, die) === fairDieOf(context) ? "" : ` with ${die}`;
    return `${shuffle}${thrown}, ${plural(n, "card")}`;
}

/** The verdict, to be read aloud. */
export const verdictLine = (context, document) =>
    `${verdictName(proofVerdict(document))}: ${subjectWords(context, document)}`;

/** What was found: verdict, how, numbers, story. */
export function factsNodes(context, state, document, law) {
    const missing = missingWords(document, law);
    return [
        h("div", {},
          h("p", { class: "exact-verdict", "data-test": "exact-verdict" },
            verdictBadge(proofVerdict(document)),
            " ", h("span", {}, subjectWords(context, document))),
          proofVerdict(document) === "one-shuffle-only" &&
              h("p", { class: "message", "data-test": "exact-analysed" }, ONE_SHUFFLE),
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
        h("div", { class: "exact-about" }, aboutNodes(context, state, document),
          h("div", { class: "buttons" }, waysFrom(context, "exact", state))),
    ];
}

/** Why there is no answer, and what to do. */
export function problemNodes(context, state, message) {
    const { die, n } = state;
    const fair = fairDieOf(context);
    const ways = waysFrom(context, "exact", state);
    const known = ways.length > 0;
    return [
        h("p", {}, sentence(`No exact result: ${message}`)),
        h("div", { class: "buttons" },
          die !== fair && wayTo("exact", { ...state, die: fair }, "Take a fair die"),
          known && n > FEW && wayTo("exact", { ...state, n: FEW }, `Take ${FEW} cards`),
          ways,
          !known && wayTo("exact", {}, "Back to the example")),
    ];
}
