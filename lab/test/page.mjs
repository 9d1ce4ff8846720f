// SPDX-License-Identifier: MIT
//
// page.mjs [--firefox|--shell] PAGE.html FAIRAUDIT [TOPIC[:WORDS]...] - the page in a real
// browser, used as a person would: Chromium, Firefox, or Chromium's headless shell. TAP on
// stdout. With WORDS, only the tests of the topic whose names contain them. The topic "smoke"
// goes once through every part, in half a minute. It runs only if it is named, because the
// other topics test all of this and more.
import { openBrowser, runChecked, Window, wishesOf } from "./browser.mjs";
import { parts } from "./parts.mjs";
import { end, plan, result } from "./tap.mjs";

// Each part of the page is a topic.
const topics = ["shell", "looks", "access", "share", "haste", "faults", ...parts];

const given = process.argv.slice(2);
const flags = { "--firefox": "firefox", "--shell": "chromium-shell" };
const browserName = flags[given[0]] ?? "chromium";
const engine = browserName.split("-")[0];
const [file, fairaudit, ...chosen] = given.filter((word) => !(word in flags));
if (!file || !fairaudit) {
    console.error("usage: page.mjs [--firefox|--shell] PAGE.html FAIRAUDIT [TOPIC[:WORDS]...]");
    process.exit(1);
}
const tests = [];
for (const word of chosen.length > 0 ? chosen : topics) {
    const [topic, words = ""] = word.split(/:(.*)/s);
    const module = await import(`./page_${topic}.mjs`);
    for (const [name, run] of Object.entries(module.tests)) {
        // `only` names the engine, if the other one, or its driver, cannot do it.
        const { only = engine, ...options } = module.options?.[name] ?? {};
        if (only === engine && name.includes(words))
            tests.push({ name: `${topic}: ${name}`, options, run });
    }
}

async function runInWindow(browser, { name, options, run }) {
    const begun = Date.now();
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
    console.log(`# ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

/** Runs what is left of the tests. Each worker has a browser of its own: of all windows of a
 * Firefox only one has the focus, and the others get no clicks from keys. */
async function work(left) {
    let browser = null;
    let wishes = "";
    for (const test of left) {
        const needed = wishesOf(browserName, test.options);
        if (!browser || needed !== wishes) {
            await browser?.close();
            browser = await openBrowser(browserName, test.options);
            wishes = needed;
        }
        await runInWindow(browser, test);
    }
    await browser?.close();
}

plan(tests.length);
const key = ({ options }) => wishesOf(browserName, options);
tests.sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)))); // it is stable
const left = tests.values();
await Promise.all([work(left), work(left), work(left)]); // most of the time they wait
end();
