// SPDX-License-Identifier: MIT
//
// The accessibility tree: what a screen reader finds on each part, by roles and names.
import { check, until } from "./browser.mjs";

const story = (screen) => `#story?screen=${screen}`;

/** What the tree of a view must contain: role, name and states of elements, as ariaSnapshot()
 * writes them. Numbers that depend on the shuffles are part of the names: seeds are fixed. */
const views = {
    [story("guess")]: [
        'heading "One of these two shuffles is fair. Which one?" [level=1]',
        'button "A is fair"', 'button "B is fair"', 'tab "JavaScript" [selected]',
    ],
    [story("boxes")]: [
        'button "Order JQK: 4 of 27 ways"', 'button "Order JKQ: 5 of 27 ways"',
        'button "Next →"', 'link "Screen 4: One small change"',
    ],
    [story("ways")]: ['button "Roll 1: position 2"', 'button "Roll 3: position 3"'],
    [story("deck")]: [
        'heading "Shuffle A: swap with any card" [level=2]',
        'heading "Shuffle B: Fisher-Yates" [level=2]', 'button "Shuffle again"',
        /^img "Card \d+ is (never )?at position \d+/,
    ],
    "#race?a=sattolo&b=down&n=8&trials=10000&seed=tree": [
        'heading "Shuffles, side by side" [level=1]', 'article "Shuffle A"',
        'article "Shuffle B"', 'combobox "Shuffle A"',
        /^img "Card 1 is never at position 1, /,
    ],
    "#steps?shuffle=down&n=8&seed=tree&step=3": [
        'heading "Step by step" [level=1]', 'list "The deck, from the top"',
        'listitem "Position 8: card 1, done"', 'slider "Step"', 'button "Forward"',
        'button "Continue with 2: cards 2 and 7 swap"',
    ],
    "#exact?shuffle=swap-with-any&n=3": [
        'heading "Every possible roll, counted" [level=1]',
        'button "Order 132: 5 of 27 leaves"', 'columnheader "probability"',
        'row "3 5/27 0.1852 +11.1% 132 213 231"',
    ],
    "#wall?n=8&trials=1000&seed=tree": [
        'heading "All shuffles at once" [level=1]', 'button "8 cards" [pressed]',
        'link "Sattolo’s cycle caught after 17 shuffles"',
    ],
    "#views?shuffle=rotation&n=10&trials=2000&seed=tree": [
        'heading "Fair at first sight" [level=1]', 'button "Full report"',
        /^img "Card 1 comes right before card 2 in 100% of shuffles /,
        /^button "Neighbours caught: 1 in 10[⁰¹²³⁴⁵⁶⁷⁸⁹]+" \[pressed\]$/,
    ],
    "#cases?case=ballot": [
        'heading "Famous cases" [level=1]', 'article "The browser ballot"',
        'button "Load the ballot"',
    ],
    "#decks": [
        'heading "52!" [level=1]', 'slider "People"', 'slider "Years"',
        'button "Shuffle the deck"',
    ],
    "#yours?example=comparator&seed=tree": [
        'heading "Is your shuffle fair?" [level=1]', 'button "Test it"',
        'textbox "A function that takes an array, and changes it or returns a new one"',
    ],
    "#report?shuffle=sattolo&n=8&trials=10000&seed=tree": [
        'heading "Sattolo’s cycle is unfair" [level=1]', 'region "Every test in numbers"',
        'columnheader "expected"', /^img "All tests\. \d+ of \d+ tests are beyond /,
    ],
};

/** The elements of a tree: `role "name" [states]`, without what is in them. Names with colons
 * are in quotation marks of YAML, and the text of an item of a list counts as its name. */
function elementsOf(tree) {
    return tree.split("\n").map((line) => {
        const text = line.trim().replace(/^- /, "");
        const [, quoted] = /^'((?:[^']|'')*)'/.exec(text) ?? [];
        if (quoted) return quoted.replaceAll("''", "'");
        const [, item] = /^listitem: "?(.+?)"?$/.exec(text) ?? [];
        if (item) return `listitem "${item}"`;
        return /^\w+(?: "(?:[^"\\]|\\.)*")?(?: \[[^\]]*\])*/.exec(text)?.[0] ?? text;
    });
}

/** Those of the wanted elements that are not in a tree: whole, or as a pattern says. */
function missing(tree, wanted) {
    const elements = elementsOf(tree);
    return wanted.filter((one) => !elements.some((element) =>
        (typeof one === "string" ? element === one : one.test(element))));
}

const treeOf = (window) => window.page.locator("body").ariaSnapshot();

const test = (hash, wanted) => async (window) => {
    await window.go(hash);
    let tree = "";
    await until("a tree with all of it", async () => {
        tree = await treeOf(window);
        return missing(tree, wanted).length === 0;
    }, 20).catch(() => {
        throw new Error(`not in the tree: ${missing(tree, wanted).join("  ")}\n` +
                        elementsOf(tree).join("\n").slice(0, 6000));
    });
    check(/^- main/m.test(tree) && /^\s*- navigation "Parts of the page"/m.test(tree),
          `landmarks:\n${tree.slice(0, 500)}`);
    const titles = await window.page.locator("h1:visible").count();
    check(titles === 1, `${titles} headings of level 1`);
};

// Playwright makes the tree itself, from what the browser knows; one browser will do.
const CONTROL = "what is not in the tree is reported";

export const options = Object.fromEntries([...Object.keys(views), CONTROL].map((name) =>
    [name, { only: "chromium" }]));

export const tests = {
    ...Object.fromEntries(Object.entries(views).map(([hash, wanted]) =>
        [hash, test(hash, wanted)])),

    async [CONTROL](window) {
        await window.go("#report"); // an empty one, which has nothing of all that
        const empty = await treeOf(window);
        for (const [hash, wanted] of Object.entries(views)) {
            const found = wanted.filter((one) => !missing(empty, wanted).includes(one));
            check(found.length === 0, `${hash}: cannot fail: ${found.join("  ")}`);
        }
        // An element that loses its name, its role or its state.
        await window.go("#decks");
        const slider = window.page.getByRole("slider", { name: "People" });
        await slider.evaluate((node) => node.setAttribute("aria-label", "People and more"));
        const button = window.page.getByRole("button", { name: "Shuffle the deck" });
        await button.evaluate((node) => node.setAttribute("role", "link"));
        const lost = missing(await treeOf(window), views["#decks"]).join();
        check(lost === 'slider "People",button "Shuffle the deck"', lost);
    },
};
