// SPDX-License-Identifier: MIT
//
// Will it shuffle? Verdicts of right and wrong shuffles, live, and the page stays awake.
import { readFileSync } from "node:fs";
import { check, until } from "./browser.mjs";
import { jsonOf, timeless } from "./native.mjs";

/** The cells of a heat map: all of a colour are one path. */
const cells = (window, name) => window.at(name).locator("svg path[fill][d]").evaluateAll(
    (paths) => paths.map((path) => path.outerHTML).sort().join(" "));

/** The same, when they change no more: the last drawing comes after the verdict. */
async function cellsAtRest(window, name) {
    let last;
    await until("a map at rest", async () => {
        const before = last;
        last = await cells(window, name);
        if (last !== before) await window.page.waitForTimeout(400);
        return last === before;
    });
    return last;
}

const done = (window, lane) => until(`the end of lane ${lane}`, () =>
    window.at(`race-report-${lane}`).isEnabled(), 60);

export const tests = {
    async "at first sight: one is wrong, one is not"(window) {
        await window.go();
        await window.untilVerdict("race-verdict-a", "unfair", 20);
        const state = await window.state();
        check(state.seed?.length >= 4,
              `no seed in the address: ${JSON.stringify(state)}`);
        check(await window.verdict("race-verdict-b") !== "unfair",
              "the fair one is unfair");
        await until("an evidence curve", async () =>
            await window.at("race-curve-a").locator("svg path").count() > 0);
    },

    async "verdicts of right and wrong shuffles"(window) {
        for (const [a, b] of [["sattolo", "up"], ["never-last", "inside-out"],
                              ["swap-with-any", "original"]]) {
            await window.go(`#race?a=${a}&b=${b}&n=8&trials=10000&seed=verdicts`);
            await window.untilVerdict("race-verdict-a", "unfair");
            await done(window, "b");
            check(await window.verdict("race-verdict-b") === "no-evidence",
                  `${b} is suspected`);
        }
    },

    async "dice that are wrong, and the library"(window) {
        await window.go("#race?a=down&da=modulo:4&b=library/shuffle&n=6&trials=100000" +
                        "&seed=dice");
        await window.untilVerdict("race-verdict-a", "unfair");
        await done(window, "b");
        check(await window.verdict("race-verdict-b") === "no-evidence",
              "the library is suspected");
    },

    async "the same address is the same view, as the native tool has it"(window,
                                                                         { fairaudit }) {
        const hash = "#race?a=math-round&n=7&trials=5000&seed=again&b=";
        const seen = [];
        for (let i = 0; i < 2; i++) {
            await window.go(hash);
            await done(window, "a");
            seen.push(await window.text("race-words-a") +
                      await cellsAtRest(window, "race-heat-a"));
        }
        check(/<path/.test(seen[0]), "no cells");
        check(seen[0] === seen[1], "two views differ");
        await window.at("race-report-a").click();
        const [download] = await Promise.all([
            window.page.waitForEvent("download"), window.at("report-json").click()]);
        const ours = readFileSync(await download.path(), "utf8");
        const native = jsonOf(fairaudit, ["-a", "math-round", "-n", "7", "-t", "5000",
                                          "--seed=again"]);
        check(timeless(ours).join() === timeless(native).join(),
              "another report than the native one");
    },

    async "controls change the address, and the address the controls"(window) {
        await window.go("#race?a=down&n=5&trials=1000&seed=s");
        await window.at("race-shuffle-a").selectOption("riffle");
        await until("the name",
                    async () => (await window.state()).a?.startsWith("riffle"));
        await window.at("race-n").fill("9");
        await window.at("race-n").press("Enter");
        await until("the number", async () => (await window.state()).n === "9");
        await window.at("race-seed-new").click();
        await until("another seed", async () => (await window.state()).seed !== "s");
        await window.go("#race?a=transpositions:30&n=11&trials=1000&seed=s");
        check(await window.at("race-shuffle-a").inputValue() === "transpositions",
              "the shuffle");
        check(await window.at("race-shuffle-a-parameter").inputValue() === "30",
              "its number");
        check(await window.at("race-n").inputValue() === "11", "the cards");
    },

    async "millions, and the page stays awake"(window) {
        await window.page.addInitScript(() => {
            window.pauses = [];
            let last = performance.now();
            const look = (now) => {
                window.pauses.push(now - last);
                last = now;
                requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        });
        await window.go("#race?a=down&b=up&n=60&trials=10000000&seed=long");
        await window.page.waitForTimeout(4000);
        const pauses = await window.page.evaluate(
            () => window.pauses.sort((a, b) => a - b));
        const usual = pauses[Math.floor(pauses.length / 2)];
        console.log(`# a frame each ${Math.round(usual)} ms, at worst ` +
                    `${Math.round(pauses.at(-1))} ms`);
        // A machine with other work to do is given time.
        check(usual < 200, `a frame each ${usual} ms`);
        await window.at("race-stop").click({ timeout: 5000 });
        await done(window, "a");
        await done(window, "b");
    },

    async "a second lane can be closed, and a parameter refused"(window) {
        await window.go("#race?a=down&b=up&n=5&trials=1000&seed=s");
        await window.at("race-close-b").click();
        await until("one lane", async () => await window.at("race-lane-b").count() === 0);
        await window.go("#race?a=riffle:0&n=5&trials=1000&seed=s&b=");
        const told = await until("a message", () => window.text("race-message-a"));
        check(told.length > 5, told);
    },
};
