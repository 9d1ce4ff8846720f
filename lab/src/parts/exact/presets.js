// SPDX-License-Identifier: MIT
//
// presets.js - proofs to look at. say.exact.presets has their titles.

/** What of the state makes a preset. */
export const keys = ["shuffle", "die", "n"];

/** The proofs. */
export const presets = [
    { id: "any", state: { shuffle: "swap-with-any", n: 3 } },
    { id: "fair", state: { shuffle: "down", n: 3 } },
    { id: "sattolo", state: { shuffle: "sattolo", n: 3 } },
    { id: "poker", state: { shuffle: "never-last", n: 4 } },
    { id: "coin", state: { shuffle: "coin-timsort", n: 4 } },
    { id: "sorted", state: { shuffle: "swap-with-any", n: 6, sort: "probability" } },
    { id: "modulo",
      state: { shuffle: "down", die: "modulo:15", n: 5, height: "difference" } },
    { id: "riffle", state: { shuffle: "riffle:7", n: 52 } },
];
