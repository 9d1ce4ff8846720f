// SPDX-License-Identifier: MIT
//
// about.js - what the catalogue says of a shuffle and of its die.
import { h } from "../../dom.js";
import { entryOf } from "../../pickers.js";

const PREFIX = "library/";

/** Whether a name of the shuffle picker means a function of libfairshuf. */
export const isLibrary = (name) => name.startsWith(PREFIX);

/** The name of the fair die. */
export const fairDieOf = (context) =>
    context.catalogue.dice.find(({ fair }) => fair).name;

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The entry of a shuffle of the catalogue or, in the same form, of the library. */
function shuffleOf(context, name) {
    if (!isLibrary(name)) return entryOf(context.catalogue.shuffles, name);
    const found = context.library.find((one) => PREFIX + one.name === name);
    return found && { ...found, fair: true, origin: "libfairshuf",
                      story: "The library, with its own generator and its own dice." };
}

/** The die, if it is thrown and is not a fair one. */
function wrongDie(context, { shuffle, die }) {
    const entry = isLibrary(shuffle) ? undefined : entryOf(context.catalogue.dice, die);
    return entry?.fair ? undefined : entry;
}

const tag = (fair) =>
    h("span", { class: `tag ${fair ? "fair" : "wrong"}` }, fair ? "fair" : "wrong");

/** What a lane runs: the titles of shuffle and die, and whether they are fair. */
export function titleOf(context, plan) {
    const entry = shuffleOf(context, plan.shuffle);
    const die = wrongDie(context, plan);
    const part = (one, name) => one && h("span", {}, name, " ", tag(one.fair));
    return [part(entry, entry && capital(entry.title)),
            part(die, die && `Die: ${die.title}`)].filter((node) => node);
}

/** What is known of them. */
export function storyOf(context, plan) {
    return [shuffleOf(context, plan.shuffle), wrongDie(context, plan)]
        .filter((entry) => entry)
        .map((entry) => h("p", {}, h("b", {}, `${capital(entry.title)}. `), entry.story,
                          entry.origin && ` Source: ${entry.origin}.`));
}
