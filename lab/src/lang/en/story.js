// SPDX-License-Identifier: MIT
//
// story.js - the story, in English.
import { count, listed, plural } from "./numbers.js";

const half = (value) => String(value).replace(/\.5$/, "½").replace(/^0½$/, "½");

export const story = {
    next: "Next →",
    start: "See why →",
    back: "← Back",
    screens: "Screens of the story",
    screen: (number, title) => `Screen ${number}: ${title}`,
    deckIs: (deck) => `The cards are now ${deck}`,

    guess: {
        short: "Which one is fair?",
        title: "One of these two shuffles is fair. Which one?",
        lead: "Both walk from the last card to the first, and swap each card with a " +
            "randomly chosen one. They differ in one token.",
        a: "A is fair",
        b: "B is fair",
        hint: "Take a guess.",
        right: "Right: B is fair. A looks just as random, and it is one of the most common " +
            "mistakes in programming. Three cards are enough to see what is wrong.",
        wrong: "No, B is fair. A is one of the most common mistakes in programming. It looks " +
            "just as random. Three cards are enough to see what is wrong.",
        random: (code) => [code, " is a random whole number from 0 to k − 1. All are equally " +
                                 "likely."],
    },

    ways: {
        short: "27 ways",
        title: "Three cards, three rolls: 27 ways",
        lead: "Shuffle A rolls a three-sided die three times, once for each card. Choose the " +
            "rolls, and watch what happens to the cards.",
        start: "At first",
        roll: (number, position) => `Roll ${number}: swap position ${position} with`,
        face: (roll, rolled) => `Roll ${roll}: position ${rolled}`,
        random: "Roll all three",
        choose: (all) => `3 × 3 × 3 = ${all} ways to roll, all equally likely. Choose three ` +
            "rolls, or touch a way.",
        way: (number, all, rolls) => `Rolls ${listed(rolls)}: this is way ${number} of ${all}. ` +
            "All are equally likely.",
        caption: (all) => `Each of the ${all} ways ends in one of six orders of the cards A, ` +
            "B and C.",
    },

    boxes: {
        short: "27 ways, 6 boxes",
        title: "Share 27 ways among 6 orders",
        lead: "Three cards can lie in six orders. Each order is a box, and each way to roll " +
            "drops into the box of the order that it leads to.",
        drop: "Drop them",
        lift: "Lift them again",
        box: (name, got, all) => `Order ${name}: ${got} of ${all} ways`,
        even: (ways, orders) => `even: ${ways} ÷ ${orders} = ${half(ways / orders)}`,
        before: (ways, orders) => `${ways} ways, ${orders} boxes. Can every box get the same?`,
        result: (ways, { most, least, often, rarely }) =>
            `${listed(often)} get ${most} of the ${ways} ways, ${listed(rarely)} only ${least}.`,
        chosen: (name, got, all) => `${plural(got, "way")} of ${all} lead to ${name}: its ` +
            `probability is ${got}/${all}. It should be 1/6.`,
        reason: (ways, orders) => `Why shuffle A is unfair, in one sentence: ${ways} equally ` +
            `likely ways cannot be shared evenly among ${orders} orders.`,
        caption: (ways, orders) => `${ways} ways to roll and ${orders} boxes, one for each ` +
            "order. Touch a box to see its ways.",
    },

    fix: {
        short: "One token",
        title: "Change one token",
        lead: "Replace n by i + 1. Now the die has three sides, then two, then one.",
        apply: "Replace n by i + 1",
        undo: "Back to n",
        unfair: (ways) => `3 × 3 × 3 = ${ways} ways for 6 boxes: it cannot come out even.`,
        fair: (ways) => `3 × 2 × 1 = ${ways} ways for 6 boxes: exactly one each. Fair.`,
        why: "The last position gets one of three cards, the next one of the two that are " +
            "left, the first gets the last. It is like drawing names from a hat: a card that " +
            "has been drawn is not touched again. This is the Fisher-Yates shuffle, " +
            "published in 1938.",
        caption: (ways, orders) => `${ways} ways and ${orders} boxes.`,
        code: "Shuffle A",
        more: "And with more cards?",
        cards: "Cards",
        division: (n, ways, orders) => {
            const each = ways / orders;
            return `${n} cards: ${count(ways)} ways, ${count(orders)} orders. ` +
                (Number.isInteger(each)
                    ? `${count(ways)} ÷ ${count(orders)} = ${each}. Two cards are the only ` +
                      "case that comes out even."
                    : `${count(ways)} ÷ ${count(orders)} = ${each.toFixed(2)}, not a whole ` +
                      "number. Some orders come more often than others.");
        },
    },

    deck: {
        short: "52 cards",
        title: "With 52 cards, the mistake becomes a picture",
        lead: "Each row is a card, each column a position. Orange: the card comes here too " +
            "often. Blue: too rarely. Blank: as often as it should, as far as chance allows.",
        wrong: "Shuffle A: swap with any card",
        right: "Shuffle B: Fisher-Yates",
        nothing: (trials) => `${plural(trials, "shuffle")}, no bias found`,
        caught: (decided, trials) => `Unfair: clear after ${count(decided)} shuffles ` +
            `(${count(trials)} so far)`,
        read: "Touch a cell to read it. The fair map fades to blank as the shuffles add up; " +
            "the pattern of the wrong one only gets clearer.",
        again: "Shuffle again, with new random numbers",
    },

    cost: {
        short: "What it cost",
        title: "What such mistakes have cost",
        lead: "Nobody sees a bias by looking at one deck. It takes someone who counts.",
        more: "More about this case",
        "planet-poker": {
            date: "1999",
            title: "Planet Poker: cards that could be predicted",
            words: [
                "An online poker site published its shuffle to show that it was fair. It " +
                "made the mistake of shuffle A. Worse, the clock chose the deck: one of " +
                "86,400,000, where 8 × 10⁶⁷ are possible. A team of security engineers " +
                "wrote a program that knew every card at the table, in real time.",
            ],
        },
        ballot: {
            date: "2010",
            title: "The browser ballot: who comes last?",
            words: [
                "Microsoft had to offer Windows users in Europe a choice of five browsers, " +
                "in random order. The page sorted them with a random comparison. Internet " +
                "Explorer came last about half of the time, not one time in five. " +
                "Microsoft replaced the code.",
            ],
        },
    },

    yours: {
        short: "Your turn",
        title: "Your turn: is your shuffle fair?",
        lead: "Paste a shuffle in JavaScript. The page runs it up to 100,000 times on ten " +
            "cards, and tells you whether it is biased.",
        code: "A function that takes an array",
        run: "Test it",
        more: "More options",
        ways: "Where to go from here",
        race: "any two shuffles, side by side",
        steps: "one shuffle, card by card, with its code",
        wall: "40 shuffles, and how soon each is caught",
        cases: "poker, ballots, and the shuf of Debian",
        decks: "how many orders 52 cards have, and how few a seed can reach",
    },
};
