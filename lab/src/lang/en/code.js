// SPDX-License-Identifier: MIT
//
// code.js - texts of the code panel, in English. Backquotes enclose code.

export const code = {
    heading: "The code",
    badNumbers: "This code is fair. The random numbers that it gets are not.",
    label: (title) => `Code: ${title}`,
    languages: "Programming language",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Could not copy",
    wrong: "What is wrong",
    wasWrong: "What was wrong",
    right: "Why it is fair",
    wrongToken: "wrong:", // for screen readers, before the marked code
    fixedToken: "fixed:",
    fix: "Fix:",
    fixed: "Fixed:",
    fixInstead: (token, fix) => ["write ", fix, " instead of ", token],
    fixDelete: (token) => ["delete ", token],
    fixedInstead: (token, fix) => [fix, " instead of ", token],
    fixedDelete: (token) => [token, " is deleted"],
    and: ", and ", // between two fixes
    stop: ".",
    change: (token, fix) => (fix ? `Change ${token} to ${fix}` : `Delete ${token}`),
    // What the functions do that are not shown.
    helpers: {
        random: "`random(k)` returns a whole number from 0 to k − 1, each equally " +
            "likely.",
        fraction: "`fraction()` returns a number that is at least 0 and below 1, all " +
            "equally likely.",
    },
};
