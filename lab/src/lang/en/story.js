// SPDX-License-Identifier: MIT
//
// story.js - the story, in English.
import { count, listed, plural, scientific } from "./numbers.js";

/** 4.5 → "4½", 10.666 → "10.67", 1 → "1". */
const share = (value) => (Number.isInteger(value) ? count(value)
    : Number.isInteger(2 * value) ? `${Math.floor(value)}½`
    : String(Number(value.toFixed(2))));

/** "= 4½", "= 64.8", and "≈ 10.67" of what is rounded. */
const quotient = (ways, orders) =>
    `${100 * ways % orders === 0 ? "=" : "≈"} ${share(ways / orders)}`;

const mistake = "A makes a common mistake: it swaps with any card, even one that an " +
    "earlier step has already put in its place. That sounds like better mixing, but it " +
    "makes some orders more likely than others. Three cards are enough to see why.";

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
        lead: "Both go from the last card to the first and swap each card with a " +
            "randomly chosen one. They differ in just one place.",
        note: "A shuffle is fair if every order of the cards is equally likely. `random(k)` " +
            "returns a whole number from 0 to k − 1.",
        chosen: (answer) => `Your guess: ${answer}`,
        a: "A is fair",
        b: "B is fair",
        hint: "Take a guess.",
        sort: "Do you shuffle with `sort(() => Math.random() - 0.5)`?",
        toSort: "Test it right away",
        right: `You chose B, and you’re right. ${mistake}`,
        wrong: `You chose A, but B is the fair one. ${mistake}`,
    },

    ways: {
        short: "27 ways",
        title: "Three cards, three rolls: 27 ways",
        lead: "With three cards, each random(n) in shuffle A is like rolling a " +
            "three-sided die. Shuffle A rolls three times, once for each card. Choose " +
            "the rolls, and watch the cards move. (Here we number positions from 1.)",
        start: "Start",
        roll: (number, position) => `Roll ${number}: swap position ${position} with position …`,
        face: (roll, rolled) => `Roll ${roll}: position ${rolled}`,
        random: "Roll all three",
        choose: (all) => `There are 3\u00a0×\u00a03\u00a0×\u00a03 = ${all} ways to roll, all equally ` +
            "likely. Each tile is one of them: its letters and its colour show the order " +
            "it ends in. Press a tile to see its rolls.",
        way: (rolls, order, all) => `The rolls ${listed(rolls)} end in ${order}` +
            `${order === "JQK" ? ", the order we started with" : ""}. That’s one of ` +
            `${all} equally likely ways.`,
        caption: (all) => `Each of the ${all} ways ends in one of six orders of the cards J, ` +
            "Q and K.",
    },

    boxes: {
        short: "27 ways, 6 boxes",
        title: "Do 27 ways fit evenly into 6 orders?",
        lead: "Three cards can be arranged in six orders. Each order is a box, and each way to " +
            "roll drops into the box for the order it produces.",
        drop: "Drop them",
        lift: "Replay",
        box: (name, got, all) => `Order ${name}: ${got} of ${all} ways`,
        even: (ways, orders) => `fair share: ${ways} ÷ ${orders} = ${share(ways / orders)}`,
        before: (ways, orders) => `${ways} ways, ${orders} boxes. Can every box get ` +
            "the same number?",
        result: (ways, { most, least, often, rarely }) =>
            `${listed(often)} come up in ${most} ways each; ${listed(rarely)} in only ` +
            `${least}. To be fair, each would need ${share(ways / 6)} ways, and there is ` +
            "no such thing as half a way.",
        chosen: (name, got, all) => `${got} of ${all} ways ` +
            `${got === 1 ? "leads" : "lead"} to ${name}, so its probability is ` +
            `${got}/${all}. It should be 1/6.`,
        reason: (ways, orders) => `Why shuffle A is unfair, in one sentence: ${ways} equally ` +
            `likely ways cannot be shared evenly among ${orders} orders.`,
        caption: (ways, orders) => `${ways} ways to roll and ${orders} boxes, one for ` +
            "each order. Choose a box to see its ways.",
    },

    fix: {
        short: "One small change",
        title: "One small change makes it fair",
        lead: "The loop sets i to 2, then 1, then 0. What if each roll picked one of i + 1 " +
            "cards (of 3, then 2, then 1), instead of always one of 3?",
        code: "Shuffle A",
        apply: "Replace n with i + 1",
        undo: "Back to shuffle A",
        unfair: (ways) => "Shuffle A chooses among all three cards every time, even those " +
            `already placed: 3\u00a0×\u00a03\u00a0×\u00a03 = ${ways} ways. They can’t be shared evenly ` +
            "among 6 boxes.",
        fair: (ways) => "Shuffle B chooses only among the cards that are left, which for " +
            `the last roll is just one: 3\u00a0×\u00a02\u00a0×\u00a01 = ${ways} ways, exactly ` +
            "one for each box. So it’s fair.",
        why: "Shuffle B is like drawing names from a hat. The last position gets any of the three " +
            "cards, the middle one gets either of the two that are left, and the first gets " +
            "the one that remains. Once drawn, a card is never touched again.",
        who: "Shuffle B is the Fisher-Yates shuffle (1938), in Durstenfeld’s version " +
            "(1964).",
        caption: (ways, orders) => `${ways} ways and ${orders} boxes.`,
        more: "What about more cards?",
        cards: (n) => plural(n, "card"),
        cardsLabel: "Number of cards",
        wrongWays: (ways, orders) => `Shuffle A: ${count(ways)} ways ÷ ` +
            `${count(orders)} orders ${quotient(ways, orders)}. ` + (ways % orders === 0
            ? "Two cards are the only case that comes out even."
            : "That is not a whole number, so some orders come up more often than others."),
        rightWays: (orders) => `Shuffle B: ${count(orders)} ways ÷ ${count(orders)} orders = 1, ` +
            "always.",
    },

    deck: {
        short: "52 cards",
        title: "With 52 cards, you can see the bias",
        lead: "52⁵² ways cannot be shared evenly among 52! orders, either. These are too many " +
            "to count, so we count where each card lands. Each row is a card, numbered by " +
            "its position at the start. Each column is a position at the end. Orange: too " +
            "often. Blue: too rarely. Blank: could be chance.",
        wrong: "Shuffle A: swap with any card",
        right: "Shuffle B: Fisher-Yates",
        nothing: (trials) => `${plural(trials, "shuffle")}: no bias found`,
        caught: (decided, trials) => `${count(trials)} shuffles: unfair. That was clear after ` +
            `${plural(decided, "shuffle")}.`,
        band: "With shuffle A, cards end up a few positions after their own too often: " +
            "that’s the orange band. The first cards end up near the end too rarely: " +
            "that’s the blue corner.",
        read: "To read a cell, point at it or tap it.",
        again: "Shuffle again",
    },

    cost: {
        short: "In the news",
        title: "When bad shuffles made the news",
        lead: "You can’t spot bias in a single deck. You have to count, or read the code, " +
            "and some people did.",
        more: "The full story, with sources",
        "planet-poker": {
            date: "1999",
            title: "Planet Poker: the predictable deck",
            words: (seeds, orders) =>
                "An online poker site published its shuffle to show that it was fair. " +
                "The code had the same mistake as shuffle A. A worse mistake broke the game: " +
                "the random numbers came from the clock. A deck has " +
                `${scientific(orders, 1)} orders, but at most ${count(seeds)} could come up, ` +
                "one for each millisecond of the day. Security engineers wrote a program " +
                "that named every card at the table.",
        },
        ballot: {
            date: "2010",
            title: "The browser ballot: who comes last?",
            words: () =>
                "Microsoft had to offer Windows users in Europe a choice of browsers, the top " +
                "five in random order. Its page sorted them, and compared two browsers by " +
                "`0.5 - Math.random()`: another famous mistake. When Internet Explorer loaded " +
                "the page, Internet Explorer itself came last about half the time, not one " +
                "time in five. Microsoft switched to Fisher-Yates.",
        },
    },

    yours: {
        short: "Your turn",
        title: "Your turn: is your shuffle fair?",
        lead: "Paste in a JavaScript function that shuffles an array in place or returns a " +
            "shuffled one, or pick an example. The page runs it up to 100,000 times on ten " +
            "cards and looks for bias.",
        code: "A function that takes an array",
        examples: {
            comparator: "Random sort",
            a: "Shuffle A",
            b: "Shuffle B",
        },
        run: "Test it",
        more: "More options",
        unfair: (decided) => `That was clear after ${plural(decided, "shuffle")}.`,
        sort: "Why? Each random comparison is a coin flip. Coin flips make halves, quarters, " +
            "eighths and so on, but each order of three cards needs exactly 1/6. No number of " +
            "coin flips gives that. Each browser sorts in its own way, so the result differs " +
            "from browser to browser.",
        fair: "The fair version",
        nothing: (trials) => `No bias found in ${plural(trials, "shuffle")}.`,
        ways: "Where to go from here",
        race: "any two shuffles, side by side",
        steps: "one shuffle, card by card, with its code",
        wall: (shuffles) => `${shuffles} shuffles, and how soon the unfair ones are caught`,
        cases: "poker, ballots, and Debian’s shuf",
        decks: "how many orders 52 cards have, and how few a seed can reach",
    },
};
