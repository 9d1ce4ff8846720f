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
        wall: "Every shuffle we know, sorted by how soon it is caught",
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
    /** Numbers of an address that cannot be shown: [name, shown, asked for]. */
    replaced: (items) => "The page cannot show everything that this address asks for. " +
        "It uses " +
        `${items.map(([name, shown, asked]) => `${name} = ${shown} instead of ${asked}`)
            .join(", ")}.`,
    /** What the numbers of an address are called. */
    numbers: { n: "cards", trials: "shuffles", trial: "shuffle number", step: "step",
               speed: "speed" },
};
