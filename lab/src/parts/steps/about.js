// SPDX-License-Identifier: MIT
//
// about.js - what is known of a shuffle beyond the one that is watched: its story,
// what it can never do, and the count of its ways.
import { entryOf, shuffleEntry, storyOf, titleNodes, wrongDie } from "../../catalogue.js";
import { h } from "../../dom.js";
import { waysFrom } from "../../ways.js";
import { sentence } from "../../words.js";
import { countWays } from "./count.js";
import { cannotDo } from "./facts.js";
import { reachSummary } from "./reach.js";

/** The story of the shuffle, of its die if that is wrong, and where else to see them. */
export function storyNodes(context, plan) {
    const story = (entry) =>
        h("p", {}, h("b", {}, titleNodes(entry)), " ", storyOf(entry));
    return [
        ...[shuffleEntry(context, plan.shuffle), wrongDie(context, plan)].filter(Boolean)
            .map(story),
        h("div", { class: "buttons" }, waysFrom(context, "steps", plan)),
    ];
}

/** Whether a shuffle with this die is fair, as far as is known. */
export function isFair(context, { shuffle, die }, exact) {
    return exact?.fair ?? Boolean(entryOf(context.catalogue.shuffles, shuffle)?.fair &&
                                  entryOf(context.catalogue.dice, die)?.fair);
}

/**
 * What it cannot do, how it goes about it, and the count of ways.
 * @param {{exact?: object, problem?: string, known?: object, ways?: Array}} found exact:
 *     the document, or a problem why there is none; known: a study(), when it is complete
 */
export function factsNodes(context, plan, { exact, problem, known, ways }) {
    const dieFair = entryOf(context.catalogue.dice, plan.die).fair;
    const fair = isFair(context, plan, exact);
    const lines = exact ? cannotDo(exact)
        : [problem === undefined ? "Being worked out …"
                                 : sentence(`Not known exactly: ${problem}`)];
    const rolls = known?.rolls();
    const summary = ways && reachSummary(ways, rolls, { n: plan.n, fair, dieFair });
    return [
        h("h2", {}, "What it cannot do"),
        h("ul", { class: "steps-facts", "data-test": "steps-cannot",
                  "data-fair": exact ? String(fair) : null },
          lines.map((line) => h("li", {}, line))),
        summary && [h("h2", {}, "What each step does"),
                    h("p", { "data-test": "steps-summary" }, summary)],
        h("h2", {}, "Ways and orders"),
        h("p", { "data-test": "steps-ways" }, rolls && (exact || problem !== undefined)
            ? countWays(rolls, plan.n, { fair, dieFair })
            : "Being counted …"),
    ].flat().filter(Boolean);
}
