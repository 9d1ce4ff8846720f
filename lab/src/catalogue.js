// SPDX-License-Identifier: MIT
//
// catalogue.js - names of shuffles and dice, and what the catalogue says of them.
//
// A name is as on the command line of fairaudit: "down", "riffle:7". Functions of
// libfairshuf are "library/NAME". The fair die may be left out, or be called "fair".
import { h } from "./dom.js";
import { capital } from "./words.js";

/** Decks that the page takes. */
export const LEAST_CARDS = 2;
export const MOST_CARDS = 60;

const LIBRARY = "library/";

/** "riffle:7" → ["riffle", "7"]; "down" → ["down", ""]. */
export function splitName(text) {
    const [name, parameter = ""] = text.split(":");
    return [name, parameter];
}

/** The name of a function of libfairshuf among those of shuffles. */
export const libraryName = (name) => LIBRARY + name;

/** Whether a name means a function of libfairshuf, which has its own die. */
export const isLibrary = (name) => name.startsWith(LIBRARY);

/** The entry of a list of the catalogue that a name means; undefined if there is none. */
export const entryOf = (list, text) =>
    list.find(({ name }) => name === splitName(text)[0]);

/** The name of the fair die. */
export const fairDieOf = ({ catalogue }) => catalogue.dice.find(({ fair }) => fair).name;

/** The name of the die that an address names: the fair one, if it names none. */
export const dieOf = (context, name) =>
    (!name || name === "fair" ? fairDieOf(context) : name);

/** The entry of a shuffle or, in the same form, of a function of the library. */
export function shuffleEntry({ catalogue, library }, name) {
    if (!isLibrary(name)) return entryOf(catalogue.shuffles, name);
    const found = library.find((one) => libraryName(one.name) === name);
    return found && { ...found, fair: true, origin: "libfairshuf",
                      story: "The library, with its own generator and its own dice." };
}

/** The entry of the die, if it is thrown and is a wrong one. */
export function wrongDie(context, { shuffle, die }) {
    const entry = isLibrary(shuffle) ? undefined
        : entryOf(context.catalogue.dice, dieOf(context, die));
    return entry?.fair ? undefined : entry;
}

/** The plan of an audit. A fair die goes without saying, in the name of what the report
 * is on. */
export function planOf(context, { shuffle, die, n, seed, trials }) {
    if (isLibrary(shuffle))
        return { library: shuffle.slice(LIBRARY.length), n, seed, trials };
    const fair = dieOf(context, die) === fairDieOf(context);
    return { shuffle, die: fair ? undefined : die, n, seed, trials };
}

/** The address of the report on such a plan. One that was stopped is made again with as
 * many shuffles as there were. */
export const reportState = ({ shuffle, die, n, seed, trials }, report) =>
    ({ shuffle, die: isLibrary(shuffle) ? "" : die, n,
       trials: report.interrupted ? report.trials : trials, seed });

// ---- in words ----------------------------------------------------------------------

/** The title of an entry: with a capital, unless it begins with code, "rand() % n". */
export const titleOf = ({ title }) =>
    (/^[a-z-]+[ ,]/.test(title) ? capital(title) : title);

/** Its title, and whether it is fair. */
export function titleNodes(entry) {
    const kind = entry.fair ? "fair" : "wrong";
    return [titleOf(entry), " ", h("span", { class: `tag ${kind}` }, kind)];
}

/** Its story, and where it comes from. */
export const storyOf = ({ story, origin }) =>
    (origin ? `${story} Source: ${origin}.` : story);
