// SPDX-License-Identifier: MIT
//
// subject.js - what a report is about: the name of a shuffle, program, function or file.
import { libraryName, shuffleEntry, titleOfName } from "../../catalogue.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";

/** The subject of code without a name. */
export const UNNAMED = "pasted code";

/** What the subject of a built-in audit names: { shuffle, die } of "down with modulo:15",
 * { library } of "libfairshuf: head"; null of all others. */
export function namesOf({ how, subject }) {
    if (how === "library") return { library: subject.replace(/^libfairshuf: /, "") };
    if (how !== "built-in") return null;
    const [shuffle, die = ""] = subject.split(" with ");
    return { shuffle, die };
}

/** The title of the shuffle that a report is about; undefined if the catalogue has
 * none. */
export function subjectTitle(context, report) {
    const names = namesOf(report);
    if (names === null) return undefined;
    const name = names.library ? libraryName(names.library) : names.shuffle;
    if (!shuffleEntry(context, name)) return undefined;
    return names.die ? say.report.withDie(titleOfName(name), titleOfName(names.die))
                     : titleOfName(name);
}

/** The subject as it is written in commands and code. */
export const subjectNode = ({ how, subject }) =>
    (how === "javascript" && subject === UNNAMED ? say.yours.name
                                                 : h("code", {}, subject));
