// SPDX-License-Identifier: MIT
//
// charts.js - what charts say, in English.
import { count, plural } from "./numbers.js";

const nounOf = (kind) => (kind === "samples" ? "sample" : "shuffle");
const asFar = (trials) => (trials === 1 ? "as far as one shuffle can tell"
                                        : `as far as ${count(trials)} shuffles can tell`);
const range = (noun, [first, last]) =>
    (first === last ? `${noun} ${first}` : `${noun}s ${first}–${last}`);
const card = (cards) => range("card", cards).replace("c", "C");
const beyond = (off, all) =>
    `In all, ${count(off)} of ${count(all)} cells differ by more than chance explains.`;

export const charts = {
    /** Sentences as one text. */
    join: (sentences) => sentences.join(" "),
    /** The title of a picture, which has no full stop, and what it shows. */
    titled: (title, text) => `${title}. ${text}`,
    empty: "Nothing has been shuffled yet.",
    /** How far to trust a sentence that finds nothing: after a comma. */
    asFar,
    /** Below a map, until a cell is chosen. */
    hint: "To read a cell, point at it, tap it, or use the arrow keys.",
    save: (file) => `Save this picture as ${file}`,
    multiple: (times) => `× ${times}`,

    /** The heat map. Cards and positions are [first, last]: they may share a cell. */
    heat: {
        title: "Where each card ends up",
        rows: "card",
        columns: "position",
        /** deviation: -0.3 is 30% too rare, 0 if chance explains it; by: its size, as text;
         * times: null if shares are exact. */
        cell: ({ cards, positions, times, share, fair, deviation, by }) =>
            `${card(cards)}, ${range("position", positions)}: ` +
            (times === null ? share : `${plural(times, "time")} (${share})`) +
            (deviation === -1 ? `. Fair: ${fair}; it never ` +
                `${times === null ? "happens" : "happened"}.`
                : deviation !== 0 ? `, ${by} ${deviation > 0 ? "more" : "less"} than ` +
                    `the fair share of ${fair}.`
                : `. Fair: ${fair}` +
                    (times === null ? "." : "; chance could explain the difference.")),
        cellEmpty: (cards, positions) =>
            `${card(cards)}, ${range("position", positions)}: nothing yet.`,
        off: ({ cards, positions, is, should }) =>
            `${card(cards)} is at ${range("position", positions)} in ${is} of shuffles ` +
            `instead of ${should}.`,
        never: ({ cards, positions, fair }) =>
            `${card(cards)} is never at ${range("position", positions)}, where it should ` +
            `be in ${fair} of shuffles.`,
        offTogether: ({ cards, positions, by, more }) =>
            `${card(cards)} are at ${range("position", positions)} ${by} ` +
            `${more ? "more" : "less"} often than they should be.`,
        pooled: (n, size) =>
            `With ${count(n)} cards, each cell stands for a block of ${size} × ${size}.`,
        fine: (trials) =>
            `Every card is at every position as often as it should be, ${asFar(trials)}.`,
        together: (trials) =>
            "No single cell stands out, but all cells together are farther from fair than " +
            `chance explains after ${plural(trials, "shuffle")}.`,
        others: (off, all) => (off === 1 ? "No other cell differs by more than chance explains."
                                         : beyond(off, all)),
        exactFine: "Every card is at every position equally often.",
        exactOthers: (off, all) => (off === all ? "No cell has its fair share."
            : `${all > 400 ? "At least " : ""}${count(off)} of ${count(all)} cells ` +
              `${off === 1 ? "does not have its" : "do not have their"} fair share.`),
    },

    /** What the colours mean. */
    legend: {
        fair: "fair",
        never: "never",
        orMore: (end) => `${end} or more`,
        orLess: (end) => `${end} or less`,
        chance: (within) => `blank: within ±${within}, could be chance`,
        chanceShort: (within) => `blank: within ±${within}`,
        deviations: (value) => `${value} sd`,
        /** Beyond 1,000 or, if sign is "−", beyond −1,000. */
        manyDeviations: (sign) => `${sign === "−" ? "under" : "over"} ${sign}1,000 sd`,
        expected: "as expected",
    },

    /** Two cards: which comes first, which follows which. */
    pairs: {
        precedence: {
            rows: "card",
            columns: "comes before card",
            cell: ({ a, b, share, fair, off }) =>
                `Card ${a} comes before card ${b} in ${share} of shuffles. ` +
                `Fair: ${fair} (${off}).`,
            worst: ({ a, b, share, fair }) =>
                `Card ${a} comes before card ${b} in ${share} of shuffles instead of ${fair}.`,
            fine: (trials) => "Of any two cards, each comes first equally often, " +
                `${asFar(trials)}.`,
        },
        successor: {
            rows: "card",
            columns: "comes right before card",
            cell: ({ a, b, share, fair, off }) =>
                `Card ${a} comes right before card ${b} in ${share} of shuffles. ` +
                `Fair: ${fair} (${off}).`,
            worst: ({ a, b, share, fair }) =>
                `Card ${a} comes right before card ${b} in ${share} of shuffles instead ` +
                `of ${fair}.`,
            fine: (trials) => "Every card follows every other as often as it should, " +
                `${asFar(trials)}.`,
        },
        beyond,
    },

    /** Orders written as digits. */
    digits: {
        rows: "digit",
        columns: "value",
        cell: ({ digit, value, share, fair, off }) =>
            `Digit ${digit} is ${value} in ${share} of shuffles. Fair: ${fair} (${off}).`,
        worst: ({ digit, value, share, fair }) =>
            `Digit ${digit} is ${value} in ${share} of shuffles instead of ${fair}.`,
        fine: (trials) => `Every digit takes each of its values equally often, ${asFar(trials)}.`,
        beyond: (off) => `In all, ${plural(off, "cell")} ${off === 1 ? "differs" : "differ"} ` +
            "by more than chance explains.",
    },

    /** All orders of a few cards, as bars. */
    bars: {
        slider: "Order",
        none: "none",
        choose: "Choose an order with the slider, or tap its bar.",
        fairLine: (share) => `- - fair: ${share}`,
        fair: "fair",
        likeliest: "most likely",
        rarest: "least likely",
        never: "did not come up",
        impossible: "impossible",
        /** one order: text of its share; against: of `more`, `less`, `times`, `even`. */
        order: ({ order, share, against }) => `Order ${order}: ${share}, ${against}.`,
        orderNever: (order) => `Order ${order} did not come up.`,
        orderImpossible: (order) => `Order ${order} is impossible.`,
        even: "its fair share",
        times: (value) => `${value} times its fair share`,
        more: (by) => `${by} more than its fair share`,
        less: (by) => `${by} less than its fair share`,
        fineCounted: (orders, share) =>
            `None of the ${orders} orders differs from its fair share, ${share}, by more ` +
            "than chance explains.",
        fineExact: (orders, share) => `All ${orders} orders are equally likely: ${share} each.`,
        /** often, rarely, never: how many orders; counted: whether they are counts. */
        summary: ({ orders, often, rarely, never, counted, impossible }) => {
            const come = (number) =>
                (counted ? "came up" : number === 1 ? "comes up" : "come up");
            const groups = [
                often > 0 && `${count(often)} ${come(often)} too often`,
                rarely > 0 &&
                    `${count(rarely)} ${often > 0 ? "" : `${come(rarely)} `}too rarely`,
                never > 0 && `${count(never)} ${impossible
                    ? never === 1 ? "is impossible" : "are impossible" : "never came up"} (✕)`,
            ].filter(Boolean);
            const list = groups.length < 2 ? groups.join("")
                : `${groups.slice(0, -1).join(", ")} and ${groups.at(-1)}`;
            return `Of ${orders} orders, ${list}.` +
                (counted ? " Chance does not explain this." : "");
        },
        small: "The differences are too small to see at this height.",
    },

    /** How evidence grew. */
    curve: {
        title: "How the evidence grew",
        none: "There is no evidence yet, for or against.",
        y: "odds against fair",
        x: (kind) => `${nounOf(kind)}s`,
        limit: (odds) => `unfair from here: ${odds}`,
        million: (value) => `${value} million`,
        decided: ({ limit, decided, odds, trials, kind }) =>
            `The odds against fair passed ${limit} after ` +
            `${plural(decided, nounOf(kind))}. After ${count(trials)} they were ${odds}.`,
        open: ({ limit, highest, odds, trials, kind }) =>
            `After ${plural(trials, nounOf(kind))}, the odds against fair are ${odds}. They ` +
            `were never above ${highest}; it takes ${limit} to call it unfair.`,
        axisMillions: (value) => `${value} M`,
    },

    /** One number of each order, such as its cycles. */
    scalar: {
        empty: "Nothing has been counted yet.",
        came: "■ seen",
        fair: "● fair",
        range: (from, to) => `${from} to ${to}`,
        tip: ({ name, share, fair }) => `${name}: ${share}\nfair: ${fair}`,
        mean: (seen, fair) => `The mean is ${seen} instead of ${fair}.`,
        noValue: "No single value differs by more than chance explains.",
        fine: (trials) => `Each value comes up as often as it should, ${asFar(trials)}.`,
        worst: ({ name, share, fair }) =>
            `The value ${name} comes up in ${share} of shuffles instead of ${fair}.`,
        worstNamed: ({ name, share, fair }) =>
            `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${share} of shuffles ` +
            `instead of ${fair}.`,
    },

    /** The tests of a report. */
    tests: {
        below: (limit) => `below ${limit}`,
        axis: "probability, if fair",
        limit: (level) => `unfair beyond ${level}`,
        dot: ({ title, p, corrected }) => `${title}: p = ${p}, corrected ${corrected}`,
        none: "There were too few shuffles for any test.",
        fine: (title, p) => "No result is beyond the line. The least likely one is " +
            `“${title}”, with a corrected p of ${p}.`,
        beyond: ({ beyond: far, all, level }) =>
            `${count(far)} of ${plural(all, "test")} ${far === 1 ? "is" : "are"} beyond the ` +
            `line at ${level}.`,
        incomplete: "These tests do not count, because the run ended before all planned " +
            "shuffles were made. The verdict rests on the evidence curve.",
        left: (number) => `${plural(number, "other test")} would need more shuffles.`,
        /** Names of tests, of those parts of a view that have their own test. */
        titles: {
            "successor-symmetric": "Cards side by side",
            "successor-antisymmetric": "Which of two neighbours is first",
            "precedence-linear": "Cards early or late",
            "precedence-rest": "Which of two cards is first",
            "sample-place": "Which item is at which position",
            "sample-item": "Which items are in the sample",
            "sample-pairs": "Which two items appear together",
            "sample-range": "How many items come from each range",
            "sample-unseen": "Items that never came up",
            "sample-serial": "Items of the previous sample",
            "sample-step": "Step from the previous first item",
            "sample-repeats": "Samples seen before",
        },
        mean: (title) => `${title}: mean`,
    },
};
