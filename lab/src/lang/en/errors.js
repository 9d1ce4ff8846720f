// SPDX-License-Identifier: MIT
//
// errors.js - errors, in English. `codes` has a sentence for each code. Its argument is
// the details of the error; `text` is what a program wrote, and can be an element.
import { count, plural } from "./numbers.js";

/** What a value of a report should be. */
const shapes = {
    text: "text",
    flag: "true or false",
    number: "a number",
    natural: "a whole number, 0 or more",
    nonNegative: "a number, 0 or more",
    probability: "a probability",
    cards: (least, most) => `a number of cards from ${least} to ${most}`,
    examined: (most) => `a number of cards, at most ${most}`,
    digits: "text made of digits",
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
    incomplete: "Part of the page could not be shown. ",
    unexpected: (text) => [text, " Reload the page."],
    codes: {
        // The core: codes of lab/core/lab.h, of core.js, and of client.js.
        "no-memory": "There is not enough memory.",
        "n-too-small": ({ least }) => `There must be at least ${plural(least, "card")}.`,
        "n-too-large": ({ most }) => `There can be at most ${plural(most, "card")}.`,
        "bad-seed": ({ most }) => `The seed must have 1 to ${count(most)} bytes.`,
        "bad-trials": ({ most }) =>
            `The number of shuffles must be a whole number from 1 to ${count(most)}.`,
        "bad-how": "Only code and files can be tested this way.",
        "unknown-shuffle": ({ name }) => `There is no shuffle called “${name}”.`,
        "unknown-die": ({ name }) => `There are no random numbers called “${name}”.`,
        "unknown-function": ({ name }) => `The library has no function “${name}”.`,
        "takes-no-number": ({ name }) => `“${name}”: no number may follow this name.`,
        "not-a-number": ({ name }) => `“${name}”: a number must follow the colon.`,
        "number-out-of-range": ({ name, least, most }) =>
            `“${name}”: the number must be from ${count(least)} to ${count(most)}.`,
        "die-without-probabilities": "These random numbers come from a seed, so there " +
            "are no exact probabilities to compute.",
        "unlimited-choices": "The shuffle can keep rolling without end, and no formula " +
            "for it is known.",
        "too-many-choices": ({ n, hint }) => `With ${plural(n, "card")}, there are too ` +
            "many sequences of rolls to try, and no formula is known." +
            (hint === "smaller-n" ? " Try fewer cards." : ""),
        "exact-failed": ({ error }) => `The computation failed: ${error}.`,
        "too-many-sequences": ({ most, n }) => `With ${plural(n, "card")}, the tree ` +
            `has more than ${plural(most, "leaf", "leaves")}.`,
        "trial-too-large": ({ most }) => "Each shuffle starts from the order that the " +
            `previous one left, so only the first ${count(most)} shuffles can be shown.`,
        "shown-is-not-audited": "This shuffle cannot be shown step by step. That is a " +
            "bug in this page.",
        "no-such-step": ({ steps }) => `This shuffle has only ${plural(steps, "step")}.`,
        "too-many-sides": ({ sides, most }) =>
            `This die has ${count(sides)} sides. At most ${count(most)} can be shown.`,
        "bad-choices": ({ steps }) => "Chosen rolls must be in order, each with a number " +
            `from 0 up to, but not including, 1. Only the first ${count(steps)} rolls can be ` +
            "chosen.",
        "page-must-add": "The page has to add the orders of this test itself.",
        "page-cannot-add": "The page cannot add orders to this test.",
        "not-a-permutation": "The result does not contain each card exactly once.",
        "card-out-of-range": ({ shuffle, card, least, most }) =>
            `Shuffle ${count(shuffle)}: ` +
            `card ${count(card)} does not exist. The cards are ${least} to ` +
            `${count(most)}.`,
        "card-twice": ({ shuffle, card, missing }) => `Shuffle ${count(shuffle)}: card ` +
            `${count(card)} appears twice, and card ${count(missing)} is missing.`,
        "not-whole": ({ name }) => `“${name}” must be a whole number, 0 or more.`,
        "not-text": ({ name }) => `“${name}” must be text.`,
        closed: "The test has already ended.",
        "incomplete-orders": ({ bytes }) => `Each order must have ` +
            `${plural(bytes, "byte")}.`,
        "bad-key": ({ bytes }) => `A key must have ${plural(bytes, "byte")}.`,
        "worker-stopped": "The computation ended unexpectedly. Reload the page.",

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
            `Card ${card} appears twice, at positions ${first} and ${second}.`,
        "code-endless": ({ from, to, seconds }) => (from === to
            ? `Shuffle ${count(from)} took more than ${seconds} seconds`
            : `One of the shuffles ${count(from)} to ${count(to)} took more than ` +
              `${seconds} seconds`) + ", so the code was stopped. Is there an endless " +
              "loop?",
        "code-endless-start": ({ seconds }) => "The code outside the function took " +
            `more than ${seconds} seconds, so it was stopped. Is there an endless loop?`,

        // Files of orders.
        "file-empty": "The file contains no orders.",
        "file-word": ({ text }) =>
            ["“", text, "” is not a number. Each line must be one order, such as 3 1 2."],
        "file-single": "One number is not an order. Each line needs at least 2 numbers.",
        "file-cards": ({ count: found, most }) =>
            `This order has ${count(found)} cards. The page can test at most ${most}.`,
        "file-count": ({ count: found, wanted: cards }) =>
            `This line has ${plural(found, "number")}, but the first line has ` +
            `${count(cards)}.`,
        "file-range": ({ number, first, last }) =>
            `${count(number)} is out of range. The cards are ${first} to ${last}.`,
        "file-twice": ({ number }) => `${count(number)} appears twice.`,

        // Proofs.
        "exact-stopped": "The computation was stopped.",

        // Reports.
        "report-list": "This is the list of shuffles, not a report.",
        "report-schema": "This is not a report from fairaudit: it has a different " +
            "“schema”.",
        "report-newer": ({ version, known }) => `This report has version ${version}, ` +
            `but this page only knows version ${known}. A newer version of the page ` +
            "can show it.",
        "report-version": ({ known }) => `“version” should be ${known}.`,
        "report-shape": ({ where, shape, values }) =>
            `“${where}” should be ${wanted(shape, values)}.`,
        "report-no-evidence": "“evidence” is missing, although “decided” is present.",
        "report-decided": "“decided” must not be more than “trials”.",
        "report-damaged": "The report in this file is damaged.",
        "report-empty": "The file is empty.",
        "report-not-json": ({ text }) => ["This is not JSON: ", text],
        "report-too-large": "The file is too large for a report.",
    },
};
