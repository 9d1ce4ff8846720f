// SPDX-License-Identifier: MIT
//
// How every part, screen and case looks: what axe-core and the contrast of controls say, in
// light and dark; whether all of it fits, from the narrowest telephone to a very large screen;
// and that the Chinese page has no English sentences, which the code or the C core left there.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { addresses, complete } from "./addresses.mjs";
import { check } from "./browser.mjs";
import { faintControls } from "./looks_contrast.mjs";
import { misfits } from "./looks_fit.mjs";
import { jumps } from "./looks_jumps.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
                         "utf8");

/** What axe-core has against the page, a line for each. */
async function objections(page, rules) {
    if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(axe);
    const found = await page.evaluate((only) => window.axe.run(document, {
        runOnly: only, resultTypes: ["violations"],
    }), rules);
    return found.violations.map(({ id, nodes }) =>
        `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

const colourFaults = async ({ page }) => {
    await page.keyboard.press("Tab"); // the focus is shown to those who use keys
    const { faults, controls } = await page.evaluate(faintControls);
    check(controls > 10, `only ${controls} controls`);
    return faults;
};

/** What is wrong in light and dark colours. */
async function inBothThemes(window) {
    const light = [...await objections(window.page, ["wcag2a", "wcag2aa", "wcag21aa",
                                                     "best-practice"]),
                   ...await colourFaults(window)];
    await window.page.locator(".theme").evaluate((button) => button.click());
    check(await window.page.evaluate(() => document.documentElement.dataset.theme) === "dark",
          "not dark");
    await window.still();
    const dark = [...await objections(window.page, { type: "rule", values: ["color-contrast"] }),
                  ...await colourFaults(window)];
    return [...light, ...dark.map((text) => `dark: ${text}`)];
}

/** Sizes of the window, and the smallest size of letters there. The narrowest telephone; a
 * usual screen, which is also one of 3840 x 2160 pixels, two for each of CSS; and that one
 * without such a factor, where everything must be larger. */
const SIZES = [[320, 640, 12], [1920, 1080, 12], [3840, 2160, 20]];

async function atSizes(window, sizes) {
    const wrong = [];
    for (const [width, height, least] of sizes) {
        await window.page.setViewportSize({ width, height });
        await window.still();
        const { faults, texts, share } = await window.page.evaluate(misfits, { least });
        check(texts > 10, `only ${texts} texts`);
        if (share < 0.5) faults.push(`a strip of ${share} of the width`);
        wrong.push(...faults.map((text) => `${width}: ${text}`));
    }
    return wrong;
}

const MOST_JUMPS = 0.1; // what web.dev calls good; see looks_jumps.mjs

/** What has jumped since a time, in milliseconds. Only Chromium knows. */
const jumped = async ({ page }, since = 0) =>
    page.evaluate(jumps, { most: MOST_JUMPS, since });

/** Names of three and more English words: Chinese texts have them too. */
const NAMES = ["Reliable Software Technologies", "30 seconds of code"];

/** Texts of three and more English words, where a reader of Chinese would see them. */
const englishTexts = (names) => {
    const withoutNames = (text) => names.reduce((rest, name) => rest.replaceAll(name, ""), text);
    const own = "code, pre, textarea, [lang]:not(html), script, style, noscript, select.language";
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode;
        if (parentElement.closest(own)) continue;
        if (!parentElement.closest("option") && parentElement.getClientRects().length === 0)
            continue;
        if (/[A-Za-z][a-z]+ [A-Za-z]?[a-z]+ [A-Za-z]?[a-z]+/.test(withoutNames(textContent)))
            found.push(textContent.trim().slice(0, 120));
    }
    for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
        for (const name of ["aria-label", "title", "placeholder"]) {
            const text = node.getAttribute(name) ?? "";
            if (!node.closest(own) && /[A-Za-z][a-z]+ [a-z]+ [a-z]+/.test(text))
                found.push(`${name}: ${text.slice(0, 120)}`);
        }
    }
    return [...new Set(found)];
};

const look = (hash) => async (window) => {
    const { page } = window;
    await window.go(hash);
    await complete(window, hash);
    // Colours and words are the same in all browsers; the layout may differ.
    const wrong = window.isFirefox ? []
        : [...await jumped(window), ...await inBothThemes(window)];
    wrong.push(...await atSizes(window, SIZES));
    if (!window.isFirefox) {
        await page.setViewportSize({ width: 320, height: 640 });
        await window.still();
        const changed = await page.evaluate(() => performance.now());
        await page.locator("select.language").selectOption("zh"); // makes the part again
        await complete(window, hash);
        wrong.push(...(await jumped(window, changed)).map((text) => `zh, 320: ${text}`));
        check(/[一-鿿]{4}/.test(await page.locator("main").innerText()), "no Chinese");
        wrong.push(...(await page.evaluate(englishTexts, NAMES)).map((text) => `English: ${text}`));
        wrong.push(...(await atSizes(window, SIZES.slice(0, 1))).map((text) => `zh, ${text}`));
    }
    check(wrong.length === 0, wrong.join("\n"));
};

/** Adds things to the page, each with a class, and says which of them are among the faults. */
async function reported(window, things, find) {
    await window.go("#exact?shuffle=down&n=3");
    await window.untilVerdict("exact-verdict", "proved-fair");
    await window.page.evaluate((all) => {
        const room = document.querySelector("main");
        for (const [name, [tag, css, more]] of Object.entries(all)) {
            const node = document.createElement(tag);
            node.textContent = "Some text";
            node.className = name;
            node.style.cssText = css;
            for (const [key, value] of Object.entries(more ?? {})) node.setAttribute(key, value);
            room.append(node);
        }
    }, things);
    const faults = await find();
    for (const name of Object.keys(things)) {
        const is = faults.some((text) => text.includes(`.${name} `) || text.includes(`.${name}:`));
        check(is === name.startsWith("bad"), `${name}:\n${faults.join("\n")}`);
    }
}

const paper = "background: white; color: black;";
const SHARE = "the dialog Share";

export const options = Object.fromEntries([...Object.keys(addresses), SHARE].map((name) =>
    [name, { bypassCSP: true }])); // for axe-core

export const tests = {
    ...Object.fromEntries(Object.keys(addresses).map((hash) => [hash, look(hash)])),

    async [SHARE](window) {
        await window.go("#decks");
        await window.at("share-open").click();
        await window.at("share").waitFor();
        await window.settled();
        const wrong = window.isFirefox ? [] : await inBothThemes(window);
        wrong.push(...await atSizes(window, SIZES));
        check(wrong.length === 0, wrong.join("\n"));
    },

    async "what is too faint is reported"(window) {
        const button = `${paper} outline-color: black;`;
        await reported(window, {
            "bad-border": ["button", `${button} border: 1px solid #bbb`],
            "good-border": ["button", `${button} border: 1px solid #777`],
            "good-fill": ["button", `${button} background: #767; color: white; border: 0`],
            "bad-alpha": ["button", `${button} border: 1px solid rgb(0 0 0 / 30%)`],
            "bad-opacity": ["button", `${button} border: 1px solid #777; opacity: 0.7`],
            "good-disabled": ["button", `${button} border: 1px solid #bbb`, { disabled: "" }],
            "bad-field": ["input", "background: #f7f5f0; border: 0", { type: "text" }],
            "bad-slider": ["input", "accent-color: #ccc", { type: "range" }],
            "bad-link": ["a", "color: #999", { href: "#exact" }],
            "bad-state": ["button", `${button} border: 1px solid #777; color: #1b4f8f`,
                          { "aria-pressed": "true" }],
            "good-state": ["button", `${button} border: 1px solid #777;` +
                           "box-shadow: inset 0 0 0 2px #1b4f8f", { "aria-pressed": "true" }],
            "bad-mark": ["mark", `${paper} text-decoration: underline #ddd`],
            "bad-focus": ["button", `${paper} border: 1px solid #777; outline: 3px solid #ccc`],
            "bad-nothing": ["button", `${paper} border: 1px solid #777; outline: none`],
        }, () => colourFaults(window));
    },

    async "what jumps is reported"(window) {
        await window.go("#exact?shuffle=down&n=3");
        await window.untilVerdict("exact-verdict", "proved-fair");
        await window.settled();
        const since = await window.page.evaluate(() => performance.now());
        const push = (height) => window.page.evaluate((pixels) => {
            const node = document.createElement("div");
            node.style.height = `${pixels}px`;
            document.querySelector("main").prepend(node);
        }, height);
        check((await jumped(window, since)).length === 0, "something jumped");
        await push(4);
        await window.still();
        check((await jumped(window, since)).length === 0, "4 pixels are reported");
        await push(300);
        await window.still();
        const [first = "nothing"] = await jumped(window, since);
        check(/^jump of 0\.\d+ .*section\.part exact/.test(first), first);
    },

    async "what does not fit is reported"(window) {
        const at = (left) => `position: absolute; top: 300px; left: ${left}px;`;
        await reported(window, {
            "bad-wide": ["p", "width: 3000px; text-align: right"],
            "bad-cut": ["p", "width: 40px; overflow: hidden; white-space: nowrap"],
            "good-scroll": ["p", "width: 40px; overflow: auto; white-space: nowrap"],
            "bad-small": ["p", "font-size: 11px"],
            "good-size": ["p", "font-size: 12px"],
            "bad-below": ["p", at(600)],
            "good-above": ["p", at(630)], // the first of two is named
        }, async () => (await window.page.evaluate(misfits, { least: 12 })).faults);
    },
};
