// SPDX-License-Identifier: MIT
//
// cases.js - shuffles worth a look from another side: what they are, and the view that
// tells. All but Sattolo's put every card at every place equally often, or nearly so.
//
// Seeds are fixed, so that a case is the same for everybody. They do not matter much: of
// the 6 to 30 seeds tried of each case none changed what is noticed, by positions or by
// the view that is named. But for one: of 60 seeds of "Cut once", positions noticed
// something with 6. Its rows are copies of one another, so that what chance does to one
// it does to all, and the test takes them for independent. The seed here is one of the
// 54.

/** What of the state makes a case, whatever view it shows. */
export const keys = ["shuffle", "die", "n", "trials", "seed"];

/** The cases: `state` is their address; `line` says what is done, not what is found. */
export const cases = [
    {
        title: "Cut once",
        line: "The deck is cut at a random place. That is all.",
        state: { shuffle: "rotation", n: 10, trials: 20000, seed: "3",
                 view: "successor" },
    },
    {
        title: "Multiply and add",
        line: "Place i gets card a·i + b, modulo 13. Pairs of cards are fair, too.",
        state: { shuffle: "affine", n: 13, trials: 20000, seed: "1",
                 view: "fixed-points" },
    },
    {
        title: "Even orders only",
        line: "Fisher-Yates, and one more swap if the order is odd.",
        state: { shuffle: "even-only", n: 10, trials: 20000, seed: "1",
                 view: "sign" },
    },
    {
        title: "52 swaps of two different cards",
        line: "Plenty for 10 cards, and each swap really swaps.",
        state: { shuffle: "distinct-swaps:52", n: 10, trials: 20000, seed: "1",
                 view: "cycles" },
    },
    {
        title: "Three swaps for each card",
        line: "156 times, two random places of 52 are swapped.",
        state: { shuffle: "transpositions:156", n: 52, trials: 20000, seed: "1",
                 view: "fixed-points" },
    },
    {
        title: "Merge sort with a coin",
        line: "16 cards, sorted by a comparison that flips a coin.",
        state: { shuffle: "coin-merge", n: 16, trials: 20000, seed: "1",
                 view: "lehmer" },
    },
    {
        title: "Sorted by keys of 9 bits",
        line: "Two cards may get the same key, and then keep their order.",
        state: { shuffle: "keys:9", n: 52, trials: 20000, seed: "1",
                 view: "descents" },
    },
    {
        title: "Eight riffles",
        line: "One more than the famous seven.",
        state: { shuffle: "riffle:8", n: 52, trials: 20000, seed: "2",
                 view: "inverse-descents" },
    },
    {
        title: "The deck is not put back",
        line: "Each shuffle starts from the order that the last one left.",
        state: { shuffle: "keeps-the-deck", n: 10, trials: 20000, seed: "1",
                 view: "serial-fixed-points" },
    },
    {
        title: "A seed of 16 bits",
        line: "A fair shuffle and a good generator, started anew for each deck.",
        state: { shuffle: "down", die: "few-seeds:16", n: 52, trials: 2000, seed: "1",
                 view: "repeats" },
    },
    {
        title: "Seeded by the clock",
        line: "The milliseconds since midnight, as in the poker game of 1999.",
        state: { shuffle: "down", die: "clock-seeded", n: 52, trials: 40000, seed: "1",
                 view: "repeats" },
    },
    {
        title: "Sattolo's cycle",
        line: "Positions show this one, too. Cycles show what it is.",
        state: { shuffle: "sattolo", n: 10, trials: 20000, seed: "1",
                 view: "cycles" },
    },
    {
        title: "Fisher-Yates",
        line: "The right one: nothing should notice anything.",
        state: { shuffle: "down", n: 10, trials: 20000, seed: "1",
                 view: "cycles" },
    },
];
