// SPDX-License-Identifier: MIT
//
// decks.js - texts of the part "52! orders", in English.
import { count, decimal, oneIn, percent, plural, roughly, scientific, superscript }
    from "./numbers.js";

const ten = (power) => `10${superscript(power)}`;
const two = (bits) => `2${superscript(Math.round(bits))}`;

/** "4.29 billion", "2⁶⁴". */
const many = (bits) => (bits < 40 ? roughly(Math.round(2 ** bits)) : two(bits));

/** 3.6 × 10²⁷ of log10 = 27.55. */
const large = (log10) => (log10 < 15 ? roughly(10 ** log10)
    : log10 < 300 ? scientific(10 ** log10, 2) : ten(Math.floor(log10)));

/** A part of all orders: "66.7%" of log10 = 0.176, "1 in 3.16 million" of log10 = 6.5. */
const part = (log10) => (log10 < 1 ? percent(10 ** -log10) : oneIn(log10));

/** "1 bit makes 2 seeds", "32 bits make 4.29 billion seeds". */
const seedsOf = (bits) => `${plural(bits, "bit")} ${bits === 1 ? "makes" : "make"} ` +
    (bits === 0 ? "1 seed" : `${many(bits)} seeds`);

/** Atoms of a bacterium: one picogram of water has 10¹¹. */
const BACTERIUM = 1e11;

/** "3 cards have 3! = 6 orders.", "52 cards have 52! orders, about 8 × 10⁶⁷." */
const orders = (n, log10) => `${n} cards have ${n}!` +
    (log10 < 9 ? ` = ${count(Math.round(10 ** log10))} orders.`
        : ` orders, about ${log10 < 15 ? large(log10) : scientific(10 ** log10, 1)}.`);

