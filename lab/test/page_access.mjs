// SPDX-License-Identifier: MIT
//
// The accessibility tree: what a screen reader finds on each part, by roles and names.
import { check, until } from "./browser.mjs";

const story = (screen) => `#story?screen=${screen}`;

/** What the tree of a view must contain: lines as ariaSnapshot() writes them. */
const views = {
    [story("guess")]: [
        /heading "One of these two shuffles is fair.*" \[level=1\]/,
        /button "A is fair"/, /button "B is fair"/, /tab "JavaScript" \[selected\]/,
    ],
    [story("boxes")]: [
        /button "Order JQK: 4 of 27 ways"/, /button "Order JKQ: 5 of 27 ways"/,
        /button "Next →"/, /link "Screen 4: .*"/,
    ],
    [story("ways")]: [/button "Roll 1: position 2"/, /button "Roll 3: position 3"/],
    [story("deck")]: [/heading "Shuffle A: swap with any card" \[level=2\]/, /img ".*card.*"/i],
    "#race?a=sattolo&b=down&n=8&trials=10000&seed=tree": [
        /heading .* \[level=1\]/, /combobox "Shuffle A"/, /article "Shuffle A|article "Lane A/,
        /img ".*(position|card).*"/i,
    ],
    "#steps?shuffle=down&n=8&seed=tree&step=3": [
        /heading .* \[level=1\]/, /list "[^"]*"/, /listitem.*card \d/i, /slider "Step"/,
        /button "Forward"/, /button "Continue with 2: [^"]+"/,
    ],
    "#exact?shuffle=swap-with-any&n=3": [
        /heading .* \[level=1\]/, /button ".*132.*5 of 27.*"/, /row|table/,
    ],
    "#wall?n=8&trials=1000&seed=tree": [
        /heading .* \[level=1\]/, /listitem/, /button ".*Sattolo.*"|link ".*Sattolo.*"/,
    ],
    "#views?shuffle=rotation&n=10&trials=2000&seed=tree": [
        /heading .* \[level=1\]/, /img|figure/, /button/,
    ],
    "#cases?case=ballot": [/heading .* \[level=1\]/, /button "Load the ballot"/],
    "#decks": [/heading .* \[level=1\]/, /slider/],
    "#yours?example=comparator&seed=tree": [
        /heading .* \[level=1\]/, /textbox "A function.*"/, /button "Run.*|button "Test.*/,
    ],
    "#report?shuffle=sattolo&n=8&trials=10000&seed=tree": [
        /heading .* \[level=1\]/, /table|row/, /img/,
    ],
};

const test = (hash, wanted) => async (window) => {
    await window.go(hash);
    const body = window.page.locator("body");
    let tree = "";
    await until("a tree with all of it", async () => {
        tree = await body.ariaSnapshot();
        return wanted.every((line) => line.test(tree));
    }, 20).catch(() => {
        const missing = wanted.filter((line) => !line.test(tree));
        throw new Error(`not in the tree: ${missing.join("  ")}\n${tree.slice(0, 6000)}`);
    });
    check(/^- main/m.test(tree) && /^\s*- navigation "Parts of the page"/m.test(tree),
          `landmarks:\n${tree.slice(0, 500)}`);
    const titles = await window.page.locator("h1:visible").count();
    check(titles === 1, `${titles} headings of level 1`);
};

// Playwright makes the tree itself, from what the browser knows; one browser will do.
export const options = Object.fromEntries(Object.keys(views).map((hash) =>
    [hash, { only: "chromium" }]));

export const tests = Object.fromEntries(Object.entries(views).map(([hash, wanted]) =>
    [hash, test(hash, wanted)]));
