// SPDX-License-Identifier: MIT
//
// about.js - what is known of a shuffle beyond the one that is watched: its story,
// what it can never do, and the count of its ways.
import { writeAddress } from "../../address.js";
import { h } from "../../dom.js";
import { entryOf } from "../../pickers.js";
import { countWays } from "./count.js";
import { cannotDo } from "./facts.js";
import { reachSummary } from "./reach.js";

const RIVAL = "down"; // what wrong shuffles are raced against

/** With a capital, unless it begins with code: "rand() % n". */
const capital = (text) =>
    (/^[a-z-]+[ ,]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text);

function story(entry) {
    return h("p", {},
        h("b", {}, capital(entry.title)), " ",
        h("span", { class: `tag ${entry.fair ? "fair" : "wrong"}` },
          entry.fair ? "fair" : "wrong"), " ",
        entry.story, entry.origin && h("span", { class: "muted" }, ` (${entry.origin})`));
}

/** The story of the shuffle, of its die if that is wrong, and where else to see them. */
export function storyNode(context, { shuffle, die, n }) {
    const entry = entryOf(context.catalogue.shuffles, shuffle);
    const thrown = entryOf(context.catalogue.dice, die);
    const rival = shuffle === RIVAL ? "" : RIVAL;
    const link = (part, state, text) => h("a", {
        class: "button", href: writeAddress(part, state), "data-test": `steps-to-${part}`,
    }, text);
    return [
        entry && story(entry),
        thrown && !thrown.fair && story(thrown),
        h("div", { class: "buttons" },
          link("race", { a: shuffle, da: die, b: rival, n },
               rival ? `Race it against ${rival}` : "Shuffle it many times"),
          link("exact", { shuffle, die, n: Math.min(n, 4) }, "Its exact law")),
    ].filter(Boolean);
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
export function factsNode(context, plan, { exact, problem, known, ways }) {
    const dieFair = entryOf(context.catalogue.dice, plan.die).fair;
    const fair = isFair(context, plan, exact);
    const lines = exact ? cannotDo(exact)
        : [problem === undefined ? "Being worked out …"
                                 : `Not known exactly: ${problem}.`];
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
