// SPDX-License-Identifier: MIT
//
// lang.js - the language of the page. Every text that a person reads comes from here.
//
// `say` is the set of messages of the current language, by part: say.race.title. A message
// is a text, a list of texts, or a function of its arguments. A message with elements in it,
// such as links, takes them as arguments and returns a list of texts and elements.
//
// Read `say` when a text is shown, not when a module is loaded: the language can change.
// All languages have the same messages; lab/test/language.mjs compares them.
import { en } from "./en/index.js";
import { zh } from "./zh/index.js";

const languages = { en, zh };

/** The messages of the current language. */
export let say = en;

/** [["en", "English"], ...]: codes and names of all languages. */
export const languageNames = Object.entries(languages).map(([code, { name }]) =>
    [code, name]);

/** Changes the language. */
export function setLanguage(code) {
    say = languages[code];
    document.documentElement.lang = say.tag;
}

/** The first language that the user wants and the page has; `usual`, if there is none. */
export function preferredLanguage(wanted, usual = "en") {
    return wanted.map((tag) => tag.toLowerCase().split("-")[0])
        .find((code) => Object.hasOwn(languages, code)) ?? usual;
}
