// SPDX-License-Identifier: MIT
//
// wall.js - texts of the part "All shuffles", in English.
import { count, plural } from "./numbers.js";

export const wall = {
    title: "All shuffles at once",
    lead: "Every shuffle we know, right and wrong, tested at the same time. Rows are " +
        "cards and columns are positions; blue means too rarely, orange too often. The " +
        "sooner a shuffle is caught, the further up it moves.",
    deck: "Deck",
    cards: (n) => `${n} cards`,
    waiting: "waiting",
    running: (trials) => `${plural(trials, "shuffle")} so far`,
    caught: (decided) => `caught after ${plural(decided, "shuffle")}`,
    notCaught: (trials) => `no bias found in ${plural(trials, "shuffle")}`,
    /** The map is blank, but another statistic shows it. */
    caughtBy: (view) => `caught by: ${view}`,
    /** {ended, caught, all}: while the tests run. */
    status: ({ ended, caught, all }) =>
        `${ended} of ${all} tests are done; ${plural(caught, "shuffle")} caught so far.`,
    /** {caught, trials, unfair, fair, failed, falseAlarms}: at the end. unfair, fair: of
     * those that were tested; failed: tests that could not be carried out. */
    summary: ({ caught, trials, unfair, fair, failed, falseAlarms }) => {
        const lost = failed === 0 ? "" : `${plural(failed, "test")} failed, and ` +
            `${failed === 1 ? "is" : "are"} not counted.`;
        if (unfair + fair === 0) return lost;
        const found = caught - falseAlarms;
        const missed = unfair - found;
        return `${found} of ${unfair} unfair shuffles were caught within ` +
            `${count(trials)} runs each. ` +
            (missed === 0 ? "" : missed === 1 ? "The other one needs more. "
                : `The other ${missed} need more. `) +
            (falseAlarms === 0 ? `No bias was found in the ${fair} fair ones.`
                : `${plural(falseAlarms, "fair one")} looked unfair, which happens ` +
                    "about once in a million tests.") +
            (lost && ` ${lost}`);
    },
    close: "Close",
};
