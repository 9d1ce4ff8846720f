// SPDX-License-Identifier: MIT
//
// errors.js - errors as sentences in the language of the page.
//
// An error has a code and details: { code, details, message }. The code names a message
// of say.errors, and the details are its argument. Errors of the C core (CoreError in
// core.js) and of workers have the same form. An unknown code is that of a fault, of which
// only the English message is known.
import { h } from "./dom.js";
import { say } from "./lang/lang.js";
import { capital, sentence } from "./words.js";

/** An error of the page itself: something that the user gave cannot be used. */
export class PageError extends Error {
    name = "PageError";

    /**
     * @param {string} code of a message of say.errors
     * @param {object} [details] its argument
     */
    constructor(code, details = {}) {
        super(code);
        this.code = code;
        this.details = details;
    }
}

/**
 * An error as a list of texts and elements.
 * @param {{code?: string, details?: object, message?: string}|string} error
 * @param {(text: string) => (Node|string)} quote shows what a program wrote, which is not
 *   in the language of the page
 */
export function errorNodes(error, quote = (text) => text) {
    const { code, details = {}, message = String(error) } = error ?? {};
    const known = code !== undefined && Object.hasOwn(say.errors.codes, code)
        ? say.errors.codes[code] : undefined;
    if (known === undefined)
        return say.errors.unexpected(quote(sentence(capital(message))));
    if (typeof known !== "function") return [known];
    const { text } = details;
    const given = text === undefined ? details : { ...details, text: quote(text) };
    return [known(given)].flat();
}

/** An error as a sentence. */
export const errorText = (error) => errorNodes(error).join("");

/** A message that stands where something should be that could not be computed. `lead` is
 * what comes before the error. */
export const failureNote = (error, { lead = say.errors.incomplete, test = "failure" } = {}) =>
    h("p", { class: "message error failure", role: "alert", "data-test": test },
      lead, errorNodes(error, (text) => h("code", {}, text)));

/** A function that takes an error, and shows it instead of what is in an element. */
export const failIn = (place) => (error) => place.replaceChildren(failureNote(error));

/** Whether something in an element could not be computed, and should be tried again. */
export const hasFailure = (node) => node.querySelector(".failure") !== null;
