// SPDX-License-Identifier: MIT
//
// lab.mjs FOLDER FAIRAUDIT [frames] - how fast the lab is: its core against the native program
// on one thread, taking turns; how soon the page of FOLDER is ready; and how long its frames
// take while two shuffles of 52 cards play step by step. With "frames", only the last.
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, until, Window } from "../lab/test/browser.mjs";
import { loadCore } from "../lab/src/core.js";

const TURNS = 5;
const TRIALS = 100000;
const decks = [10, 52];

const PLAY = 15000; // milliseconds of playing: 33 steps
const PLAYED = "#steps?shuffle=swap-with-any-down&with=down&n=52&seed=bench&speed=5";

const [folder, fairaudit, only = ""] = process.argv.slice(2);
if (!folder || !fairaudit || !["", "frames"].includes(only)) {
    console.error("usage: lab.mjs FOLDER FAIRAUDIT [frames]");
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

/** Milliseconds between frames while the page plays, once it has nothing else to do. */
async function frameTimes(browser) {
    const window = await Window.open(browser, join(folder, "lab.html"));
    await window.go(PLAYED);
    await until("all facts", async () => {
        const facts = await window.at("steps-ways").allInnerTexts();
        return facts.length === 2 && facts.every((text) => !text.endsWith("…"));
    }, 120);
    const times = await window.page.evaluate((milliseconds) => new Promise((done) => {
        const seen = [];
        const frame = (now) => {
            seen.push(now);
            if (now - seen[0] < milliseconds) requestAnimationFrame(frame);
            else done(seen.slice(1).map((time, i) => time - seen[i]));
        };
        document.querySelector("[data-test=steps-play]").click();
        requestAnimationFrame(frame);
    }), PLAY);
    await window.close();
    return times;
}

/** The value below which a share of all values are. */
const percentile = (values, share) =>
    values.sort((a, b) => a - b)[Math.floor(values.length * share)];
const middle = (values) => percentile(values, 0.5);
const thousands = (value) => `${Math.round(value / 1000)} thousand/s`.padStart(14);

async function audits() {
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
}

async function start(browser) {
    const ready = [];
    for (let turn = 0; turn < TURNS; turn += 1) ready.push(await untilReady(browser));
    console.log(`page: ${statSync(join(folder, "lab.html")).size} bytes, ready after ` +
                `${Math.round(middle(ready))} ms`);
}

async function frames(browser) {
    const times = await frameTimes(browser);
    const [half, most, longest] = [0.5, 0.95, 1].map((share) =>
        percentile(times, Math.min(share, 1 - 1e-9)).toFixed(1));
    console.log(`two shuffles of 52 cards, playing: frames of ${half} ms, 95 % within ` +
                `${most} ms, the longest ${longest} ms`);
}

if (only === "") await audits();
const browser = await openBrowser();
if (only === "") await start(browser);
await frames(browser);
await browser.close();
