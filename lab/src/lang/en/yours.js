// SPDX-License-Identifier: MIT
//
// yours.js - the part "Try yours", in English.
import { capital, count, plural, roughly } from "./numbers.js";

const shuffles = (trials) => plural(trials, "shuffle");
const NAME = "pasted code"; // of code without a name
const first = (subject) => (subject === NAME ? capital(NAME) : subject);

export const yours = {
    title: "Is your shuffle fair?",
    lead: "Paste a JavaScript shuffle. The page runs it thousands of times and tests " +
        "the results.",
    safety: "Is it safe to run code here?",
    /** Limits in seconds: { patience, longest, slow }. */
    safetyText: ({ patience, longest, slow }) => [
        "The code runs in a web worker. It can reach neither this page nor the network.",
        `It is stopped if it does not answer for ${patience} seconds, after ${longest} ` +
        `seconds in total, or after ${slow} seconds if it is slow.`,
        "Its memory is not limited, so code that keeps everything it allocates can " +
        "crash this tab.",
        "Code from a link is shown, but it does not run until you press the button.",
    ],

    code: "A function that takes an array, and changes it or returns a new one",
    start: "Start with",
    ownCode: "your own code",
    examples: {
        naive: "Swap with any card",
        "fisher-yates": "Fisher-Yates",
        comparator: "Sort with a random comparison",
        sattolo: "Off by one (Sattolo)",
        round: "Math.round instead of Math.floor",
        splice: "Take cards out one by one",
        keys: "Sort by random keys",
    },
    cards: "Cards",
    random: "Math.random",
    fromSeed: "repeatable, from the seed",
    fromBrowser: "the browser’s own",
    settings: "Settings",
    run: "Test it",
    runHint: "Ctrl+Enter in the code does the same",
    stop: "Stop",

    result: "Result",
    waiting: "The result will appear here.",
    name: NAME,
    progress: (subject, trials, rate) =>
        [first(subject), `: ${shuffles(trials)}, ${roughly(rate)} per second`],
    finished: (subject, trials) => [first(subject), `: ${shuffles(trials)}`],
    computing: "Computing the report …",
    report: "Full report",
    stopped: {
        user: "You stopped it.",
        long: (seconds) => `The code was stopped after ${seconds} seconds.`,
        slow: (seconds, rate) => `The code was stopped after ${seconds} seconds ` +
            `because it is slow: fewer than ${count(rate)} shuffles per second.`,
    },
    /** Where an error came from: the line, the shuffle, or both; 0 if unknown. */
    where: (line, shuffle) => [line > 0 && `line ${count(line)}`,
                               shuffle > 1 && `shuffle ${count(shuffle)}`]
        .filter(Boolean).join(", ").replace(/^./, (letter) => letter.toUpperCase())
        .replace(/$/, ": "),
    inFile: (name) => `${name}: `,

    file: "Or test a file",
    fileText: (order, save, json) => ["Drop it here: either orders, one per line, such " +
        "as ",
        order,
        " (", save, " writes them), or a report from ", json, "."],

    long: (most) => `This code has more than ${count(most)} characters, so it is not ` +
        "in the address, and links to this page do not include it.",
    longKept: "It is kept if you reload this tab.",
    longLost: "It is lost if you reload this tab.",
    longMissing: (most) => `This address belongs to code of more than ${count(most)} ` +
        "characters, which exists only in the tab where it was pasted. Paste it here " +
        "again.",
};
