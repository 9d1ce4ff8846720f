// SPDX-License-Identifier: MIT
//
// presets.js - races worth a look, and what to look for.

/** What of the state makes a preset. */
export const keys = ["a", "da", "b", "db", "n"];

/** The races; `see`: where else to look. */
export const presets = [
    { title: "The popular mistake",
      state: { a: "swap-with-any", b: "down", n: "10" },
      note: "Both swap every card once. One of them with any place, and the diagonal " +
          "gives it away." },
    { title: "Sattolo",
      state: { a: "sattolo", b: "down", n: "10" },
      note: "The diagonal is empty: no card can stay. Right for a random cycle, wrong " +
          "as a shuffle." },
    { title: "Sorting with a coin",
      state: { a: "coin-timsort", b: "coin-quick-random", n: "10" },
      note: "A sort with a random comparison is a wrong shuffle, but for one: " +
          "quicksort that takes any card as its pivot." },
    { title: "Poker, 1999",
      state: { a: "never-last", da: "clock-seeded", b: "down", n: "52" },
      note: "The last card cannot stay last, and all decks come from 86,400,000 seeds: " +
          "the milliseconds of a day." },
    { title: "7 or 12 riffles",
      state: { a: "riffle:7", b: "riffle:12", n: "52" },
      note: "Seven riffles are found after some dozens of decks, twelve after some ten " +
          "thousands: nearer to fair, but not there." },
    { title: "rand() % n, 8 or 15 bits",
      state: { a: "down", da: "modulo:8", b: "down", db: "modulo:15", n: "52" },
      note: "The remainder favours small numbers. With 15 bits by so little that a " +
          "million decks do not show it: no evidence is not fair." },
    { title: "Calm, and yet unfair",
      state: { a: "even-only", b: "down", db: "few-seeds:16", n: "10" },
      note: "Every card is at every place equally often, but half of all orders, or " +
          "most of them, never come.",
      see: { href: "#views", title: "What finds them" } },
    { title: "The library",
      state: { a: "library/shuffle", b: "library/permutation", n: "52" },
      note: "Our own. Of a fair shuffle no audit can say more than that nothing was " +
          "found." },
];
