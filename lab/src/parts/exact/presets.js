// SPDX-License-Identifier: MIT
//
// presets.js - laws worth a look.

/** What of the state makes a preset. */
export const keys = ["shuffle", "die", "n"];

/** The laws. */
export const presets = [
    { title: "The popular mistake", state: { shuffle: "swap-with-any", n: 3 } },
    { title: "Fisher-Yates", state: { shuffle: "down", n: 3 } },
    { title: "Sattolo", state: { shuffle: "sattolo", n: 4 } },
    { title: "Poker, 1999", state: { shuffle: "never-last", n: 4 } },
    { title: "Sorting with a coin", state: { shuffle: "coin-timsort", n: 5 } },
    { title: "720 orders, sorted",
      state: { shuffle: "swap-with-any", n: 6, sort: "probability" } },
    { title: "rand() % n, 15 bits",
      state: { shuffle: "down", die: "modulo:15", n: 5, height: "difference" } },
    { title: "7 riffles, 52 cards", state: { shuffle: "riffle:7", n: 52 } },
];
