// SPDX-License-Identifier: MIT
//
// cases.js - shuffles that the map of positions does not give away, and the statistic that
// does. All but Sattolo's put every card at every position equally often, or nearly so. Their
// texts are in say.views.caseTexts, by id.
//
// Seeds are fixed, so that a case is the same for everybody. They hardly matter: 6 to 30
// seeds of each case were tried, and none changed what positions and the named statistic
// find. The exception is "cut": with 6 of 60 seeds, positions found something. All its rows
// are copies of one row, so that chance does the same to all of them, and the test takes
// them for independent. The seed here is one of the other 54.

/** What of the state makes a case, whatever view it shows. */
export const keys = ["shuffle", "die", "n", "trials", "seed"];

/** The cases: `state` is their address. */
export const cases = [
    { id: "cut", state: { shuffle: "rotation", n: 10, trials: 20000, seed: "3",
                          view: "successor" } },
    { id: "affine", state: { shuffle: "affine", n: 13, trials: 20000, seed: "1",
                             view: "fixed-points" } },
    { id: "even", state: { shuffle: "even-only", n: 10, trials: 20000, seed: "1",
                           view: "sign" } },
    { id: "swaps", state: { shuffle: "distinct-swaps:52", n: 10, trials: 20000, seed: "1",
                            view: "cycles" } },
    { id: "random", state: { shuffle: "transpositions:156", n: 52, trials: 20000, seed: "1",
                             view: "fixed-points" } },
    { id: "merge", state: { shuffle: "coin-merge", n: 16, trials: 20000, seed: "1",
                            view: "lehmer" } },
    { id: "keys", state: { shuffle: "keys:9", n: 52, trials: 20000, seed: "1",
                           view: "descents" } },
    { id: "riffles", state: { shuffle: "riffle:8", n: 52, trials: 20000, seed: "2",
                              view: "inverse-descents" } },
    { id: "kept", state: { shuffle: "keeps-the-deck", n: 10, trials: 20000, seed: "1",
                           view: "serial-fixed-points" } },
    { id: "seeds", state: { shuffle: "down", die: "few-seeds:16", n: 52, trials: 2000,
                            seed: "1", view: "repeats" } },
    { id: "clock", state: { shuffle: "down", die: "clock-seeded", n: 52, trials: 40000,
                            seed: "1", view: "repeats" } },
    { id: "cycle", state: { shuffle: "sattolo", n: 10, trials: 20000, seed: "1",
                            view: "cycles" } },
    { id: "fair", state: { shuffle: "down", n: 10, trials: 20000, seed: "1",
                           view: "cycles" } },
];
