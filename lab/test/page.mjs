// SPDX-License-Identifier: MIT
//
// page.mjs [--firefox] PAGE.html FAIRAUDIT [TOPIC...] - the page in a real browser, used as a
// person would. TAP on stdout. The topic "smoke" goes once through every part, in half a
// minute. It runs only if it is named, because the other topics test all of this and more.
import { readFileSync } from "node:fs";
import { openBrowser, runChecked, Window } from "./browser.mjs";
import { end, plan, result } from "./tap.mjs";

// Each part of the page is a topic.
const registry = readFileSync(new URL("../src/parts/parts.js", import.meta.url), "utf8");
const parts = [...registry.matchAll(/from "\.\/(\w+)\//g)].map(([, name]) => name);
const topics = ["shell", "access", "share", "language", "haste", ...parts];

const given = process.argv.slice(2);
const browserName = given[0] === "--firefox" ? "firefox" : "chromium";
const [file, fairaudit, ...chosen] = given.filter((word) => word !== "--firefox");
if (!file || !fairaudit) {
    console.error("usage: page.mjs [--firefox] PAGE.html FAIRAUDIT [TOPIC...]");
    process.exit(1);
}
const tests = [];
for (const topic of chosen.length > 0 ? chosen : topics) {
    const module = await import(`./page_${topic}.mjs`);
    for (const [name, run] of Object.entries(module.tests)) {
        // Firefox cannot be told to have a touch screen, or what else the system prefers.
        const { only = browserName, ...options } = module.options?.[name] ?? {};
        if (only === browserName) tests.push({ name: `${topic}: ${name}`, options, run });
    }
}

const browser = await openBrowser(browserName);
async function runInWindow({ name, options, run }) {
    const window = await Window.open(browser, file, options);
    const wrong = [];
    try {
        await runChecked(() => run(window, { file, fairaudit, browser }));
    } catch (error) {
        wrong.push(error.message);
    }
    wrong.push(...window.complaints);
    await window.close();
    result(wrong, name);
}

plan(tests.length);
const waiting = tests.values();
const worker = async () => { for (const test of waiting) await runInWindow(test); };
await Promise.all([worker(), worker()]); // most of the time they wait
await browser.close();
end();
