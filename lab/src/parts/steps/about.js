// SPDX-License-Identifier: MIT
//
// about.js - what is known of a shuffle beyond the one that is watched: its story, what
// comes out of it, and the count of its ways.
import { entryOf, shuffleEntry, storyOf, titleNodes, wrongDie } from "../../catalogue.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { waysFrom } from "../../ways.js";
import { countWays } from "./count.js";
import { whatComesOut } from "./facts.js";
import { reachSummary } from "./reach.js";

/** The story of the shuffle, of its die if that is wrong, and links to other parts. */
function storyNodes(context, plan) {
    const story = (entry) => [h("h2", {}, titleNodes(entry)), h("p", {}, storyOf(entry))];
    return [
        [shuffleEntry(context, plan.shuffle), wrongDie(context, plan)].filter(Boolean)
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
 * The story, what comes out, what each step does, and the count of ways.
 * @param {{exact?: object, problem?: string, known?: object, failure?: string,
 *          ways?: Array}} found exact: the document, or a problem why there is none; known:
 *     a study(), when it is complete, or a failure why there is none
 */
export function aboutNodes(context, plan, { exact, problem, known, failure, ways }) {
    const dieFair = entryOf(context.catalogue.dice, plan.die).fair;
    const fair = isFair(context, plan, exact);
    const lines = exact ? whatComesOut(exact)
        : [problem === undefined ? say.steps.working : say.steps.unknown(problem)];
    const rolls = known?.rolls();
    const summary = rolls && ways &&
        reachSummary(ways, rolls, { n: plan.n, fair, dieFair });
    return [
        storyNodes(context, plan),
        h("h3", {}, say.steps.comesOut),
        h("ul", { class: "steps-facts", "data-test": "steps-cannot",
                  "data-fair": exact ? String(fair) : null },
          lines.map((line) => h("li", {}, line))),
        summary && [h("h3", {}, say.steps.eachStep),
                    h("p", { "data-test": "steps-summary" }, summary)],
        h("h3", {}, say.steps.oneLine),
        h("p", { "data-test": "steps-ways" }, rolls && (exact || problem !== undefined)
            ? countWays(rolls, plan.n, { fair, dieFair })
            : failure ?? say.steps.counting),
    ].flat(Infinity).filter(Boolean);
}
