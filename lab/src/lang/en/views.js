// SPDX-License-Identifier: MIT
//
// views.js - the part "Hidden bias", and the statistics that an audit looks at, in
// English.
import { count, listed, plural } from "./numbers.js";

/** "1 in 10⁴⁴" → "once in 10⁴⁴". */
const once = (odds) => odds.replace("1 in", "once in");

export const views = {
    title: "Fair at first sight",
    lead: "These shuffles put every card at every position equally often, or nearly so. " +
        "The heat map stays blank, and yet they are unfair. Another look at the same " +
        "shuffles gives each of them away.",
    cases: "Shuffles with a hidden bias",
    settings: "Choose another shuffle",
    heading: "Positions",
    other: "Another look at the same shuffles",
    report: "Full report",
    computing: "Working out the report …",
    counted: (trials, planned) => `${count(trials)} of ${plural(planned, "shuffle")}`,

    /** Shuffles worth a look: a title, and what is done. */
    caseTexts: {
        cut: ["Cut the deck once", "The deck is cut at a random position. That is all."],
        affine: ["Multiply and add",
            "Position i gets card a·i + b modulo 13. Pairs of cards are fair too."],
        even: ["Even orders only", "Fisher-Yates, and one more swap if the order is odd."],
        swaps: ["52 swaps of two different cards",
            "Plenty for 10 cards, and no swap is wasted."],
        random: ["Three random swaps per card",
            "Two random positions of 52 are swapped, 156 times."],
        merge: ["Merge sort with a coin", "16 cards, and a coin flip for each comparison."],
        keys: ["Sorting by short random keys",
            "9 bits each: two cards may draw the same key, and then keep their order."],
        riffles: ["Eight riffles", "One more than the famous seven."],
        kept: ["The deck is not put back in order",
            "Each shuffle starts from the order that the previous one left."],
        seeds: ["A 16-bit seed",
            "A fair shuffle and a good generator, seeded anew for each deck."],
        clock: ["Seeded by the clock",
            "Milliseconds since midnight, as in the poker game of 1999."],
        cycle: ["Sattolo’s cycle",
            "The heat map shows this one, too. Counting cycles shows what it is."],
        fair: ["Fisher-Yates", "The fair one: nothing should show up."],
    },

    /** What one statistic says, by itself. Odds are of `oneIn`: "1 in 10⁴⁴". */
    finding: {
        proved: (odds) => "This statistic alone is enough: a fair shuffle would look " +
            `like this at most ${once(odds)} tries.`,
        beyond: (odds) => "This statistic alone is enough: a fair shuffle would look " +
            `like this ${once(odds)} tries.`,
        about: (odds) => "This statistic alone is enough: a fair shuffle would look " +
            `like this about ${once(odds)} tries.`,
        tooFew: (trials) => `This statistic needs more than ${plural(trials, "shuffle")}.`,
        nothing: "Nothing unusual here.",
        soFar: "Nothing unusual here so far.",
        p: (p) => `Nothing unusual here (p = ${p}, corrected for all tests).`,
    },
    oneIn: (power) => `1 in ${power}`,
    lessThanOneIn: (power) => `less than 1 in ${power}`,

    /** All statistics, as tiles. */
    tiles: {
        title: "Every statistic of the same shuffles",
        strip: "The bar shows how unusual each result is. A fair shuffle would get " +
            "past the mark less than once in two million tries.",
        noPicture: "counted, not drawn",
        noticed: (odds) => `caught: ${odds}`,
        waits: "needs more shuffles",
        nothing: "nothing unusual",
        tooFew: "There were too few shuffles for any statistic.",
        none: (all) => `None of ${count(all)} statistics finds anything unusual.`,
        /** titles: of those that found something, if they are few. */
        some: ({ caught, all, titles, positions }) =>
            `${count(caught)} of ${count(all)} statistics ${caught === 1 ? "catches" : "catch"} ` +
            `it${titles.length > 0 ? `: ${listed(titles)}` : ""}. ` +
            (positions ? "The heat map shows it, too." : "The heat map shows nothing."),
    },
    groups: {
        where: "Where cards end up",
        digits: "The order, written as digits",
        number: "One number for each order",
        before: "Compared with earlier decks",
    },

    /** Decks that came before. */
    repeats: {
        here: "here",
        fair: "fair",
        decks: "decks",
        bar: (distinct, again) =>
            `${count(distinct)} different, ${count(again)} seen before`,
        fairBar: (distinct) => `${count(distinct)} different`,
        allDifferent: (decks) => `${plural(decks, "deck")}, all different.`,
        some: ({ decks, distinct, pairs }) =>
            `${plural(decks, "deck")}, ${count(distinct)} of them different: ` +
            `${plural(pairs, "pair")} of equal decks.`,
        expected: (pairs) => `A fair shuffle gives about ${pairs}.`,
        hardly: (odds) => "With a fair shuffle, the probability of even one pair is " +
            `${odds}.`,
    },

    /** Each statistic: a title, what is counted, and an example to check by hand. */
    about: {
        position: ["Positions",
            "Which card lies at which position.",
            "3 1 2: card 3 is first, card 1 second, card 2 third."],
        successor: ["Neighbours",
            "Which card comes right after which. The first card counts as coming after the last.",
            "3 1 2: 1 comes after 3, 2 after 1, and 3 after 2."],
        precedence: ["Which comes first",
            "Of any two cards, which comes first, however far apart they are.",
            "3 1 2: 3 before 1, 3 before 2, 1 before 2."],
        lehmer: ["Lehmer digits",
            "For each position from the second on, how many of the cards before it are " +
            "larger than the card there. The first digit has two possible values, the " +
            "next three, and so on, all equally likely.",
            "3 1 2: one larger card before the 1, one before the 2. Digits: 1 1."],
        "lehmer-inverse": ["Lehmer digits of cards",
            "For each card, how many smaller cards come after it. The digit of card 2 has two " +
            "possible values, that of card 3 three, and so on, all equally likely.",
            "3 1 2: no smaller card after the 2, two after the 3. Digits: 0 2."],
        "lehmer-pairs": ["Pairs of Lehmer digits",
            "Two Lehmer digits in a row: does one tell you anything about the next?",
            "3 1 2 has the digits 1 1, so it counts for the pair 1, 1."],
        "swap-down": ["Swaps from the end",
            "The swaps that Fisher-Yates, working from the end, must have made to get this " +
            "order. At each step, all possible swaps must be equally likely.",
            "3 1 2: position 3 was swapped with 2, then position 2 with 1."],
        "swap-up": ["Swaps from the front",
            "The swaps that Fisher-Yates, working from the front, must have made to get this " +
            "order.",
            "3 1 2: position 1 was swapped with 3, then position 2 with 3."],
        "swap-down-pairs": ["Pairs of swaps",
            "Two swaps of Fisher-Yates in a row: does one tell you anything about the " +
            "next?",
            "Random numbers that repeat themselves are fair one by one, but not in pairs."],
        triples: ["First three cards",
            "Which three cards come first, and in which order.",
            "With 10 cards, there are 720 possible beginnings."],
        whole: ["Complete orders",
            "How often each order comes up: all there is to know.",
            "3 cards have 6 orders. Each should come up in 1 of 6 shuffles."],
        repeats: ["Decks seen before",
            "Whether a deck is exactly the same as one that came before.",
            "3 1 2 today and 3 1 2 last week is one repeat. With 52 cards, nobody will ever " +
            "see a fair shuffle repeat a deck."],
        sign: ["Even or odd",
            "Whether it takes an even (0) or an odd (1) number of swaps to sort the cards. Half " +
            "of all orders are even, half are odd.",
            "2 1 3 takes one swap: odd. 3 1 2 takes two: even."],
        cycles: ["Cycles",
            "Start at a position, go to the position that its card names, and so on until you " +
            "are back. That is a cycle. How many are there?",
            "2 1 3 has two: positions 1 and 2 name each other, position 3 names itself."],
        "fixed-points": ["Cards that stayed",
            "How many cards are at their own position. The average is one, for any deck.",
            "3 2 1 has one: card 2 is second."],
        descents: ["Descents",
            "How often a card is followed by a smaller one.",
            "3 1 2 has one, from 3 to 1."],
        "inverse-descents": ["Rising sequences less one",
            "Pick up the cards 1, 2, 3, … from left to right. How often do you have to " +
            "go back to the left? Each pass is a rising sequence, so there is one more " +
            "of them. Each riffle at most doubles their number.",
            "3 1 2: 1 and 2 in one pass, then back for the 3. Back once, so two rising " +
            "sequences."],
        inversions: ["Inversions",
            "How many pairs of cards are in the wrong order, however far apart.",
            "3 1 2 has two: 3 before 1, and 3 before 2."],
        successions: ["Followed by the next card",
            "How many cards are followed by the card with the next number.",
            "3 1 2 has one: 1, 2."],
        "serial-position": ["From deck to deck: positions",
            "Where a card was in the previous deck, and where it is now.",
            "3 1 2, then 3 2 1: the card at position 1 stayed, positions 2 and 3 changed."],
        "serial-lehmer": ["From deck to deck: Lehmer digits",
            "Lehmer digits, with the cards numbered as they lay in the previous deck.",
            "3 1 2, then 1 3 2: seen from the old order, the new one is 2 1 3. Digits: 1 0."],
        "serial-fixed-points": ["From deck to deck: cards that stayed",
            "How many cards are where they were in the previous deck.",
            "3 1 2, then 3 2 1: one, card 3."],
        "serial-cycles": ["From deck to deck: cycles",
            "Cycles, with the cards numbered as they lay in the previous deck.",
            "The same deck twice: as many cycles as there are cards."],
        "serial-descents": ["From deck to deck: descents",
            "Descents, with the cards numbered as they lay in the previous deck.",
            "The same deck twice: no descent at all."],
    },
};
