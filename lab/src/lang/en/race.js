// SPDX-License-Identifier: MIT
//
// race.js - the part "Compare", in English.
import { count, listed, plural } from "./numbers.js";

export const race = {
    title: "Shuffles, side by side",
    lead: "Each row is a card, each column a position. A fair shuffle stays blank, " +
        "apart from a few faint cells. A pattern means bias.",
    presets: "Comparisons worth a look",
    summary: (cards, trials) =>
        `${plural(cards, "card")}, up to ${plural(trials, "shuffle")}`,
    pause: "Pause",
    resume: "Continue",
    stop: "Stop",
    again: "Shuffle again",
    againHint: "With new random numbers",
    add: "Compare with another",
    close: "Close this shuffle",
    lane: (letter) => `Shuffle ${letter}`,
    /** What a screen reader says: the letter, the title, the verdict and its meaning. */
    announced: ({ letter, title, verdict, words }) =>
        `Shuffle ${letter}, ${title}: ${verdict}. ${words}`,
    report: "Full report",
    about: (title) => `${title}.`,
    numbersAbout: (title) => `Random numbers: ${title}.`,

    // ---- while it runs, and after ----
    done: "Shuffles done",
    planned: (trials) => `of ${count(trials)}`,
    rate: (shuffles) => `${shuffles}/s`,
    computing: "working out the report …",
    nothingYet: "Nothing found so far.",
    clear: (trials) => `That was clear after ${plural(trials, "shuffle")}. A few more ` +
        "will show what is wrong.",
    stopped: (trials) => `You stopped it at ${count(trials)}.`,
    enough: (trials) => `It stopped at ${count(trials)}: enough to see what is wrong.`,
    cannotRun: (why) => `This cannot run. ${why}`,

    // ---- what was found ----
    wrong: "What comes out",
    pending: "The details will follow once all shuffles are done.",
    distance: (share) => `At least ${share} of its shuffles would have to come out differently ` +
        "to make it fair.",
    fits: (titles, more) => {
        const names = listed([...titles, ...(more > 0 ? [`${count(more)} more`] : [])]);
        const fit = titles.length + more === 1 ? "one fits" : "these fit";
        return `Of all known mistakes, ${fit}: ${names}.`;
    },
    noneFits: "No known mistake does quite the same thing.",
    caught: (trials) => `What ${plural(trials, "shuffle")} would have caught`,
    smaller: "A smaller bias may have gone unseen.",
    untested: "What this means",
    untestedWords: "The shuffle may be fair or not: nothing was tested.",

    /** Pairs worth a look: a title, and what to look for. */
    pairs: {
        any: ["Swap with any card",
            "Both swap every card once. A may swap it with any card, and its diagonal " +
            "gives it away."],
        sattolo: ["Sattolo’s cycle",
            "The diagonal is blue: no card can stay. Right for a random cycle, wrong for a " +
            "shuffle."],
        coin: ["Sorting with a coin",
            "Of the sorts here, only quicksort with a random pivot is still a fair " +
            "shuffle if each comparison is a coin flip."],
        poker: ["Poker, 1999",
            "The last card can never stay last, and all decks come from 86,400,000 seeds: the " +
            "milliseconds of a day."],
        riffles: ["7 or 12 riffles",
            "Seven riffles are caught after dozens of decks, twelve after tens of " +
            "thousands: closer to fair, but not there yet."],
        modulo: ["rand() % n, 8 or 15 bits",
            "The remainder favours small numbers. With 15 bits, the effect is too " +
            "small for a million decks to show: “no bias found” is not the same as " +
            "“fair”."],
        calm: ["Blank, and yet unfair",
            "Every card is at every position equally often. But with A, half of all " +
            "orders never come up, and with B, most of them."],
        library: ["The fairshuf library",
            "Our own. Even for a fair shuffle, the most a test can say is that it found " +
            "no bias."],
    },
    seeViews: "See what gives them away",
};
