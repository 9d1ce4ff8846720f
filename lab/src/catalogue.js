// SPDX-License-Identifier: MIT
//
// catalogue.js - the shuffles and dice of the catalogue: names, titles, plans of audits.
//
// A name is as on the command line of fairaudit: "down", "riffle:7". Functions of
// libfairshuf are "library/NAME". The fair die may be left out, or be called "fair".
import { h } from "./dom.js";
import { say } from "./lang/lang.js";

/** Decks that the page takes. */
export const LEAST_CARDS = 2;
export const MOST_CARDS = 60;

/** The largest deck that is shown step by step: one of playing cards. */
export const MOST_STEPS_CARDS = 52;

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

/** The number of a name within the bounds of its entry; "" if there is none. */
function nearestNumber({ parameter }, number) {
    if (parameter === null || !/^[0-9]{1,15}$/.test(number)) return "";
    const kept = Math.min(Number(parameter.most), Math.max(parameter.least, number));
    return `:${kept}`;
}

/** The die that is nearest to what an address asks for: one that the core has, with a
 * number that it can have. */
export function nearestDie(context, name) {
    const entry = name && entryOf(context.catalogue.dice, name);
    return entry ? entry.name + nearestNumber(entry, splitName(name)[1])
                 : fairDieOf(context);
}

/** The entry of a shuffle or, in the same form, of a function of the library. */
export function shuffleEntry({ catalogue, library }, name) {
    if (!isLibrary(name)) return entryOf(catalogue.shuffles, name);
    const found = library.find((one) => libraryName(one.name) === name);
    return found && { ...found, name, fair: true };
}

/** The entry of the die, if it is thrown and is a wrong one. */
export function wrongDie(context, { shuffle, die }) {
    const entry = isLibrary(shuffle) ? undefined
        : entryOf(context.catalogue.dice, dieOf(context, die));
    return entry?.fair ? undefined : entry;
}

/** The plan of an audit. The fair die is left out, and so is not in the name of the
 * subject. */
export function planOf(context, { shuffle, die, n, seed, trials }) {
    if (isLibrary(shuffle))
        return { library: shuffle.slice(LIBRARY.length), n, seed, trials };
    const fair = dieOf(context, die) === fairDieOf(context);
    return { shuffle, die: fair ? undefined : die, n, seed, trials };
}

/** The address of the report on such a plan. An audit that was stopped is repeated with
 * as many shuffles as it had made. */
export const reportState = ({ shuffle, die, n, seed, trials }, report) =>
    ({ shuffle, die: isLibrary(shuffle) ? "" : die, n,
       trials: report.interrupted ? report.trials : trials, seed });

// ---- in words ----------------------------------------------------------------------

/** The texts of an entry, in the current language; those of the core, if there are none:
 * the report may be of another version. */
function textsOf(entry) {
    const { shuffles, dice, library, libraryStory, libraryOrigin } = say.catalogue;
    if (isLibrary(entry.name)) {
        return { title: library[entry.name.slice(LIBRARY.length)] ?? entry.title,
                 story: libraryStory, origin: libraryOrigin };
    }
    return shuffles[entry.name] ?? dice[entry.name] ?? entry;
}

/** The title of an entry: "Riffle shuffles". */
export const titleOf = (entry) => textsOf(entry).title;

/** Its title, and whether it is fair. */
export function titleNodes(entry) {
    const kind = entry.fair ? "fair" : "wrong";
    return [titleOf(entry), " ",
            h("span", { class: `tag ${kind}` }, say.catalogue[kind])];
}

/** Its story, and where it comes from. */
export function storyOf(entry) {
    const { story, origin } = textsOf(entry);
    return origin ? say.charts.join([story, say.catalogue.source(origin)]) : story;
}

/** What the number of an entry means: "bits per key". */
export const parameterOf = (entry) => textsOf(entry).parameter ?? entry.parameter.meaning;

/** The title of a name with its number, "riffle:7": "Riffle shuffles (7)". */
export function titleOfName(text) {
    const [name, parameter] = splitName(text);
    const title = titleOf({ name, title: name });
    return parameter === "" ? title : say.catalogue.numbered(title, parameter);
}

/** The title of a shuffle and of the random numbers it uses, which are not named if they
 * are perfect: of a plan {shuffle, die}, or of a suspect of a report. */
export function titleOfBoth(context, { shuffle, parameter, die, die_parameter: number }) {
    const named = (name, value) =>
        titleOfName(value === null || value === undefined ? name : `${name}:${value}`);
    const title = named(shuffle, parameter);
    const perfect = isLibrary(shuffle) || dieOf(context, die) === fairDieOf(context);
    return perfect ? title : say.catalogue.both(title, named(die, number));
}
