// SPDX-License-Identifier: MIT
//
// report.js - the part "Report", in English.
import { count, decimal, percent, percentAtLeast, plural } from "./numbers.js";
import { yours } from "./yours.js";

const nounOf = (samples) => (samples ? "sample" : "shuffle");
const trialsOf = (trials, samples) => plural(trials, nounOf(samples));

// ---- findings ------------------------------------------------------------------------

/** "Line 7", "Line 7 (“seven”)", "A line “seven”"; `line` or `text` can be null. */
const lineName = (line, text) => (line === null ? `A line “${text}”`
    : text === null ? `Line ${count(line)}` : `Line ${count(line)} (“${text}”)`);
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** ". 4 lines came back instead of 5.", if the number of lines is wrong. */
const wrongNumber = ({ lines, wanted }) => (lines === wanted ? "."
    : `. ${plural(lines, "line")} came back instead of ${count(wanted)}.`);
const alike = (more) => (more > 0 ? `, and ${count(more)} more like this` : "");
const missing = (number) =>
    (number === null ? "." : `, and ${count(number)} is missing.`);
/** "3 times", "3 times instead of 2". */
const times = ({ times: came, copies }) =>
    plural(came, "time") + (copies > 1 ? ` instead of ${copies}` : "");

const changes = {
    "carriage-return": "a carriage return was added",
    "byte-order-mark": "a byte order mark was added",
    blanks: "blanks were added",
    "quotation-marks": "quotation marks were added",
    zeros: "zeros were added",
    "nul-bytes": "NUL bytes were added",
    capitals: "lower-case letters became capitals",
    "end-cut": "its end was cut off",
    "beginning-cut": "its beginning was cut off",
    "end-added": "something was added at its end",
    "beginning-added": "something was added at its beginning",
};

/** What is wrong with the question itself. */
const plans = {
    "nothing-to-audit": "There is nothing to test.",
    "empty-command": "The command is empty.",
    "no-size": "The number of lines is missing.",
    "too-many-lines": ({ most }) => `There are too many lines. The limit is ` +
        `${count(most)}.`,
    "too-few-cards": "There must be at least 2 cards, or 3 with --cycle.",
    "sample-of-more": "A sample cannot have more lines than there are.",
    "sample-too-large": "The sample is too large.",
    "unordered-sample-of-all": "An unordered sample of all lines is always the same.",
    "not-a-sample": "Only samples can be unordered or drawn with replacement.",
    "cycle-and-sample": "Cycles cannot be combined with samples or copies.",
    "no-lines": "Copies and words need a program that reads lines.",
    "not-a-multiple": "The number of lines must be larger than the number of copies, " +
        "and a multiple of it.",
    "no-numbers": "It contains no numbers.",
};
const planText = (details) => (typeof plans[details.why] === "function"
    ? plans[details.why](details) : plans[details.why]);

