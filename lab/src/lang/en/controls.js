// SPDX-License-Identifier: MIT
//
// controls.js - the controls that parts share, in English.
import { plural } from "./numbers.js";

export const controls = {
    shuffle: "Shuffle",
    randomNumbers: "Random numbers",
    fairShuffles: "Fair, if the random numbers are",
    library: "The fairshuf library",
    wrongShuffles: "Wrong",
    fairNumbers: "Fair",
    wrongNumbers: "Wrong",
    /** What stands in the field of a number that depends on the number of cards. */
    automatic: "auto",
    cards: "Cards",
    slider: (label) => `${label}, slider`,
    trials: "Shuffles, at most",
    seed: "Seed",
    newSeed: "New seed",
    newSeedHint: "Use different random numbers",
    presets: "Try these:",
    chooseFile: "Choose a file",
    /** Links to the same shuffle in other parts. */
    compare: "Shuffle it many times",
    compareFair: "Compare it with Fisher-Yates",
    compareNumbers: "Compare it with perfect random numbers",
    steps: "Watch it step by step",
    proof: (cards) => `The proof, with ${plural(cards, "card")}`,
};
