// SPDX-License-Identifier: MIT
//
// about.js - what each view looks at, for people who never heard of it: a short title,
// what is counted, and an example so small that one can check it.

const entries = {
    position: ["Positions",
        "Which card lies at which place.",
        "3 1 2: card 3 lies first, card 1 second, card 2 third."],
    successor: ["Neighbours",
        "Which card comes right after which; the first card comes after the last.",
        "3 1 2: 1 comes after 3, 2 after 1, and 3 after 2."],
    precedence: ["Which is first",
        "Of each two cards, which comes first, near or far.",
        "3 1 2: 3 before 1, 3 before 2, 1 before 2."],
    lehmer: ["Lehmer digits",
        "How many of the cards before are larger: digit 1 for the second place, digit " +
        "2 for the third, and so on. Each can have one value more than the last, all " +
        "equally likely.",
        "3 1 2: one larger card before the 1, one before the 2: digits 1 1."],
    "lehmer-inverse": ["Lehmer digits of cards",
        "How many smaller cards come after: digit 1 for card 2, digit 2 for card 3, " +
        "and so on. Each can have one value more than the last, all equally likely.",
        "3 1 2: none smaller after the 2, two after the 3: digits 0 2."],
    "lehmer-pairs": ["Lehmer digits in pairs",
        "Two Lehmer digits in a row: whether one tells something about the next.",
        "3 1 2 has the digits 1 1, so it counts for the pair 1, 1."],
    "swap-down": ["Choices from the end",
        "The choices that Fisher-Yates from the end must have made to get this order; " +
        "each must be equally likely.",
        "3 1 2: the third place was swapped with the second, the second with the first."],
    "swap-up": ["Choices from the front",
        "The choices that Fisher-Yates from the front must have made to get this order.",
        "3 1 2: the first place was swapped with the third, the second with the third."],
    "swap-down-pairs": ["Choices in pairs",
        "Two choices of Fisher-Yates in a row: whether one tells something about the " +
        "next.",
        "Dice that repeat themselves are fair one by one, and not in pairs."],
    triples: ["First three cards",
        "Which three cards come first, and in which order.",
        "10 cards have 720 such beginnings."],
    whole: ["Whole orders",
        "How often each order comes: everything there is to know.",
        "3 cards have 6 orders; each should come in 1 of 6 shuffles."],
    repeats: ["Decks that come again",
        "Whether a whole deck is one that came before.",
        "3 1 2 today, 3 1 2 last week: one repeat. With 52 cards no fair shuffle will " +
        "ever show you one."],
    sign: ["Even or odd",
        "Whether the order is reached from the sorted one by an even or an odd number " +
        "of swaps. Half of all orders are even (0), half are odd (1).",
        "2 1 3 takes one swap: odd. 3 1 2 takes two: even."],
    cycles: ["Cycles",
        "Start at a place, go to the place its card names, and so on, until you are " +
        "back: that is a cycle. How many are there?",
        "2 1 3 has two: places 1 and 2 name each other, place 3 names itself."],
    "fixed-points": ["Cards that stayed",
        "How many cards lie at their own places: on average one, whatever the deck.",
        "3 2 1 has one: card 2 is second."],
    descents: ["Descents",
        "How often a card is followed by a smaller one.",
        "3 1 2 has one, from 3 to 1."],
    "inverse-descents": ["Rising sequences",
        "Pick up the cards 1, 2, 3, … going from left to right: how often must you go " +
        "back to the left? Each riffle can at most double the number of passes.",
        "3 1 2: 1 and 2 in one go, then back for the 3: once."],
    inversions: ["Inversions",
        "How many pairs of cards are in the wrong order, near or far.",
        "3 1 2 has two: 3 before 1, and 3 before 2."],
    successions: ["Followed by the next",
        "How many cards are followed by the next number.",
        "3 1 2 has one: 1, 2."],
    "serial-position": ["From place to place",
        "Where a card lay in the deck before, and where it lies now.",
        "3 1 2, then 3 2 1: the card at place 1 stayed, places 2 and 3 changed."],
    "serial-lehmer": ["Lehmer digits since the last deck",
        "Lehmer digits, with the cards numbered as they lay in the deck before.",
        "3 1 2, then 1 3 2: the old order names the new one 2 1 3, digits 1 0."],
    "serial-fixed-points": ["Cards that stayed since the last deck",
        "How many cards lie where they lay in the deck before.",
        "3 1 2, then 3 2 1: one, card 3."],
    "serial-cycles": ["Cycles since the last deck",
        "Cycles, with the cards numbered as they lay in the deck before.",
        "The same deck twice: as many cycles as there are cards."],
    "serial-descents": ["Descents since the last deck",
        "Descents, with the cards numbered as they lay in the deck before.",
        "The same deck twice: no descent at all."],
};

/**
 * What a view looks at. One that is not known here says what the report says of it.
 * @returns {{title: string, what: string, example: string}}
 */
export function aboutView({ name, title }) {
    const [short, what, example] = entries[name] ?? [title, `${title}.`, ""];
    return { title: short, what, example };
}
