// SPDX-License-Identifier: MIT
//
// about.js - the shuffle of a lane and its random numbers: titles and stories.
import { shuffleEntry, storyOf, titleNodes, titleOf, wrongDie } from "../../catalogue.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";

/** The titles of both, and whether they are fair. */
export function headNodes(context, plan) {
    const entry = shuffleEntry(context, plan.shuffle);
    const die = wrongDie(context, plan);
    return [entry && h("span", {}, titleNodes(entry)),
            die && h("span", {}, titleNodes(die))].filter(Boolean);
}

/** Their stories. */
export function storyNodes(context, plan) {
    const entry = shuffleEntry(context, plan.shuffle);
    const die = wrongDie(context, plan);
    const { about, numbersAbout } = say.race;
    return [entry && [about(titleOf(entry)), entry],
            die && [numbersAbout(titleOf(die)), die]]
        .filter(Boolean)
        .map(([title, one]) => h("p", {}, h("b", {}, title), " ", storyOf(one)));
}
