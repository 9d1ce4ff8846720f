// SPDX-License-Identifier: MIT
//
// The page when something fails: a worker that ends, a core that does not load, an answer
// that comes after the visitor has left. Nothing fails silently, stays dead, or goes on
// unseen.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, until } from "./browser.mjs";
import { parts } from "./parts.mjs";
import { heldNow, release, setTricks, setTricksAtStart, watchWorkers, workersAlive,
         workersMade } from "./workers.mjs";

const ENDED = /ended unexpectedly.*Reload the page/; // a worker

const enter = (window, hash) => window.page.evaluate((to) => { location.hash = to; }, hash);

/** Opens the page with workers that can be held up or fail. */
async function open(window, hash, tricks = {}) {
    await watchWorkers(window);
    await setTricksAtStart(window, tricks);
    await window.go(hash);
}

/** Waits for words at a place that is seen. */
const words = (window, name, wanted) => until(`${wanted} at ${name}`, async () => {
    const texts = await window.at(name).filter({ visible: true }).allInnerTexts();
    return texts.some((text) => wanted.test(text));
}, 10);

/** So many orders that not all of them are sent to the audit at once. */
const LONG = "2 1 3\n".repeat(40000);

const give = (window, name, text) => window.at("yours-file").setInputFiles(
    { name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Lets files be read only after readOn(), in one piece. */
const holdFiles = (window) => window.page.evaluate(() => {
    const { stream } = Blob.prototype;
    const go = new Promise((resolve) => { globalThis.readFiles = resolve; });
    globalThis.filesAsked = 0;
    Blob.prototype.stream = function later() {
        globalThis.filesAsked += 1;
        const whole = stream.call(this);
        return new ReadableStream({
            start: async (control) => {
                await go;
                control.enqueue(new Uint8Array(await new Response(whole).arrayBuffer()));
                control.close();
            },
            cancel: () => {},
        });
    };
});
const readOn = (window) => window.page.evaluate(() => globalThis.readFiles());
const filesAsked = (window) => window.page.evaluate(() => globalThis.filesAsked);

export const options = {
    "without JavaScript, the page explains itself, and has its licences": {
        javaScriptEnabled: false },
};

export const tests = {
    // ---- what fails is said ----

    async "pasted code: a report that cannot be computed"(window) {
        await open(window, "#yours?example=naive&trials=1000&seed=x", { fail: ["finish"] });
        await window.at("yours-run").click();
        await words(window, "yours-message", ENDED);
        check(await window.at("yours-run").isEnabled(), "cannot be run again");
        await setTricks(window, { fail: null });
        await window.at("yours-run").click();
        await window.untilVerdict("yours-verdict", "unfair");
    },

    async "pasted code: an audit that fails while the code runs"(window) {
        await open(window, "#yours?example=naive&trials=1000000&seed=x",
                   { failAfter: ["taken"] });
        await window.at("yours-run").click();
        await words(window, "yours-message", ENDED);
        await until("no worker but that of the page", async () =>
            await workersAlive(window) === 1);
    },

    async "the story: ways, boxes and the fix"(window) {
        await open(window, "#story?screen=ways", { fail: ["ask", "tree"] });
        await words(window, "failure", ENDED);
        for (const screen of ["boxes", "fix", "ways"]) {
            await enter(window, `#story?screen=${screen}`);
            await words(window, "failure", ENDED);
        }
        for (const name of ["story-random", "story-drop", "story-toggle"])
            check(await window.at(name).count() === 0, `${name} is there, but dead`);
        await enter(window, "#story?screen=guess"); // where nothing is missing
        check(await window.at("failure").count() === 0, "a message about another screen");
        await setTricks(window, { fail: null });
        for (const [screen, name] of [["boxes", "story-boxes"], ["fix", "story-fixed"],
                                      ["ways", "story-tree"]]) {
            await enter(window, `#story?screen=${screen}`);
            await until(`leaves of ${screen}`, async () =>
                await window.at(name).locator(".leaf").count() === 27);
        }
        check(await window.at("failure").count() === 0, "the message stays");
    },

    async "the story: how many ways there are"(window) {
        await open(window, "#story?screen=fix");
        await until("the numbers", async () => await window.text("story-division") !== "");
        await setTricks(window, { fail: ["ask", "exact"] });
        await window.at("story-cards").press("ArrowRight");
        await words(window, "failure", ENDED);
        await setTricks(window, { fail: null });
        await window.at("story-cards").press("ArrowRight");
        await until("five cards", async () =>
            await window.at("story-division").getAttribute("data-cards") === "5");
        check(await window.at("failure").count() === 0, "the message stays");
    },

    async "the story: 52 cards"(window) {
        await open(window, "#story?screen=deck", { failAfter: ["progress"] });
        for (const lane of ["wrong", "right"]) {
            await words(window, `story-caught-${lane}`, ENDED);
            check(!await window.at(`story-map-${lane}`).isVisible(), "a map of a failure");
        }
        await setTricks(window, { failAfter: null });
        await window.at("story-again").click();
        for (const lane of ["wrong", "right"]) {
            await words(window, `story-caught-${lane}`, /\d/);
            check(await window.at(`story-map-${lane}`).isVisible(), "no map");
        }
    },

    async "famous cases"(window) {
        await open(window, "#cases", { fail: ["ask", "exact"] });
        await words(window, "failure", ENDED);
        for (const name of ["planet-poker", "random-comparator", "off-by-one", "rand-modulo",
                            "ballot"]) {
            await enter(window, `#cases?case=${name}`);
            await until(name, () => window.at(`cases-article-${name}`).isVisible());
            await words(window, "failure", ENDED);
        }
        await enter(window, "#cases?case=random-comparator");
        await window.at("cases-engine-run").click();
        await until("words on this browser", async () => ENDED.test(
            await window.at("cases-article-random-comparator").locator(".cases-answer")
                .innerText()));
        await setTricks(window, { fail: null });
        await enter(window, "#race?trials=1000"); // and back: all is asked again
        await enter(window, "#cases");
        await until("the pictures", async () =>
            await window.page.locator(".cases-picture[role=img]:visible").count() === 8);
        check(await window.at("failure").count() === 0, "the message stays");
        await enter(window, "#cases?case=ballot");
        await until("the ballot", async () =>
            await window.at("cases-ballot-last").getAttribute("data-loads") === "0");
        check(await window.at("failure").count() === 0, "the message stays");
    },

    async "famous cases: a hand that is not dealt, a ballot that is not counted"(window) {
        await open(window, "#cases?case=planet-poker", { fail: ["ask", "trace"] });
        await words(window, "failure", ENDED);
        check(await window.at("cases-poker-find").isDisabled(), "nothing can be found");
        await setTricks(window, { fail: null });
        await window.at("cases-poker-deal").click();
        await until("a hand", () => window.at("cases-poker-find").isEnabled());
        check(await window.at("cases-poker-hand").locator("[data-test=failure]").count() === 0,
              "the message stays");
        await setTricks(window, { fail: ["audit"] });
        await enter(window, "#cases?case=ballot&loads=5");
        await words(window, "failure", ENDED);
        await setTricks(window, { fail: null });
        await window.at("cases-ballot-load").click();
        await until("the ballot", async () =>
            await window.at("cases-ballot-last").getAttribute("data-loads") === "6");
    },

    async "step by step: what would be learned from other shuffles"(window) {
        await open(window, "#steps?shuffle=down&n=6&seed=x", { failAfter: ["id", 2] });
        await words(window, "steps-ways", ENDED);
    },

    async "a core that does not load, and the next one that does"(window) {
        await open(window, "#story");
        await setTricks(window, { spoil: true });
        await enter(window, "#exact?shuffle=down&n=3");
        await words(window, "exact-problem", /(WebAssembly|Wasm).*Reload the page/);
        await setTricks(window, { spoil: false });
        await enter(window, "#exact?shuffle=down&n=4");
        await window.untilVerdict("exact-verdict", "proved-fair");
    },

    async "a worker that ends is replaced"(window) {
        await open(window, "#exact?shuffle=down&n=3");
        await window.untilVerdict("exact-verdict", "proved-fair");
        await setTricks(window, { fail: ["ask", "exact"] });
        await enter(window, "#exact?shuffle=up&n=3");
        await words(window, "exact-problem", ENDED);
        await setTricks(window, { fail: null });
        await enter(window, "#exact?shuffle=swap-with-any&n=3");
        await window.untilVerdict("exact-verdict", "proved-unfair");
    },

    async "hidden bias: what failed is tried again"(window) {
        await open(window, "#views?shuffle=rotation&n=10&trials=2000&seed=x",
                   { failAfter: ["progress"] });
        await words(window, "views-message", ENDED);
        await setTricks(window, { failAfter: null });
        await window.at("tab-exact").click();
        await window.at("tab-views").click();
        await window.untilVerdict("views-verdict", "unfair");
    },

    async "a page that cannot start says so, with its licences"(window, { file }) {
        const folder = mkdtempSync(join(tmpdir(), "fairshuf-"));
        try {
            const broken = join(folder, "broken.html");
            writeFileSync(broken, readFileSync(file, "utf8")
                .replace(/(id="core">)[^<]*/, "$1AAAA"));
            await window.page.goto(pathToFileURL(broken).href);
            await words(window, "broken", /could not start/);
            check(await window.page.locator(".bottom summary").isVisible(), "no licences");
            check(!await window.page.locator(".top").isVisible(), "tabs that do nothing");
        } finally {
            rmSync(folder, { recursive: true });
        }
    },

    async "without JavaScript, the page explains itself, and has its licences"(window) {
        await window.page.goto(window.address);
        const text = await window.page.locator("main").innerText();
        check(/needs JavaScript/.test(text) && /27 ways cannot be shared evenly/.test(text), text);
        const licences = window.page.locator(".bottom summary");
        check(await licences.isVisible() && await licences.innerText() !== "", "no licences");
        check(!await window.page.locator(".top").isVisible(), "tabs that do nothing");
    },

    async "what nothing else has handled, in both languages"(window) {
        window.expect(/a fault of the test/);
        await window.go("#exact?shuffle=down&n=3");
        const fault = () => window.page.evaluate(() =>
            void Promise.reject(new Error("a fault of the test")));
        await fault();
        await words(window, "failure", /A fault of the test\. Reload the page\./);
        await window.at("tab-steps").click();
        check(await window.at("failure").count() === 0, "the message stays");
        await window.page.evaluate(() => setTimeout(() => {
            throw new Error("a fault of the test, thrown");
        }));
        await words(window, "failure", /A fault of the test, thrown\. Reload the page\./);
        await window.at("tab-race").click();
        check(await window.at("failure").count() === 0, "the message stays");
        await window.at("language").selectOption("zh");
        await fault();
        await words(window, "failure", /a fault of the test。请重新加载页面。/);
    },

    // ---- who has left is not followed ----

    async "away during a chosen roll, and back"(window) {
        await open(window, "#steps?shuffle=down&n=5&seed=x");
        const busy = () => window.at("steps-stage").getAttribute("aria-busy");
        await until("the deck", async () => await busy() === "false");
        await words(window, "steps-ways", /120/); // all is known
        await setTricks(window, { hold: ["ask", "trace"] });
        await enter(window, "#steps?shuffle=down&n=5&seed=x&step=2&choose=2:0.1");
        await until("the question", async () => await heldNow(window) > 0);
        await window.at("tab-exact").click();
        await release(window);
        await window.at("tab-steps").click();
        await until("the deck", async () => await busy() === "false");
        await window.at("steps-forward").click();
        await until("a step", async () => (await window.state()).step === "3");
    },

    async "a file that is read slowly, and the visitor leaves"(window) {
        await open(window, "#yours?seed=x");
        await holdFiles(window);
        await give(window, "slow.txt", LONG);
        await until("the file to be read", async () => await filesAsked(window) === 1);
        await enter(window, "#story");
        const before = await workersMade(window);
        await readOn(window);
        await window.page.waitForTimeout(500);
        check(await workersMade(window) === before, "it is audited");
    },

    async "a file that is read slowly, and the visitor chooses another"(window) {
        await open(window, "#yours?seed=x");
        await holdFiles(window);
        await give(window, "slow.txt", LONG);
        await until("the first", async () => await filesAsked(window) === 1);
        await give(window, "other.txt", "1 2 3 4\n".repeat(400));
        await until("the second", async () => await filesAsked(window) === 2);
        const before = await workersMade(window);
        await readOn(window);
        await window.untilVerdict("yours-verdict", "unfair");
        check(await workersMade(window) === before + 1, "both are audited");
    },

    async "the story: leaves do not drop after the visitor has gone on"(window) {
        await open(window, "#story?screen=boxes", { hold: ["ask", "tree"] });
        await until("the question", async () => await heldNow(window) > 0);
        await enter(window, "#story?screen=guess");
        await release(window);
        const reason = window.page.locator("[data-test=story-reason]");
        await until("the deals", async () => await reason.textContent() !== "");
        await window.page.waitForTimeout(1000); // longer than the page waits
        check(!/told/.test(await reason.getAttribute("class")), "they have dropped");
        await enter(window, "#story?screen=boxes");
        await until("leaves that drop", async () =>
            /told/.test(await reason.getAttribute("class")));
    },

    async "the story: a click before there is anything to choose"(window) {
        await open(window, "#story?screen=ways", { hold: ["ask", "tree"] });
        const way = () => window.text("story-way");
        await window.at("story-random").click({ force: true });
        await window.at("story-roll-1-1").click({ force: true });
        check(await way() === "", await way());
        await release(window);
        await until("words", async () => await way() !== "");
        await window.at("story-random").click();
        await until("a way", async () => /\d/.test(await way()));
    },

    async "hidden bias: nothing is drawn after a failure"(window) {
        await open(window, "#views?shuffle=rotation&n=10&trials=1000000&seed=x",
                   { failAfter: ["progress"] });
        await words(window, "views-message", ENDED);
        await window.page.waitForTimeout(300); // some frames
        check(await window.verdict("views-verdict") === "" &&
              await window.text("views-verdict") === "" &&
              await window.text("views-count") === "", "it looks as if it ran");
    },

    // ---- the language ----

    async "nothing can be pressed before the page is there"(window) {
        await watchWorkers(window);
        await setTricksAtStart(window, { hold: ["ask", "list"] });
        await window.page.goto(`${window.address}#exact?shuffle=down&n=3`);
        await until("the question", async () => await heldNow(window) > 0);
        const controls = window.page.locator(":is(a, button, select, summary):visible");
        check(await controls.count() === 0, `${await controls.allInnerTexts()}`);
        await release(window);
        await window.page.waitForSelector("html[data-ready]");
        check(await window.at("language").isVisible() && await controls.count() > 10,
              "nothing can be pressed");
    },

    async "another language leaves no workers behind"(window) {
        await open(window, "#exact?shuffle=down&n=3");
        const visitAll = async () => {
            const more = ["#story?screen=cost", "#cases", "#steps?shuffle=up&with=down&n=4",
                          "#exact?shuffle=up&n=3"];
            for (const hash of [...parts.map((part) => `#${part}`), ...more]) {
                await enter(window, hash);
                await window.settled(100);
            }
            await window.untilVerdict("exact-verdict", "proved-fair");
        };
        await visitAll();
        const before = await workersAlive(window);
        for (const language of ["zh", "en"]) {
            await window.at("language").selectOption(language);
            await window.untilVerdict("exact-verdict", "proved-fair");
            // The page has one, and the part that is shown.
            const now = await workersAlive(window);
            check(now <= 2, `${language}: ${before} workers before, ${now} now`);
        }
    },
};