const findings = {
    ...plans,
    "no-memory": "There is not enough memory.",
    "first-permutation": (details) => `The first order is wrong. ${planText(details)}`,
    "cannot-run": ({ name, error }) => `Cannot run ${name ?? "it"}: ${error}.`,
    "cannot-read": ({ name, error }) => `Cannot read ${name ?? "the standard input"}: ` +
        `${error}.`,
    "cannot-read-out": ({ error }) => `Cannot read the file {out}: ${error}.`,
    "cannot-write": ({ name, error }) => `Cannot write ${name}: ${error}.`,
    "cannot-create-folder": ({ error }) =>
        `Cannot create a folder for temporary files: ${error}. Set TMPDIR to another ` +
        "folder.",
    "printed-none": ({ name }) => `${name ?? "The program"} printed no orders.`,
    "has-none": ({ name }) => `${name ?? "The standard input"} contains no orders.`,
    status: ({ status }) => `The program ended with status ${status}.`,
    signal: ({ signal, name }) => `The program was killed by signal ${signal} (${name}).`,
    "closed-output": ({ seconds }) =>
        `The program closed its output but did not end within ${seconds} s.`,
    "open-output": ({ seconds }) => "The program ended, but a process that it started " +
        `kept its output open for more than ${seconds} s.`,
    "no-answer": ({ seconds }) => `The program did not answer within ${seconds} s.`,
    "no-out-file": "The program did not write the file {out}.",
    "output-too-long": ({ most }) =>
        `The output does not end: more than ${count(most)} bytes came back.`,
    "line-too-long": ({ line, most }) =>
        `Line ${count(line)} is too long: it has more than ${count(most)} bytes.`,
    "no-newline": "The last line that came back does not end with a newline.",
    nothing: ({ wanted }) => `Nothing came back; there should have been ` +
        `${plural(wanted, "line")}.`,
    lines: ({ lines, wanted }) =>
        `${plural(lines, "line")} came back instead of ${count(wanted)}.`,
    lost: (all) => `${lineName(all.line, all.text)} did not come back; ` +
        `${plural(all.lost, "line")} lost in total${wrongNumber(all)}`,
    altered: (all) => `${lineName(all.line, all.text)} came back as “${all.came}”: ` +
        `${changes[all.change]}${alike(all.more)}${wrongNumber(all)}`,
    added: (all) => `“${all.came}” came back but was never given${alike(all.more)}` +
        wrongNumber(all) + (all.hint === "counts-from-0" ? " Does the program count " +
            "from 0?"
            : all.hint === "counts-from-1" ? " Does the program count from 1?" : ""),
    "lines-and-added": ({ lines, wanted, came }) => `${plural(lines, "line")} came ` +
        `back instead of ${count(wanted)}, and “${came}” was never given.`,
    duplicated: (all) => `${lineName(all.line, all.text)} came back ` +
        `${times(all)}; ` +
        `${plural(all.too_many, "line")} too many in total${wrongNumber(all)}`,
    "duplicated-and-lost": (all) => `${lineName(all.line, all.text)} came back ` +
        `${times(all)}, ` +
        `and ${lower(lineName(all.lost_line, all.lost_text))} not at all. In total, ` +
        `${plural(all.too_many, "line")} too many and ${count(all.lost)} lost` +
        wrongNumber(all),
    "not-a-number": ({ line, came }) => `Line ${count(line)}: “${came}” is not a number.`,
    "out-of-range": ({ line, came, least, most, hint }) =>
        `Line ${count(line)}: ${came} is out of range (${least} to ${count(most)}).` +
        (hint === "from-zero" ? " If samples count from 0, add --from-zero." : ""),
    "number-twice": (all) => `Line ${count(all.line)}: ${count(all.number)} appears ` +
        "twice" +
        missing(all.missing),
    "numbers-on-line": (all) => `Line ${count(all.line)}: ` +
        `${plural(all.numbers, "number")} instead of ${count(all.wanted)}` +
        missing(all.missing),
    "card-out-of-range": ({ card, least, most }) =>
        `Card ${count(card)} does not exist. The cards are ${least} to ${count(most)}.`,
    "card-twice": ({ card, missing: lost }) =>
        `Card ${count(card)} appears twice, and card ${count(lost)} is missing.`,
    "not-a-permutation": "The result does not contain each card exactly once.",
    "no-cycle": "The order is not a single cycle.",
    "short-cycle": ({ lines, steps }) => `The order is not a single cycle of all ` +
        `${count(lines)} lines: the cycle of line 1 has only ${count(steps)}.`,
};

// ---- the part ------------------------------------------------------------------------

/** The name in a heading: that of code without a name is no name. */
const the = (name, article) => (name === yours.name ? `${article} ${name}` : name);

