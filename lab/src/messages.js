// SPDX-License-Identifier: MIT
//
// messages.js - the message of a code and its details, as documents of fairaudit have them.

const LACKING = /undefined|NaN/; // a text that was made of a value that is missing

/**
 * The message of some details. A document can come from anywhere: its code may be unknown,
 * or the name of something that every object has, and its details may lack something.
 * @param {object} messages texts, and functions of details, by code
 * @param {?{code: string}} details
 * @param {(details: object) => object} [write] what a function gets instead
 * @returns {string|undefined} undefined if there is none
 */
export function messageOf(messages, details, write = (same) => same) {
    if (!details || !Object.hasOwn(messages, details.code)) return undefined;
    const message = messages[details.code];
    if (typeof message !== "function") return message;
    try {
        const text = message(write(details));
        const lacks = LACKING.test(text) && !LACKING.test(JSON.stringify(details));
        return lacks ? undefined : text;
    } catch {
        return undefined;
    }
}
