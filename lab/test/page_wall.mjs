// SPDX-License-Identifier: MIT
//
// "All shuffles": every shuffle, sorted by when they were caught.
import { check, until } from "./browser.mjs";
import { jsonOf } from "./native.mjs";

const HASH = "#wall?n=8&trials=2000&seed=wall";

/** Waits until all audits are done. */
const allDone = (window) => until("all audits", async () =>
    await window.page.locator("#part-wall").getAttribute("data-ended") === "40" &&
    /unfair shuffles were caught/.test(await window.text("wall-status")), 120);

/** The tiles in their order: {name, caught}; caught: null if not. */
const tiles = (window) => window.page.locator("#part-wall .wall-tile")
    .evaluateAll((links) => links.map((link) => {
        const { test, caught } = link.dataset;
        return { name: test.slice(5), caught: caught ? Number(caught) : null,
                 text: link.innerText };
    }));

export const options = {
    "fits a telephone, in two or three columns": {
        viewport: { width: 390, height: 844 } },
    "nothing moves if less motion is wanted": { reducedMotion: "reduce" },
};

export const tests = {
    async "every shuffle, sorted by when it was caught, as by the command"(window,
                                                                         { fairaudit }) {
        await window.go(HASH);
        await allDone(window);
        const shown = await tiles(window);
        const { shuffles } = JSON.parse(jsonOf(fairaudit, ["--list"]));
        check(shown.length === shuffles.length, `${shown.length} tiles`);
        const caught = shown.filter((tile) => tile.caught !== null);
        check(caught.length > 20, `only ${caught.length} caught`);
        for (let i = 1; i < shown.length; i += 1)
            check((shown[i - 1].caught ?? Infinity) <= (shown[i].caught ?? Infinity),
                  `${shown[i].name} is in the wrong place`);
        for (const { name, caught: after, text } of shown) {
            const { fair } = shuffles.find((one) => one.name === name);
            check(!fair || after === null, `${name} is fair`);
            check(after === null ? /no bias found in 2,000/.test(text)
                : text.includes(`caught after ${after.toLocaleString("en")} shuffle`),
                    text);
        }
        for (const name of ["sattolo", "swap-with-any", "even-only", "down"]) {
            const report = JSON.parse(jsonOf(fairaudit, [
                "-a", name, "-n", "8", "--trials=2000", "--all-trials", "--seed=wall"]));
            check(report.decided === shown.find((tile) => tile.name === name).caught,
                  `${name}: the command says ${report.decided}`);
        }
        const even = shown.find(({ name }) => name === "even-only");
        check(/caught by: /.test(even.text), even.text);
        const sattolo = shown.find(({ name }) => name === "sattolo");
        check(!/caught by: /.test(sattolo.text), "its map shows it");
        const voice = await window.text("wall-voice");
        check(voice.includes(`${caught.length} of 32 unfair`), voice);
    },

    async "a tile opens by keyboard, Escape closes it, the focus comes back"(window) {
        const { page } = window;
        await window.go(HASH);
        await allDone(window);
        await window.at("wall-sattolo").focus();
        await page.keyboard.press("Enter");
        await until("the dialog", () => window.at("wall-dialog").isVisible());
        check((await window.state()).open === "sattolo", "not in the address");
        await window.untilVerdict("wall-verdict", "unfair");
        check(await window.at("wall-map").locator("svg path[d]").count() > 1, "no map");
        const code = await window.at("wall-dialog").locator("pre").first().innerText();
        check(/random\(/.test(code), "no code");
        for (const part of ["race", "steps", "exact"])
            check(await window.at(`wall-to-${part}`).isVisible(), `no way to ${part}`);
        await page.keyboard.press("Escape");
        await until("the end of the dialog", async () =>
            !await window.at("wall-dialog").isVisible());
        check(!(await window.state()).open, "still in the address");
        check(await page.evaluate(() => document.activeElement.dataset.test) ===
              "wall-sattolo", "the focus is elsewhere");
    },

    async "an address opens a tile, Back and a click beside it close it"(window) {
        const { page } = window;
        await window.go(HASH);
        await window.at("wall-coin-heap").click();
        await until("the dialog", () => window.at("wall-dialog").isVisible());
        await page.goBack();
        await until("no dialog", async () => !await window.at("wall-dialog").isVisible());
        await window.go(`${HASH}&open=even-only`);
        await until("the dialog", () => window.at("wall-dialog").isVisible());
        await window.untilVerdict("wall-verdict", "unfair", 60);
        await page.mouse.click(4, 4);
        await until("no dialog", async () => !await window.at("wall-dialog").isVisible());
        await window.go(`${HASH}&open=nobody`);
        check(!(await window.state()).open, "a shuffle that is not there");
        check(!await window.at("wall-dialog").isVisible(), "a dialog");
    },

    async "another number of cards starts again"(window) {
        await window.go(HASH);
        await window.at("wall-n-13").click();
        await until("the address", async () => (await window.state()).n === "13");
        await allDone(window);
        const cells = await window.at("wall-sattolo").locator("svg")
            .getAttribute("viewBox");
        check(cells === "0 0 130 130", cells);
        await window.at("wall-seed-new").click();
        await until("another seed", async () => (await window.state()).seed !== "wall");
    },

    async "what was left begins again when the visitor comes back"(window) {
        await window.go("#wall?n=52&trials=2000&seed=leave");
        await window.at("tab-exact").click();
        await window.at("tab-wall").click();
        await allDone(window);
        check((await tiles(window)).some(({ caught }) => caught !== null),
            "nothing caught");
    },

    async "nothing moves if less motion is wanted"(window) {
        await window.go(HASH);
        await window.page.evaluate(() => {
            window.moved = 0;
            Element.prototype.animate = () => { window.moved += 1; };
        });
        await allDone(window);
        check(await window.page.evaluate(() => window.moved) === 0,
            "tiles were animated");
    },

    async "tiles move to their places"(window) {
        await window.go("#exact");
        await window.page.evaluate(() => {
            window.moved = 0;
            const { animate } = Element.prototype;
            Element.prototype.animate = function count(...rest) {
                window.moved += 1;
                return animate.apply(this, rest);
            };
            location.hash = "#wall?n=8&trials=2000&seed=wall";
        });
        await allDone(window);
        check(await window.page.evaluate(() => window.moved) > 0, "no tile was animated");
    },

    async "tests that failed are no evidence"(window) {
        await window.page.addInitScript(() => {
            const { postMessage } = Worker.prototype;
            Worker.prototype.postMessage = function post(message, ...rest) {
                if (["down", "sattolo"].includes(message.audit?.shuffle))
                    this.onmessage({ data: { failed: { message: "no memory" } } });
                else postMessage.call(this, message, ...rest);
            };
        });
        await window.go(HASH);
        await allDone(window);
        const all = await window.page.locator(".wall-tile").evaluateAll((links) =>
            links.map((link) => link.dataset.status));
        check(all.slice(-2).every((status) => status === "failed") &&
              all.slice(0, -2).every((status) => status === "done"), `${all}`);
        const words = await window.text("wall-status");
        const [, unfair, fair, failed] =
            /of (\d+) unfair .* the (\d+) fair ones\. (\d+) tests failed/.exec(words) ?? [];
        check(Number(unfair) + Number(fair) === all.length - 2 && failed === "2", words);
        await window.at("wall-sattolo").click();
        check(await window.verdict("wall-verdict") === "could-not-test",
              "a test that failed has another badge");
    },

    async "fits a telephone, in two or three columns"(window) {
        await window.go(HASH);
        await allDone(window);
        const [wide, room] = await window.page.evaluate(
            () => [document.documentElement.scrollWidth, innerWidth]);
        check(wide <= room, `${wide} pixels in ${room}`);
        const columns = await window.at("wall-list").evaluate((list) =>
            getComputedStyle(list).gridTemplateColumns.split(" ").length);
        check(columns === 2 || columns === 3, `${columns} columns`);
        await window.at("wall-sattolo").click();
        const box = await window.at("wall-dialog").boundingBox();
        check(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    },
};
