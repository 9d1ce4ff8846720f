// SPDX-License-Identifier: MIT
//
// The report: of audits of every kind, written into the page by fairaudit --html, and
// saved.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { check, until, Window } from "./browser.mjs";
import { timeless } from "./native.mjs";

const verdicts = { 0: ["no-evidence"], 1: ["unfair"], 3: ["suspect"],
                   2: ["not-a-shuffle", "could-not-test"] };

/** Runs the native tool with this page as its template; opens what it wrote. */
async function included({ file, fairaudit, browser }, words, look, options) {
    const folder = mkdtempSync(join(tmpdir(), "lab-"));
    const out = join(folder, "report.html");
    const ran = spawnSync(fairaudit, [`--html=${out}`, ...words], {
        encoding: "utf8", env: { ...process.env, FAIRAUDIT_PAGE: file } });
    const window = await Window.open(browser, out, options);
    try {
        await window.go();
        await look(window, ran.status, statSync(out).size);
        check(window.complaints.length === 0,
              `${words.join(" ")}: ${window.complaints.join("; ")}`);
    } finally {
        await window.close();
        rmSync(folder, { recursive: true });
    }
}

const kinds = [
    ["-a", "swap-with-any", "-n", "10", "--seed=1"],
    ["-a", "down", "-n", "52", "-t", "20000", "--seed=1"],
    ["-a", "sattolo", "-n", "2", "-t", "1000"],
    ["-a", "reinsert", "-n", "4", "-t", "20000", "--seed=1"],
    ["-a", "down", "-n", "200", "-t", "2000", "--seed=1"],
    ["-a", "even-only", "-n", "8", "--views=position,sign", "--seed=1"],
    ["-a", "up", "-n", "12", "-t", "5000", "--seed=1"],
    ["-n", "20", "-k", "3", "-t", "300", "--", "head", "-n", "3"],
    ["-n", "5", "-t", "200", "--", "cat"],
    ["-n", "5", "-t", "50", "--", "head", "-n", "4"],
    ["-n", "5", "--", "false"],
];

/** The JSON of the report that is shown, once it is. */
async function savedJson(window) {
    return String((await window.saved(window.at("report-json"))).bytes);
}

const jsonFile = (document) => ({ name: "given.json", mimeType: "application/json",
                                  buffer: Buffer.from(JSON.stringify(document)) });

/** Opens a document of fairaudit. */
async function give(window, document) {
    await window.go("#report");
    await window.at("report-file").setInputFiles(jsonFile(document));
}

