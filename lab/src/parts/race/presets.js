// SPDX-License-Identifier: MIT
//
// presets.js - pairs of shuffles worth a look. Their texts are in say.race.pairs, by id.

/** What of the state makes a preset. */
export const keys = ["a", "da", "b", "db", "n"];

/** The pairs; `see`: the address of another part that shows more. */
export const presets = [
    { id: "any", state: { a: "swap-with-any", b: "down", n: "10" } },
    { id: "sattolo", state: { a: "sattolo", b: "down", n: "10" } },
    { id: "coin", state: { a: "coin-timsort", b: "coin-quick-random", n: "10" } },
    { id: "poker", state: { a: "never-last", da: "clock-seeded", b: "down", n: "52" } },
    { id: "riffles", state: { a: "riffle:7", b: "riffle:12", n: "52" } },
    { id: "modulo",
      state: { a: "down", da: "modulo:8", b: "down", db: "modulo:15", n: "52" } },
    { id: "calm", state: { a: "even-only", b: "down", db: "few-seeds:16", n: "10" },
      see: "#views" },
    { id: "library", state: { a: "library/shuffle", b: "library/permutation", n: "52" } },
];
