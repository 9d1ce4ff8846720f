// SPDX-License-Identifier: MIT
//
// shapes.js - what values of a document look like: each shape is a function that returns
// the value as the page wants it, or throws an error that says what is wrong. `where` is
// its name, for that message.

const MOST_CARDS = 256; // of an audit
const MOST_COUNTS = 100000; // in one list: more than any report has

function wrong(where, what) {
    throw new Error(`"${where}" should be ${what}`);
}

/** A text. */
export const text = (value, where) =>
    (typeof value === "string" ? value : wrong(where, "a text"));

/** True or false. */
export const flag = (value, where) =>
    (typeof value === "boolean" ? value : wrong(where, "true or false"));

/** A number. Whole ones beyond 2^53 are written as strings of digits. */
export function number(value, where) {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "string" && /^[0-9]{1,300}$/.test(value)) return Number(value);
    return wrong(where, "a number");
}

/** A whole number, from 0 on. */
export function natural(value, where) {
    const found = number(value, where);
    return Number.isInteger(found) && found >= 0 ? found
        : wrong(where, "a whole number, not below 0");
}

/** A number from 0 to 1, but for rounding. */
export function probability(value, where) {
    const found = number(value, where);
    return found >= 0 && found <= 1 + 1e-9 ? found : wrong(where, "a probability");
}

/** How many cards. */
export function cards(value, where) {
    const found = natural(value, where);
    return found >= 2 ? found : wrong(where, "a number of cards, at least 2");
}

/** A number as a text of its digits, however many. */
export const digits = (value, where) =>
    (typeof value === "string" && /^[0-9]+$/.test(value) ? value
        : wrong(where, "a text of digits"));

/** One of some texts. */
export const oneOf = (...choices) => (value, where) =>
    (choices.includes(value) ? value : wrong(where, `one of ${choices.join(", ")}`));

/** What may be null, or be missing: then it is `missing`. */
export const perhaps = (shape, missing = null) => (value, where) =>
    (value === null || value === undefined ? missing : shape(value, where));

/** A list of values of one shape; with `length`, of so many. */
export const list = (shape, length) => (value, where) => {
    if (!Array.isArray(value)) wrong(where, "a list");
    if (value.length > MOST_COUNTS) wrong(where, "shorter");
    if (length !== undefined && value.length !== length)
        wrong(where, `a list of ${length}, not of ${value.length}`);
    return value.map((one, i) => shape(one, `${where}[${i}]`));
};

/** A list that is not empty. */
export const some = (shape) => (value, where) => {
    const found = list(shape)(value, where);
    return found.length > 0 ? found : wrong(where, "a list that is not empty");
};

/** Rows of one length, as many as cards of an audit at most. */
export const matrix = (shape, columns) => (value, where) => {
    const rows = list(list(shape, columns))(value, where);
    if (rows.length === 0 || rows.length > MOST_CARDS)
        wrong(where, `of 1 to ${MOST_CARDS} rows`);
    return rows;
};

/** An object; members that are not named here are left out. */
export const object = (members) => (value, where) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        wrong(where, "an object");
    return Object.fromEntries(Object.entries(members).map(([name, shape]) =>
        [name, shape(value[name], where === "" ? name : `${where}.${name}`)]));
};
