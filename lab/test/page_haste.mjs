// SPDX-License-Identifier: MIT
//
// The page in the hands of an impatient person: who presses a button while still in a
// field, goes away and comes back before there was an answer, and moves sliders fast.
import { check, until } from "./browser.mjs";

/** Goes from one address to the next, without waiting for any. */
const rush = (window, ...hashes) => window.page.evaluate((all) => {
    for (const hash of all) window.location.hash = hash;
}, hashes);

/** Types into a field, and presses a button without leaving the field before. */
async function typeAndPress(window, field, text, target) {
    const { page } = window;
    await window.at(field).focus();
    await window.at(field).selectText();
    await page.keyboard.type(text);
    await window.at(target).scrollIntoViewIfNeeded();
    const box = await window.at(target).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(60); // as long as a finger takes
    await page.mouse.up();
}

/** What has the focus: its name for tests, or its tag. */
const focused = (window) => window.page.evaluate(() =>
    document.activeElement.dataset.test ?? document.activeElement.tagName);

const orders = (name, text) =>
    ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

export const tests = {
    async "a press counts, though the button moves away"(window) {
        await window.go("#race?seed=x&trials=1000");
        await window.page.evaluate(() => {
            const again = document.querySelector("[data-test=race-again]");
            again.addEventListener("click", () => { document.body.dataset.pressed = ""; });
            // The change of the field moves the button from under the pointer.
            document.querySelector("[data-test=race-n]").addEventListener("change", () => {
                again.style.marginTop = "200px";
            });
        });
        await typeAndPress(window, "race-n", "12", "race-again");
        await until("the number of cards", async () => (await window.state()).n === "12");
        await until("the press", async () =>
            await window.page.locator("body[data-pressed]").count() === 1);
    },

    async "a link that is made anew under the mouse is followed"(window) {
        await window.page.setViewportSize({ width: 1280, height: 1600 }); // both in sight
        await window.go("#exact?shuffle=swap-with-any&n=3");
        await window.untilVerdict("exact-verdict", "proved-unfair");
        await typeAndPress(window, "exact-n", "4", "exact-to-race");
        await until("the race", () => window.page.locator("#part-race").isVisible());
    },

    async "what is outdated by then is not opened"(window) {
        await window.go("#views?seed=x&trials=1000");
        await until("its report", () => window.at("views-report").isVisible());
        await typeAndPress(window, "views-n", "12", "views-report");
        // A report is there again when the next audit has ended, and that one may be opened.
        await until("12 cards", async () => (await window.state()).n === "12");
    },

    async "a slider moves more often than an address may change"(window) {
        await window.page.addInitScript(() => {
            const replace = history.replaceState.bind(history);
            let left = 100; // as browsers do, within half a minute
            history.replaceState = (...all) => { if (left-- > 0) replace(...all); };
        });
        await window.go("#exact?shuffle=swap-with-any&n=5");
        await window.untilVerdict("exact-verdict", "proved-unfair");
        const slider = window.at("exact-bars-order");
        await slider.focus();
        for (let i = 0; i < 112; i += 1) await window.page.keyboard.press("ArrowRight");
        check(await slider.inputValue() === "111", `at ${await slider.inputValue()}`);
        const now = await window.text("exact-bars-description");
        await until("the address", async () =>
            now.replaceAll(" ", "").includes(`Order${(await window.state()).order}:`));
    },

    async "away and back at once: the answer comes, and stays"(window) {
        await window.go("#exact?shuffle=down&n=3");
        await window.untilVerdict("exact-verdict", "proved-fair");
        await rush(window, "#exact?shuffle=swap-with-any&n=4", "#race?a=down",
                   "#exact?shuffle=swap-with-any&n=4");
        await window.page.waitForTimeout(600); // longer than its patience
        await window.untilVerdict("exact-verdict", "proved-unfair");
        await until("the result", () => window.at("exact-result").isVisible());
        check(!await window.at("exact-working").isVisible(), "it still waits");
    },

    async "away from a shuffle that is not there yet, and back"(window) {
        await window.go("#steps?shuffle=down&n=4&seed=x");
        await until("all that is known", async () =>
            /of fair|exact|proved/i.test(await window.text("steps-facts")));
        await window.page.waitForTimeout(800); // other shuffles are looked at
        await rush(window, "#steps?shuffle=up&n=4&seed=x", "#exact?n=3",
                   "#steps?shuffle=up&n=4&seed=x");
        await until("the deck", async () =>
            await window.at("steps-stage").getAttribute("aria-busy") === "false");
    },

    async "away from a race that has ended, before it is drawn"(window) {
        await window.go("#race?a=down&n=20&trials=1000&seed=x");
        await window.untilVerdict("race-lane-a", "no-evidence");
        await window.page.evaluate(() => new Promise((resolve) => {
            const lane = document.querySelector("[data-test=race-lane-a]");
            new MutationObserver((_, observer) => {
                if (lane.dataset.status !== "done") return;
                observer.disconnect();
                location.hash = "#exact?n=3";
                resolve();
            }).observe(lane, { attributes: true });
            document.querySelector("[data-test=race-again]").click();
        }));
        await window.page.goBack();
        await window.untilVerdict("race-lane-a", "no-evidence");
        await until("its report", () => window.at("race-report-a").isEnabled());
    },

    async "away from code that runs: no half result stays"(window) {
        await window.go("#yours?example=fisher-yates&trials=10000000&seed=x");
        await window.at("yours-run").click();
        await until("something", () => window.at("yours-heat").isVisible());
        await window.at("tab-exact").click();
        await window.at("tab-yours").click();
        check(await window.at("yours-run").isEnabled(), "cannot be run");
        check(!await window.at("yours-heat").isVisible(), "it looks as if it ran");
    },

    async "of two files the last one counts, and nobody is called back"(window) {
        await window.go("#yours?seed=x");
        await window.page.evaluate(() => {
            const { text } = Blob.prototype;
            Blob.prototype.text = async function slowly() { // of a slow disk
                const all = await text.call(this);
                const wait = all.startsWith("{") ? 300 : 0;
                await new Promise((resolve) => { setTimeout(resolve, wait); });
                return all;
            };
        });
        const input = window.at("yours-file");
        await input.setInputFiles(orders("first.json", "{nonsense"));
        await input.setInputFiles(orders("second.txt", "2 1 3\n".repeat(400)));
        await window.untilVerdict("yours-verdict", "unfair");
        await window.page.waitForTimeout(800);
        check(!await window.at("yours-message").isVisible(), "the first one is reported");
        check(await window.at("yours-report").isVisible(), "the second one is gone");
    },

    async "a file that is stopped at once"(window) {
        await window.go("#yours?seed=x");
        await window.page.evaluate(() => {
            const stop = document.querySelector("[data-test=yours-stop]");
            new MutationObserver(() => stop.click()).observe(stop, { attributes: true });
        });
        await window.at("yours-file").setInputFiles(
            orders("short.txt", "2 1 3\n".repeat(400)));
        await window.untilVerdict("yours-verdict", "unfair");
    },

    async "text that is dragged into a field gets there"(window) {
        await window.go("#yours?seed=x");
        for (const name of ["yours-code", "tab-race"]) {
            const taken = await window.at(name).evaluate((node) => {
                const dataTransfer = new DataTransfer();
                dataTransfer.setData("text/plain", "array.sort()");
                return !node.dispatchEvent(new DragEvent("drop",
                    { dataTransfer, bubbles: true, cancelable: true }));
            });
            check(!taken, `${name}: taken for a file`);
        }
    },

    async "who pressed a button that goes keeps the focus"(window) {
        await window.go("#race?a=down&trials=1000");
        const focusOn = (name) => until(`the focus on ${name}`, async () =>
            await focused(window) === name);
        await window.at("race-add").press("Enter");
        await focusOn("race-shuffle-b");
        await window.go("#exact?shuffle=swap-with-any&n=10");
        await window.at("exact-stop").press("Enter");
        await focusOn("A");
        await window.go("#report");
        await window.at("report-example").press("Enter");
        await focusOn("MAIN");
        await until("it to be said", async () =>
            /unfair/i.test(await window.at("report-announced").textContent()));
        check(await focused(window) === "MAIN", await focused(window));
    },

    async "a number that is no number is replaced by what is taken"(window) {
        await window.go("#steps?shuffle=down&die=clock-seeded&n=4&seed=x&trial=1");
        const enter = async (name, text) => {
            await window.at(name).fill(text);
            await window.at(name).press("Enter");
            return window.at(name).inputValue();
        };
        for (const [text, wanted] of [["", "1"], ["-5", "1"], ["1e3", "1000"],
                                      ["2000", "1000"], ["2.6", "3"]]) {
            const got = await enter("steps-trial", text);
            check(got === wanted, `${text}: ${got}`);
        }
        await window.go("#decks?bits=32");
        const bits = await enter("decks-bits", "");
        check(/^\d+$/.test(bits), "an empty field stays empty");
    },
};
