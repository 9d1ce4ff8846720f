// SPDX-License-Identifier: MIT
//
// about.js - what the catalogue says of the shuffle of a lane, and of its die.
import { shuffleEntry, storyOf, titleNodes, titleOf, wrongDie } from "../../catalogue.js";
import { h } from "../../dom.js";

/** What a lane runs: the titles of shuffle and die, and whether they are fair. */
export function headNodes(context, plan) {
    const entry = shuffleEntry(context, plan.shuffle);
    const die = wrongDie(context, plan);
    return [entry && h("span", {}, titleNodes(entry)),
            die && h("span", {}, "Die: ", titleNodes(die))].filter(Boolean);
}

/** What is known of them. */
export function storyNodes(context, plan) {
    return [shuffleEntry(context, plan.shuffle), wrongDie(context, plan)]
        .filter(Boolean)
        .map((entry) => h("p", {}, h("b", {}, `${titleOf(entry)}. `), storyOf(entry)));
}
