// SPDX-License-Identifier: MIT
//
// page.js - the page around the parts, in English.

export const page = {
    /** The titles of the tabs, by part. */
    tabs: {
        story: "The story",
        race: "Compare",
        steps: "Step by step",
        exact: "The proof",
        wall: "All shuffles",
        views: "Hidden bias",
        cases: "Famous cases",
        decks: "52! orders",
        yours: "Try yours",
        report: "Report",
    },
    /** What is behind each tab, as a tooltip. */
    hints: {
        story: "Why a common way to shuffle is unfair, in seven screens",
        race: "Two shuffles side by side: where does each card end up?",
        steps: "One shuffle, roll by roll, with its code",
        exact: "Every possible roll, counted: the exact probabilities",
        wall: "Every shuffle we know, and how soon the unfair ones are caught",
        views: "Shuffles that look fair but aren’t, and what gives them away",
        cases: "Shuffles that went wrong in public, and traps in code",
        decks: "How many orders 52 cards have, and how few a seed can reach",
        yours: "Test your own code, or a file of orders",
        report: "The verdict, what it means, and all pictures",
    },
    title: (part) => `${part} · fairshuf lab`,
    parts: "Parts of the page",
    skip: "Skip to the content",
    language: "Language",
    light: "Light",
    dark: "Dark",
    toLight: "Switch to light colours",
    toDark: "Switch to dark colours",
    about: (tool) => `fairshuf shuffles files and arrays, and tests other shuffles for bias. ` +
        `This page runs its C code (${tool}), compiled to WebAssembly. Nothing leaves your ` +
        "browser.",
    licences: "Licences for this page and everything in it",
    /** What of an address cannot be shown. used: [name, shown, asked for]; ignored: [name,
     * asked for]. */
    replaced: (used, ignored) => "The page cannot show everything that this address asks " +
        "for." +
        (used.length === 0 ? "" : ` It uses ${used.map(([name, shown, asked]) =>
            `${name} = ${shown} instead of ${asked}`).join(", ")}.`) +
        (ignored.length === 0 ? "" : ` It ignores ${ignored.map(([name, asked]) =>
            `${name} = ${asked}`).join(", ")}.`),
    /** What the settings in an address are called. */
    settings: {
        part: "part", lang: "language", n: "cards", trials: "shuffles",
        trial: "shuffle number", step: "step", speed: "speed", choose: "chosen rolls",
        die: "random numbers", da: "random numbers of A", db: "random numbers of B",
        screen: "screen", order: "order", sort: "order of the bars",
        height: "height of the bars", open: "shuffle to open", view: "statistic",
        case: "case", hand: "seed of the hand", loads: "times loaded",
        ballot: "seed of the ballot", xor: "swaps", word: "bits of a word", sides: "n",
        seed: "seed", deal: "seed of the deal", mine: "seed of your deck",
        people: "people", rate: "decks per second", years: "years", zoom: "zoom",
        bits: "bits", deck: "cards", seeds: "bits of the seed",
        example: "example", random: "source of random numbers",
    },
};