export const tests = {
    async "reports of every kind, included"(window, world) {
        for (const words of kinds)
            await included(world, words, async (opened, status) => {
                const shown = await until("a verdict",
                                          () => opened.verdict("report-verdict"));
                check(verdicts[status].includes(shown),
                      `${words.join(" ")}: ${shown}, where the status is ${status}`);
            });
    },

    async "a report with many cards has less than 1 MB"(window, world) {
        for (const n of ["64", "256"]) {
            const words = ["-a", "swap-with-any", "-n", n, "-t", "20000", "--all-trials",
                           "--seed=1"];
            await included(world, words, async (opened, status, size) => {
                await opened.untilVerdict("report-verdict", "unfair");
                // A million shuffles add 30 kB: counts have more digits.
                check(size < 9e5, `${n} cards: ${size} bytes`);
            });
        }
    },

    async "samples, and what is not a shuffle, in Chinese"(window, world) {
        const readAll = async (opened) => {
            await until("a verdict", () => opened.verdict("report-verdict"));
            return opened.page.locator("#part-report").evaluate((part) => {
                const copy = part.cloneNode(true);
                for (const node of copy.querySelectorAll("code, pre, [lang]"))
                    node.remove();
                return copy.innerText;
            });
        };
        for (const words of [
            ["--items=20", "--sample=1", "-t", "300", "--", "shuf", "-n1", "-i", "1-20"],
            ["-n", "5", "-t", "50", "--", "head", "-n", "4"],
            ["-n", "5", "--", "sh", "-c", "echo wrong >&2; exit 3"],
            ["-a", "never-last", "-n", "8", "-t", "20000", "--seed=1"],
        ]) {
            await included(world, words, async (opened) => {
                const text = await readAll(opened);
                const english = /[a-z]+\s[a-z]+\s[a-z]+/i.exec(text);
                check(/[\u4e00-\u9fff]{4}/.test(text) && english === null,
                      `${words.join(" ")}: ${english}`);
            }, { locale: "zh-CN" });
        }
    },

    async "the heading is the verdict, with the title of the shuffle"(window) {
        await window.go("#report?shuffle=sattolo&n=5&trials=2000&seed=one");
        await window.untilVerdict("report-verdict", "unfair");
        const heading = await window.text("report-subject");
        check(/Sattolo.*unfair/i.test(heading), heading);
        check(await window.page.locator("#part-report h1").count() === 1, "headings");
        check(/2,000/.test(await window.text("report-facts")), "no number of shuffles");
        await window.page.locator(".language").selectOption("zh");
        await until("the same report in Chinese", async () =>
            await window.verdict("report-verdict") === "unfair" &&
            /不公平/.test(await window.text("report-subject")));
    },

    async "decimal points of a column are below each other"(window) {
        await window.go("#report?shuffle=sattolo&n=5&trials=2000&seed=one");
        await window.untilVerdict("report-verdict", "unfair");
        const rows = window.at("report-views").locator("tbody tr");
        const lefts = await rows.evaluateAll((nodes) => nodes
            .map((node) => node.querySelector("td .report-decimals")).filter(Boolean)
            .map((decimals) => Math.round(decimals.getBoundingClientRect().left)));
        check(lefts.length > 10 && new Set(lefts).size === 1, `${[...new Set(lefts)]}`);
    },

    async "a proof, included"(window, world) {
        await included(world, ["--exact", "swap-with-any", "-n", "3"], async (opened) => {
            const text = await until("the proof", () => opened.text("report-exact"));
            check(/1\/18/.test(text), text);
        });
    },

    async "a proof of one shuffle only, included, and of an older version"(window, world) {
        const words = ["--exact", "keeps-the-deck", "-n", "4"];
        await included(world, words, (opened) =>
            opened.untilVerdict("report-verdict", "one-shuffle-only"));
        const { keeps, ...older } = JSON.parse(
            spawnSync(world.fairaudit, [...words, "--json"]).stdout);
        check(keeps === true, "not handed over");
        await window.go("#report");
        await window.at("report-file").setInputFiles({
            name: "older.json", mimeType: "application/json",
            buffer: Buffer.from(JSON.stringify(older)) });
        await window.untilVerdict("report-verdict", "proved-unfair");
    },

    async "large decks: numbers of orders beyond doubles, and limits"(window, world) {
        const made = (...words) => JSON.parse(
            spawnSync(world.fairaudit, ["--json", ...words]).stdout);
        const proof = made("--exact", "down", "-n", "171");
        await give(window, proof);
        await window.untilVerdict("report-verdict", "proved-fair");
        const facts = await window.text("report-exact");
        check(/1\.241\u00a0×\u00a010³⁰⁹/.test(facts) && !/Infinity|NaN/.test(facts), facts);
        const { position, ...unplaced } = proof;
        check(position !== undefined, "no map");
        const report = made("-a", "down", "-n", "5", "-t", "100", "--seed=1");
        for (const [document, most] of [[unplaced, "2 to 256"], [report, "at most 256"]]) {
            await give(window, { ...document, n: 1000000 });
            const message = await until("a message", () => window.text("report-message"));
            check(message.includes("“n”") && message.includes(most), message);
        }
        const samples = made("-n", "1000", "-k", "3", "-t", "300", "--seed=1", "--",
                             "shuf", "-n", "3");
        await give(window, samples);
        await until("samples of many", () => window.verdict("report-verdict"));
    },

    async "codes that the page does not know, and details that lack something"(window,
                                                                            world) {
        const made = JSON.parse(spawnSync(world.fairaudit, [
            "-a", "swap-with-any", "-n", "5", "-t", "20000", "--seed=1", "--json"]).stdout);
        const texts = ["one odd thing", "another odd thing", "a third"];
        await give(window, { ...made, effects: texts, effect_details: [
            { code: "toString" }, { code: "card-at-position", share: "x" },
            { code: "of-a-later-version" }] });
        await window.untilVerdict("report-verdict", "unfair");
        const effects = await window.text("report-effects");
        check(/One odd thing\.[^]*Another odd thing\.[^]*A third\./.test(effects), effects);
    },

    async "a report that cannot be drawn gets a message"(window, world) {
        const made = JSON.parse(spawnSync(world.fairaudit, [
            "-a", "down", "-n", "5", "-t", "100", "--seed=1", "--json"]).stdout);
        for (const [part, name] of [["report", "report-file"], ["yours", "yours-file"]]) {
            await window.go(`#${part}`);
            await window.page.evaluate(() => {
                const { setAttribute } = Element.prototype;
                Element.prototype.setAttribute = function set(key, value) {
                    if (value === "report-facts") throw new Error("no facts today");
                    setAttribute.call(this, key, value);
                };
            });
            await window.at(name).setInputFiles(jsonFile(made));
            const message = await until("a message", () => window.text("report-unshown"));
            check(/no facts today/i.test(message), message);
        }
    },

    async "a report that is damaged gets a message"(window, world) {
        const folder = mkdtempSync(join(tmpdir(), "lab-"));
        const out = join(folder, "report.html");
        for (const [content, wanted] of [
            ["H4sI", /damaged/], ["!", /damaged/],
            [gzipSync("{}").toString("base64"), /schema/],
        ]) {
            writeFileSync(out, readFileSync(world.file, "utf8")
                .replace('id="report">', (tag) => tag + content));
            const opened = await Window.open(world.browser, out);
            await opened.go();
            const message = await opened.page.getByRole("alert").innerText();
            check(wanted.test(message), message);
            check(opened.complaints.length === 0, opened.complaints.join("; "));
            await opened.close();
        }
        rmSync(folder, { recursive: true });
    },

    async "code: of the shuffle, or with the mistake that a program makes"(window, world) {
        const shown = (opened) => opened.at("report-code");
        await included(world, ["--exact", "never-last", "-n", "4"], async (opened) =>
            check(/n - 1/.test(await shown(opened).innerText()), "no code of the proof"));
        const made = JSON.parse(spawnSync(world.fairaudit, [
            "-a", "swap-with-any", "-n", "8", "-t", "100000", "--seed=1", "--json"]).stdout);
        const give = async (changes) => {
            await window.go("#report");
            await window.at("report-file").setInputFiles({
                name: "code.json", mimeType: "application/json",
                buffer: Buffer.from(JSON.stringify({ ...made, ...changes })) });
            await window.untilVerdict("report-verdict", "unfair");
        };
        await give({});
        check(/^The code\b[^]*random\(n\)/.test(await shown(window).innerText()), "no code");
        await give({ how: "program", subject: "deal --cards" });
        check(/^Code with this mistake[^]*random\(n\)/.test(
            await shown(window).innerText()), "no code with the mistake");
        await give({ how: "program", subject: "deal --cards", suspects: [] });
        check(await shown(window).count() === 0, "code of an unknown mistake");
    },

    async "a subject that looks like HTML stays a text"(window, world) {
        await included(world, ["-n", "3", "-t", "20", "--", "sh", "-c",
                            "cat #</script><img src=x onerror=alert(1)>"],
                    async (opened) => {
                        await until("a verdict", () => opened.verdict("report-verdict"));
                        check(await opened.page.locator("img").count() === 0, "an image");
                    });
    },

    async "nothing yet: how to get one"(window) {
        await window.go("#report");
        check(await window.at("report-none").isVisible(), "no words on it");
        await window.at("report-example").click();
        await window.untilVerdict("report-verdict", "unfair");
        check(/swap-with-any/.test(await window.text("report-suspects")),
              "no mistake named");
    },

    async "its address makes it again, byte for byte"(window) {
        for (const hash of [
            "#race?a=riffle:3&n=6&trials=2000&seed=again&b=",
            "#race?a=library/shuffle&n=6&trials=1000&seed=again&b=",
            "#views?shuffle=down&die=few-seeds:8&n=8&trials=2000&seed=again",
        ]) {
            await window.go(hash);
            const open = window.at(hash.startsWith("#race") ? "race-report-a"
                                                            : "views-report");
            await open.click();
            const first = await savedJson(window);
            await window.go(new URL(window.page.url()).hash);
            const second = await savedJson(window);
            check(timeless(first).join() === timeless(second).join(), `${hash}: another`);
        }
    },

    async "the way back leads to the report before"(window) {
        await window.go("#report?shuffle=sattolo&n=5&trials=1000&seed=one");
        await window.untilVerdict("report-verdict", "unfair");
        await window.page.evaluate(() => {
            location.hash = "#report?shuffle=down&n=5&trials=1000&seed=one";
        });
        await window.untilVerdict("report-verdict", "no-evidence");
        await window.page.goBack();
        await window.untilVerdict("report-verdict", "unfair");
    },

    async "what cannot be made again is reported"(window) {
        await window.go("#report?shuffle=riffle:0&n=5&seed=s");
        const message = await until("a message", () => window.text("report-failed"));
        check(/riffle/.test(message), message);
        await window.go("#report?of=orders.txt&seed=s");
        check(/orders\.txt/.test(await window.text("report-missing")),
              await window.text("report-missing"));
        await window.go("#yours?example=naive&seed=s&trials=10000&n=6");
        await window.at("yours-run").click();
        await window.at("yours-report").click();
        await window.untilVerdict("report-verdict", "unfair");
        await window.go(new URL(window.page.url()).hash);
        await window.at("report-missing").getByRole("link").click();
        await until("its code", async () =>
            await window.at("yours-example").inputValue() === "naive");
        const { seed, n, trials } = await window.state();
        check(`${seed} ${n} ${trials}` === "s 6 10000", window.page.url());
    },

    async "all of it fits on A4 paper"(window) {
        const { page } = window;
        await window.go("#report?shuffle=never-last&n=12&trials=20000&seed=paper");
        await window.untilVerdict("report-verdict", "unfair");
        await window.onPaper();
        await page.setViewportSize({ width: 703, height: 1032 }); // within its margins
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.waitForTimeout(500);
        const wide = await page.evaluate(() =>
            [...document.querySelectorAll("#part-report *")]
                .filter((node) => node.getClientRects().length > 0 &&
                    (node.getBoundingClientRect().right > 704 ||
                     getComputedStyle(node).overflowX === "auto"))
                .map((node) => `${node.tagName} ${node.className}`));
        check(wide.length === 0, `beyond the paper: ${wide.slice(0, 5)}`);
        for (const group of ["numbers", "digits", "pairs"]) {
            const pictures = window.at(`report-${group}`).locator("figure svg:visible");
            check(await pictures.count() > 1, `no pictures of ${group}`);
        }
        check(await page.locator("#part-report button:visible").count() === 0, "buttons");
        await page.evaluate(() => dispatchEvent(new Event("afterprint")));
        check(!await window.at("report-digits").evaluate(({ open }) => open), "still open");
        await window.go("#race?a=down&b=up&n=6&trials=1000&seed=paper");
        await window.onPaper();
        check(await page.locator("#part-race :is(select, input, button, .preset):visible")
            .count() === 0, "there is something to press on paper");
    },

    async "why nothing could be tested is shown"(window, { fairaudit }) {
        const made = JSON.parse(spawnSync(fairaudit, ["-a", "down", "-n", "5", "-t", "50",
                                                      "--json"]).stdout);
        const give = async (changes) => {
            await window.go("#report");
            await window.at("report-file").setInputFiles({
                name: "few.json", mimeType: "application/json",
                buffer: Buffer.from(JSON.stringify({ ...made, ...changes })) });
        };
        await give({ verdict: "could-not-test", judged: false, evidence: null, tests: [],
                     bettors: [], curve: [], detectable: [], finding: null,
                     untested: { reason: "too-few", text: "no test can be used on so few",
                                 what_to_do: "audit more of them" } });
        await window.untilVerdict("report-verdict", "could-not-test");
        const words = await window.text("report-words");
        check(/too few.*more/is.test(words), words);
        check(await window.at("report-detectable").count() === 0,
              "what would have been seen");
        await give({ verdict: "unfair", trials: 0, decided: 17 });
        check(/decided.*trials/.test(await until("a message", async () =>
            await window.at("report-message").isVisible() &&
            window.text("report-message"))), "decided before the first shuffle");
    },

    async "what was left out after a signal is not called unknown"(window, { fairaudit }) {
        const made = JSON.parse(spawnSync(fairaudit, ["-a", "sattolo", "-n", "5", "-t",
                                                      "500", "--json"]).stdout);
        const left = { effects: [], suspects: [],
                       distance: { bound: 0, estimate: 0, view: null } };
        for (const [changes, wanted] of [
            [{ undiagnosed: true, ...left }, /interrupted/],
            [left, /too little data/],
            [{}, /[0-9]%/],
        ]) {
            await window.go("#report");
            await window.at("report-file").setInputFiles({
                name: "left.json", mimeType: "application/json",
                buffer: Buffer.from(JSON.stringify({ ...made, ...changes })) });
            await window.untilVerdict("report-verdict", "unfair");
            const words = await window.at("report-distance").locator("p").innerText();
            check(wanted.test(words), words);
        }
    },

    async "pictures and JSON can be saved"(window) {
        await window.go("#report");
        await window.at("report-example").click();
        await window.untilVerdict("report-verdict", "unfair");
        const save = async (button) => {
            const { name, bytes } = await window.saved(button);
            return [name, String(bytes)];
        };
        const [name, text] = await save(window.at("report-json"));
        check(name.endsWith(".json"), name);
        check(JSON.parse(text).schema === "fairaudit-report", "another document");
        const buttons = window.page.locator("#part-report [data-test$='-save']:visible");
        check(await buttons.count() >= 3, `${await buttons.count()} pictures to save`);
        for (let i = 0; i < 3; i++) {
            const [picture, svg] = await save(buttons.nth(i));
            check(picture.endsWith(".svg") && svg.startsWith("<"), picture);
            check(!/var\(--/.test(svg), `${picture} needs the page's colours`);
            const good = await window.page.evaluate((source) => new DOMParser()
                .parseFromString(source, "image/svg+xml")
                .querySelector("parsererror") === null, svg);
            check(good, `${picture} is no SVG`);
        }
    },
};
