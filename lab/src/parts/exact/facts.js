// SPDX-License-Identifier: MIT
//
// facts.js - the verdict of a proof, its numbers, and where to go from here.
import { dieOf, fairDieOf, shuffleEntry, storyOf, titleNodes, titleOfName, wrongDie }
    from "../../catalogue.js";
import { h } from "../../dom.js";
import { errorNodes } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { proofVerdict, verdictBadge } from "../../verdict.js";
import { waysFrom, wayTo } from "../../ways.js";
import { fractionNode } from "./table.js";
import { dealWords, factsOf, howWords, missingWords } from "./words.js";

const FEW = 3; // cards of the example that is offered

/** Stories of the shuffle and of a die that is not fair. */
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
        about("h3", entry),
        die && about("h3", die),
        fair && (die || !entry.fair) &&
            h("p", { class: "message" }, say.exact.luckilyFair(n)),
    ];
}

/** The title of the shuffle, with the die if that is not fair. */
export function proofTitle(context, { shuffle, die }) {
    const title = shuffleEntry(context, shuffle) ? titleOfName(shuffle)
        : h("code", {}, shuffle);
    return dieOf(context, die) === fairDieOf(context) ? title
        : say.exact.withDie(title, titleOfName(die));
}

/** The verdict, what it is about, and what becomes of the leaves, if they are drawn. */
export function headNodes(context, document, deal) {
    const verdict = proofVerdict(document);
    return [
        h("div", { class: "exact-verdict", "data-test": "exact-verdict" },
          verdictBadge(verdict),
          h("h2", {}, say.exact.subject(proofTitle(context, document), document.n))),
        deal && h("p", { class: "exact-deal", "data-test": "exact-deal" },
                  dealWords(deal)),
        verdict === "one-shuffle-only" &&
            h("p", { class: "message", "data-test": "exact-analysed" },
              say.exact.oneShuffle),
    ].filter(Boolean);
}

/** The numbers, how they were found, and the story. */
export function factsNodes(context, state, document, law) {
    const missing = missingWords(document, law);
    return [
        h("div", {},
          h("dl", { class: "exact-facts" },
            factsOf(document, law).map(({ name, title, value, note, fraction }) =>
                h("div", {}, h("dt", {}, title),
                  h("dd", { "data-test": `exact-${name}` },
                    h("b", { class: "number" }, value),
                    note && h("span", { class: "muted" }, ` ${note}`),
                    fraction && fractionNode(fraction))))),
          h("p", { class: "muted small", "data-test": "exact-how" },
            say.charts.join([howWords(document), say.exact.distanceNote])),
          missing && h("p", { class: "message", "data-test": "exact-missing" }, missing)),
        h("div", { class: "exact-about" }, aboutNodes(context, state, document),
          h("div", { class: "buttons" }, waysFrom(context, "exact", state))),
    ];
}

/** Why there is no result, and what to do. */
export function problemNodes(context, state, error) {
    const { die, n } = state;
    const fair = fairDieOf(context);
    const ways = waysFrom(context, "exact", state);
    const known = ways.length > 0;
    return [
        h("p", {}, say.exact.problem,
          errorNodes(error, (text) => h("span", { lang: "en" }, text))),
        h("div", { class: "buttons" },
          die !== fair && wayTo("exact", { ...state, die: fair }, say.exact.fairDie),
          known && n > FEW &&
              wayTo("exact", { ...state, n: FEW }, say.exact.fewCards(FEW)),
          ways,
          !known && wayTo("exact", {}, say.exact.back)),
    ];
}
