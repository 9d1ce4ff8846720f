// SPDX-License-Identifier: MIT
//
// lab.mjs FOLDER FAIRAUDIT - how fast the lab is: its core against the native program on one
// thread, taking turns; and how soon the page of FOLDER is ready.
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, Window } from "../lab/test/browser.mjs";
import { loadCore } from "../lab/src/core.js";

const TURNS = 5;
const TRIALS = 100000;
const decks = [10, 52];

const [folder, fairaudit] = process.argv.slice(2);
if (!folder || !fairaudit) {
    console.error("usage: lab.mjs FOLDER FAIRAUDIT");
    process.exit(1);
}

/** Orders a second of an audit of Fisher-Yates by a module. */
function byCore(core, n) {
    const audit = core.audit({ shuffle: "down", n, seed: "bench", trials: TRIALS });
    const begun = performance.now();
    while (audit.count < audit.wanted()) audit.fill(4096);
    const seconds = (performance.now() - begun) / 1000;
    audit.close();
    return TRIALS / seconds;
}

/** The same by the program, as it says itself. */
function byProgram(n) {
    const { stdout } = spawnSync(fairaudit, ["-a", "down", "-n", n, "-t", TRIALS, "--json",
                                             "--seed=bench", "--threads=1"]);
    return TRIALS / JSON.parse(stdout).seconds;
}

/** Milliseconds until the page is ready. */
async function untilReady(browser) {
    const window = await Window.open(browser, join(folder, "lab.html"));
    const begun = performance.now();
    await window.page.goto(window.address);
    await window.page.waitForSelector("html[data-ready]");
    const took = performance.now() - begun;
    await window.close();
    return took;
}

const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const thousands = (value) => `${Math.round(value / 1000)} thousand/s`.padStart(14);

const core = await loadCore(readFileSync(join(folder, "lab.wasm")));
for (const n of decks) {
    const seen = { native: [], page: [] };
    for (let turn = 0; turn < TURNS; turn += 1) {
        seen.native.push(byProgram(n));
        seen.page.push(byCore(core, n));
    }
    const native = middle(seen.native);
    console.log(`${n} cards, whole audit`);
    for (const [name, values] of Object.entries(seen))
        console.log(`  ${name.padEnd(10)}${thousands(middle(values))}  ` +
                    `${(middle(values) / native).toFixed(2)} of native`);
}
const browser = await openBrowser();
const ready = [];
for (let turn = 0; turn < TURNS; turn += 1) ready.push(await untilReady(browser));
await browser.close();
console.log(`page: ${statSync(join(folder, "lab.html")).size} bytes, ready after ` +
            `${Math.round(middle(ready))} ms`);