export const report = {
    findings,
    changes,
    remarks: {
        cycle: "The order in which the cycle visits the other lines, starting from " +
            "line 1. Card 1 is line 2, and so on.",
        "some-lines": ({ cards, lines, groups, neighbours }) => `The order of ${cards} ` +
            `of the ${count(lines)} lines: ${groups} evenly spread groups of ` +
            `${neighbours} ` +
            "neighbours.",
    },

    /** The verdict as a heading, by verdict; `name` is a title or an element. */
    headline: {
        unfair: (name) => [the(name, "The"), " is unfair"],
        "no-evidence": (name) => ["No bias found in ", the(name, "the")],
        suspect: (name) => [the(name, "The"), " is suspicious"],
        "not-a-shuffle": (name) => [the(name, "The"), " is not a shuffle"],
        "could-not-test": (name) => [the(name, "The"), " could not be tested"],
        "proved-fair": (name) => [name, " is fair: the proof"],
        "proved-unfair": (name) => [name, " is unfair: the proof"],
        "one-shuffle-only": (name) => [name, ": one shuffle only"],
    },
    withDie: (title, die) => `${title} (random numbers: ${die})`,
    proofLead: (n) => `${plural(n, "card")}. This is a proof, not a sample: it counts ` +
        "every possible roll.",
    blank: "Report",
    blankLead: "Every test on this page ends with a report: the verdict, what it " +
        "means, and all pictures.",
    codeOfMistake: "Code with this mistake",
    cannotShow: "The report cannot be shown.",
    json: "↓ JSON",
    pictures: "↓ All pictures (SVG)",
    print: "Print",

    // No report yet.
    make: "Make a report",
    makeText: (compare, yours) => ["Test a shuffle from the catalogue in ", compare,
        ", or your own code in ", yours, ". Or see an example now:"],
    example: "Test “swap with any card” with 10 cards",
    open: "Open a report",
    openText: (option, command) => ["Drop in a file written with ", option,
        ", for example by ", command, "."],
    inFile: (name) => `${name}: `,
    missing: (subject, seed) => ["This is the address of a report on ", subject,
                                 seed ? ` (seed ${seed}). ` : ". "],
    missingCode: (link) => ["To make it again, ", link, " and run it."],
    missingLink: "open the code",
    missingFile: "The address does not contain the report. Open its file, or make it " +
        "again.",

    // While it is made.
    making: (title, n) => [title, `, ${plural(n, "card")}`],
    planned: (trials, seed) => `Up to ${count(trials)} shuffles, seed ${seed}`,
    progress: (trials, planned, seed) =>
        `${plural(trials, "shuffle")} of up to ${count(planned)}, seed ${seed}`,
    done: "Shuffles done",
    computing: "Computing the report …",
    failed: "This report cannot be made. ",

    // Heading.
    cards: (n) => plural(n, "card"),
    lines: (n) => plural(n, "line"),
    sample: (size, items, putBack) => `${count(size)} of ${plural(items, "item")}` +
        (putBack ? ", with replacement" : ""),
    seenIn: (trial, samples) => `This happened in ${nounOf(samples)} ${count(trial)}.`,
    complaint: "The program wrote:",
    seenAs: (n) => `, tested as ${plural(n, "card")}`,
    facts: { how: "Tested", size: "Size", trials: "Amount", seed: "Seed", time: "Time",
             repeats: "Repeats", remark: "Scope", note: "Note", tool: "Made by" },
    how: {
        program: "a program, started again each time",
        batch: "a program that prints many orders",
        file: "orders from a file",
        "built-in": "a shuffle from the catalogue",
        library: "a function of the fairshuf library",
        javascript: "a JavaScript function",
    },
    trials: trialsOf,
    trialsStopped: (trials, planned, samples) =>
        `${trialsOf(trials, samples)}, then stopped; ${count(planned)} were planned`,
    trialsEnough: (trials, planned, samples) =>
        `${trialsOf(trials, samples)} of up to ${count(planned)}; no more were needed`,
    trialsOf: (trials, planned, samples) =>
        `${trialsOf(trials, samples)} of ${count(planned)}`,
    seconds: (seconds) => (seconds < 0.01 ? "less than 0.01 s"
        : seconds < 100 ? `${decimal(seconds, 2)} s` : plural(Math.round(seconds / 60),
                                                              "minute")),
    command: "The same test on the command line:",

    // What it means.
    effects: "What goes wrong",
    distance: "Distance from fair",
    distanceText: (bound, estimate) => `At least ${percentAtLeast(bound)}` +
        (estimate > bound ? `, probably about ${percent(estimate)}` : "") +
        ". This share of all shuffles would have to come out differently to make it " +
        "fair. 0% is fair, 100% is as unfair as possible.",
    distanceUnknown: {
        undiagnosed: "Not computed, because the test was interrupted. The mistake was " +
            "not identified either.",
        seen: "Unknown, because the orders depend on each other.",
        possible: "Unknown: the evidence is in how orders follow or repeat each other, " +
            "so they may depend on each other.",
        little: "Unknown: there is too little data.",
    },
    mistake: "Which mistake is it?",
    sameAs: (number) => (number === 1 ? "As far as the tests can tell, it does the " +
        "same as:"
        : `As far as the tests can tell, it does the same as any of these ${number}:`),
    nearest: (name, distance) => ["No known mistake does exactly this. The nearest is ",
        name,
        distance === null ? "."
            : `, which differs by ${decimal(distance, 2)} standard deviations.`],
    caught: "Would have been caught",
    caughtText: (trials, samples) => `With ${trialsOf(trials, samples)}, each of these ` +
        "would have been found with a probability of 90%. A smaller bias may have gone " +
        "unseen.",
    unseen: "What no test can see",
    unseenText: "Whether someone can predict the order. Shuffles from a seed that can " +
        "be guessed look like any other until orders repeat.",

    // Pictures.
    repeatsText: ({ kept, distinct, pairs, expected }) => `Of the first ${count(kept)} ` +
        `orders, ${distinct === 1 ? "all are the same"
            : `${count(distinct)} are different`}` +
        `. There ${pairs === 1 ? "is 1 pair" : `are ${count(pairs)} pairs`} of equal ` +
        "orders; a fair shuffle would have about " +
        `${expected >= 10 ? count(expected) : decimal(expected, 2)}.`,
    allOrders: "All orders",
    allTests: "All tests",
    groups: {
        numbers: ["Numbers", "that sum up an order: how often each value came up, and " +
            "how often it should have"],
        digits: ["Digits", "that an order can be written in; all values of a digit " +
            "should come up equally often"],
        pairs: ["Pairs", "of cards: which one is first, which one follows"],
    },
    offTests: (number) => `◆ ${plural(number, "test")} beyond chance`,
    precedence: "Which of two cards is first",
    successor: "Which card is right before which, wrapping around",
    parity: ["even", "odd"],

    // Tables.
    tests: "Every test in numbers",
    testsText: "p is the probability that a fair shuffle deviates at least this much; " +
        "“corrected” takes into account how many tests there are. The odds show how " +
        "strongly a test speaks against a fair shuffle: a fair one reaches odds of " +
        "1,000 at most once in 1,000 tries, no matter when you look.",
    testsHeads: ["test", "value", "expected", "p", "corrected", "odds against fair"],
    tooFew: "too few",
    strongest: "strongest",
    farthest: "The cells farthest from fair",
    cellsHeads: ["card", "position", "share", "at least", "at most", "deviation"],
    cellsText: (n) => `The fair share is ${percent(1 / n)}. The limits hold for all of ` +
        "these cells at once, except once in a million tries, if the orders are " +
        "independent and nobody chose the number of shuffles by looking at the results.",
};