export const decks = {
    title: "52!",
    lead: "A deck of 52 cards can be in any of 52 × 51 × 50 × … × 1 orders, a number " +
        "written as 52!. A fair shuffle can give every one of them. Many random number " +
        "generators cannot even come close.",
    back: "Back to “Hidden bias”",

    own: {
        title: "A deck that nobody has ever seen",
        lead: "Shuffle this deck. There are so many orders that yours has most likely " +
            "never been seen before, and most likely never will be again. The same is " +
            "true of every well-shuffled deck that you have ever held.",
        deck: "The deck, from the top",
        shuffle: "Shuffle the deck",
        again: "Shuffle it again",
        first: "A new deck. In a list of all orders, it would be number 1.",
        number: (number) => ["In a list of all orders, yours would be number ", number,
                             "."],
    },

    numberTitle: "The number of all orders",
    numberLabel: (digits) => `52!, a number with ${digits} digits`,
    numberNote: "That is 52!, a number with 68 digits, next to other large numbers:",
    /** [what is counted, where the number is from]. */
    ladder: {
        people: ["People on Earth", "about 8.2 billion; United Nations, 2024"],
        seeds32: ["Seeds of 32 bits", "2³², a common size"],
        seconds: ["Seconds since the Big Bang", "about 13.8 billion years"],
        sand: ["Grains of sand on all beaches",
            "a rough estimate; University of Hawaii"],
        seeds64: ["Seeds of 64 bits", "2⁶⁴"],
        stars: ["Stars in the visible universe", "a rough estimate; Driver, 2003"],
        seeds128: ["Seeds of 128 bits", "2¹²⁸"],
        earth: ["Atoms in the Earth", "approximate; Jefferson Lab"],
        sun: ["Atoms in the Sun", "computed from its mass and its elements"],
        galaxy: ["Atoms in all stars of the Milky Way",
            "about 61 billion times the mass of the Sun; Licquia and Newman, 2015"],
        decks: ["Orders of 52 cards", "52!, exactly the number above"],
    },
    ladderCaption: "Each mark on the scale is ten billion times the mark before it. " +
        "There are fewer 32-bit seeds than people, and far fewer 128-bit seeds than atoms " +
        "in the Earth. A deck of cards has about as many orders as all stars of the " +
        "Milky Way have atoms.",

    everyoneTitle: "What if everyone shuffled?",
    everyoneLead: "Imagine that everyone on Earth has shuffled one deck per second ever " +
        "since the Big Bang, and that no deck ever came up twice. How much of 52! has " +
        "been seen?",
    settingNames: { people: "People", rate: "Decks per second, each", years: "Years" },
    settings: {
        people: roughly,
        rate: roughly,
        years: (value) => (value === 1.38e10 ? "13.8 billion: since the Big Bang"
            : roughly(value)),
    },
    /** Logarithms, and how many atoms of the Earth are as small a part of it. */
    seen: (seen, missing, atoms) => (missing === 0
        ? "All of them: there have been more shuffles than orders."
        : `They have seen ${large(seen)} decks: ` +
          `${missing < 9 ? part(missing) : `1 in ${large(missing)}`} of all orders. ` +
          "If all orders were the Earth, these would be " +
          (atoms < 1 ? "less than a single atom of it."
              : `about ${large(Math.log10(atoms))} of its atoms` +
                `${atoms < BACTERIUM ? ": fewer than one bacterium has." : "."}`)),
    zoomIn: "Zoom in until you can see it",
    depth: "Zoom, in factors of ten",
    strip: (power) => (power === 0 ? "all orders"
        : `1 in ${power === 1 ? 10 : ten(power)} of all orders`),
    zoomCaption: (zoom, missing) => {
        const steps = Math.floor(missing);
        if (steps === 0) return "The top strip is all 52! orders. Orange: the part " +
            "that has been seen.";
        return "Each strip is the first tenth of the strip above it. " +
            (zoom < steps
                ? `Zoom in ${plural(steps - zoom, "more time")}, and the orange part, ` +
                    "which has been seen, will fill at least a tenth of a strip."
                : "Orange: at last, the part of all orders that has been seen.");
    },

    reachTitle: "How many decks can your generator reach?",
    reachLead: "A generator computes its numbers. From the same seed, it always " +
        "computes the same numbers and deals the same deck. So it cannot deal more " +
        "decks than it has seeds.",
    seedOf: "A seed of",
    bits: (bits) => `${count(bits)} bits`,
    bitsTick: (bits) => (bits === 0 ? "0 bits" : count(bits)),
    otherBits: "Other number of bits",
    cards: "Cards",
    yours: (bits) => `Yours: ${plural(bits, "bit")}`,
    upTo: (cards) => (cards < 2 ? "not even 2 cards"
        : `all orders of ${count(cards)} cards`),
    markKey: (n, bits) => `The line in each bar is ${n}!, about 2${superscript(bits)}: ` +
        `the orders of ${n} cards.`,
    /** {n, bits, most, log10Orders, missing}: all orders can occur. */
    enough: ({ n, bits, most, log10Orders }) => `${orders(n, log10Orders)} ` +
        `${seedsOf(bits)}: enough for all of them, and ` +
        `for every order of up to ${count(most)} cards. A fair shuffle needs that, and ` +
        "more: the random numbers must be good as well.",
    /** The same: some orders cannot occur. */
    tooFew: ({ n, bits, most, log10Orders, missing }) => `${orders(n, log10Orders)} ` +
        `${seedsOf(bits)}, and at most as many decks: ` +
        `${part(missing)} of all orders. The others never occur, however good the ` +
        "generator is. " +
        (most < 2 ? "Such a seed cannot even give both orders of two cards."
                  : `Such a seed is enough for every order of up to ${count(most)} cards.`),
    reachCaption: (few, all, n) => "Each bit doubles the number of seeds. " +
        (few === 0 ? `All ${all} generators listed have enough seeds for every order ` +
            `of ${n} cards.`
            : `${few === 1 ? "One" : few} of the ${all} generators listed ` +
              `${few === 1 ? "has" : "have"} too few seeds: ` +
              `${few === 1 ? "its orange bar ends" : "their orange bars end"} before ` +
              `the line, and some orders of ${n} cards are out of reach.`),
    /** [name, who uses it]. */
    generators: {
        rand15: ["15 bits", "seeds taken from rand(), if RAND_MAX is 32,767"],
        second: ["The second of the day", "a clock as seed"],
        millisecond: ["The millisecond of the day",
            "the poker game that was broken in 1999"],
        bits32: ["32 bits", "seed(number) in many programs, mt_srand() in PHP"],
        bits48: ["48 bits", "java.util.Random, drand48()"],
        bits64: ["64 bits", "Math.random() in Chrome and Node: the seed of its 128-bit " +
            "generator"],
        bits128: ["128 bits", "default_rng() in NumPy, without a seed of your own"],
        bits256: ["256 bits", "fairshuf, with a key from the system"],
        mersenne: ["19,937 bits", "the Mersenne Twister, if all of its state is seeded"],
    },

    againTitle: "How soon does a deck repeat?",
    againLead: "Among 23 people, it is more likely than not that two share a birthday. " +
        "Decks that are dealt from few seeds repeat in the same way, long before all seeds have been used. " +
        "Here, a fair shuffle deals decks of 52 cards. Its generator is good, but gets " +
        "a new seed of only a few bits for each deck.",
    seedBits: "Bits of the seed",
    deal: "Deal",
    dealAgain: "Deal other decks",
    dealing: "Dealing …",
    decksDealt: "decks dealt",
    pairs: "pairs of equal decks",
    meanLabel: "first repeat, on average",
    /** {pairs, decks, expected, seeds}. */
    pairsCaption: ({ pairs, decks: dealt, expected, seeds }) =>
        `Blue: ${plural(pairs, "pair")} of equal decks among ${count(dealt)}. Orange: ` +
        `what ${count(seeds)} seeds give on average, ${decimal(expected)}.`,
    /** {first, decks, seeds, mean, fairPower, ages}; first: null if no deck occurred again;
     * ages: of the universe, until everyone on Earth has dealt that many. */
    dealt: ({ first, decks: dealt, seeds, mean, fairPower, ages }) =>
        (first === null ? `None of ${count(dealt)} decks came up twice, which is rare. `
                        : `Deck ${count(first)} had come up before. `) +
        `With ${count(seeds)} seeds, the first repeat comes after about ${count(mean)} ` +
        "decks on average: 1.25 times the square root of the number of seeds. With all " +
        `52! orders in play, it would come after about ${ten(fairPower)} decks. If everyone on ` +
        `Earth dealt one per second, that would take ${roughly(ages)} times the age of ` +
        "the universe.",
};
