// SPDX-License-Identifier: MIT
//
// errors.js - errors, in English. `codes` has a sentence for each code. Its argument is the
// details of the error; `text` is what a program wrote, and can be an element.
import { count, plural } from "./numbers.js";

/** What a value of a report should be. */
const shapes = {
    text: "a text",
    flag: "true or false",
    number: "a number",
    natural: "a whole number, not below 0",
    probability: "a probability",
    cards: "a number of cards, at least 2",
    digits: "a text of digits",
    list: "a list",
    shorter: "a shorter list",
    filled: "a list that is not empty",
    object: "an object",
    choice: (choices) => `one of ${choices.join(", ")}`,
    length: (wanted, found) => `a list of ${count(wanted)} values, not ${count(found)}`,
    rows: (least, most) => (least === most ? `a list of ${plural(least, "row")}`
                                           : `a list of ${least} to ${most} rows`),
    steps: (last) => `a list of rows with 2, 3, … ${last} values`,
};

const wanted = (shape, values) =>
    (typeof shapes[shape] === "function" ? shapes[shape](...values) : shapes[shape]);

export const errors = {
    shapes,
    codes: {
        // Pasted code.
        "code-empty": "There is no code yet. Paste a function that takes an array.",
        "code-too-long": ({ length, most }) =>
            `The code has ${count(length)} characters. The limit is ${count(most)}.`,
        "code-no-function": "There is no function that takes an array. If you paste a " +
            "class, it needs a static method that does.",
        "code-threw": ({ text }) => ["The code failed: ", text],
        "code-threw-unknown": "The code failed, and what it threw cannot be shown.",
        "code-broken": ({ text }) => ["The browser cannot read the code: ", text],
        "code-promise": "The function returned a promise. It must return the shuffled " +
            "array itself.",
        "code-not-array": ({ text }) =>
            ["The function returned a value of type ", text, ", not an array."],
        "code-count": ({ count: found, wanted: cards }) =>
            `The function returned ${plural(found, "card")} instead of ${count(cards)}.`,
        "code-no-card": ({ position, text }) =>
            [`Position ${position} contains `, text, ", which is not one of the cards."],
        "code-twice": ({ card, first, second }) =>
            `Card ${card} is there twice, at positions ${first} and ${second}.`,
        "code-endless": ({ from, to, seconds }) => (from === to
            ? `Shuffle ${count(from)} took more than ${seconds} seconds`
            : `One of the shuffles ${count(from)} to ${count(to)} took more than ` +
              `${seconds} seconds`) + ", so the code was stopped. Is there an endless loop?",
        "code-endless-start": ({ seconds }) => "The code outside the function took more " +
            `than ${seconds} seconds, so it was stopped. Is there an endless loop?`,

        // Files of orders.
        "file-empty": "The file contains no orders.",
        "file-word": ({ text }) =>
            ["“", text, "” is not a number. Each line must be one order, such as 3 1 2."],
        "file-single": "One number is not an order. Each line needs at least 2.",
        "file-cards": ({ count: found, most }) =>
            `This order has ${count(found)} cards. The page can test at most ${most}.`,
        "file-count": ({ count: found, wanted: cards }) =>
            `This line has ${plural(found, "number")}; the first one has ${count(cards)}.`,
        "file-range": ({ number, first, last }) =>
            `${count(number)} is out of range. The cards are ${first} to ${last}.`,
        "file-twice": ({ number }) => `${count(number)} is there twice.`,

        // Proofs.
        "exact-stopped": "The computation was stopped.",

        // Reports.
        "report-list": "This is the list of shuffles, not a report.",
        "report-schema": "This is not a report of fairaudit: its “schema” is another one.",
        "report-newer": ({ version, known }) => `This report has version ${version}, but ` +
            `this page only knows version ${known}. A newer page can show it.`,
        "report-version": ({ known }) => `“version” should be ${known}.`,
        "report-shape": ({ where, shape, values }) =>
            `“${where}” should be ${wanted(shape, values)}.`,
        "report-no-evidence": "“evidence” is missing, although there is “decided”.",
        "report-decided": "“decided” must not be more than “trials”.",
        "report-empty": "The file is empty.",
        "report-not-json": ({ text }) => ["This is not JSON: ", text],
        "report-too-large": "The file is too large for a report.",
    },
};
