// SPDX-License-Identifier: MIT
//
// shapes.js - what the values of a document look like. Each shape is a function that
// returns the value as the page needs it, or throws a PageError. `where` is the name of
// the value, for the message.
import { PageError } from "../../errors.js";

const MOST_CARDS = 256; // of an audit, and of a proof
const LEAST_CARDS = 2; // of a proof
const MOST_COUNTS = 100000; // in one list: more than any report has

/** A value has another shape than say.errors.shapes[shape], a text or a function of
 * `values`. */
export function wrong(where, shape, ...values) {
    throw new PageError("report-shape", { where, shape, values });
}

/** A text. */
export const text = (value, where) =>
    (typeof value === "string" ? value : wrong(where, "text"));

/** True or false. */
export const flag = (value, where) =>
    (typeof value === "boolean" ? value : wrong(where, "flag"));

/** A number. Whole numbers beyond 2^53 are written as strings of digits. */
export function number(value, where) {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "string" && /^[0-9]{1,300}$/.test(value)) return Number(value);
    return wrong(where, "number");
}

/** A whole number, not below 0. */
export function natural(value, where) {
    const found = number(value, where);
    return Number.isInteger(found) && found >= 0 ? found
        : wrong(where, "natural");
}

/** A number from 0 to 1, except for rounding. */
export function probability(value, where) {
    const found = number(value, where);
    return found >= 0 && found <= 1 + 1e-9 ? found : wrong(where, "probability");
}

/** A number that is 0 or more; it may be too large to be whole. */
export function nonNegative(value, where) {
    const found = number(value, where);
    return found >= 0 ? found : wrong(where, "nonNegative");
}

/** The number of cards of an examined order; 0 if there was none. */
export function examined(value, where) {
    const found = natural(value, where);
    return found <= MOST_CARDS ? found : wrong(where, "examined", MOST_CARDS);
}

/** The number of cards of a proof. */
export function cards(value, where) {
    const found = natural(value, where);
    return found >= LEAST_CARDS && found <= MOST_CARDS ? found
        : wrong(where, "cards", LEAST_CARDS, MOST_CARDS);
}

/** A number as a text of its digits, of any length. */
export const digits = (value, where) =>
    (typeof value === "string" && /^[0-9]+$/.test(value) ? value
        : wrong(where, "digits"));

/** One of some texts. */
export const oneOf = (...choices) => (value, where) =>
    (choices.includes(value) ? value : wrong(where, "choice", choices));

/** A value that may be null or missing; then it is `missing`. */
export const perhaps = (shape, missing = null) => (value, where) =>
    (value === null || value === undefined ? missing : shape(value, where));

/** A list of values of one shape; with `length`, of that many. */
export const list = (shape, length) => (value, where) => {
    if (!Array.isArray(value)) wrong(where, "list");
    if (value.length > MOST_COUNTS) wrong(where, "shorter");
    if (length !== undefined && value.length !== length)
        wrong(where, "length", length, value.length);
    return value.map((one, i) => shape(one, `${where}[${i}]`));
};

/** A list that is not empty. */
export const some = (shape) => (value, where) => {
    const found = list(shape)(value, where);
    return found.length > 0 ? found : wrong(where, "filled");
};

/** Rows of the same length, at most as many as an audit can have cards. */
export const matrix = (shape, columns) => (value, where) => {
    const rows = list(list(shape, columns))(value, where);
    if (rows.length === 0 || rows.length > MOST_CARDS)
        wrong(where, "rows", 1, MOST_CARDS);
    return rows;
};

/** An object. Members that are not named here are left out. */
export const object = (members) => (value, where) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        wrong(where, "object");
    return Object.fromEntries(Object.entries(members).map(([name, shape]) =>
        [name, shape(value[name], where === "" ? name : `${where}.${name}`)]));
};
