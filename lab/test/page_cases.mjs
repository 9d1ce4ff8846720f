// SPDX-License-Identifier: MIT
//
// Famous cases: what they say, against the command, and what can be tried.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, until } from "./browser.mjs";
import * as list from "./cases_list.mjs";
import { cases, exact } from "./cases_list.mjs";

export const options = {
    ...list.options,
    "on a telephone, a button leads back to the list": {
        viewport: { width: 360, height: 740 } },
};

export const tests = {
    ...list.tests,

    async "each opens from the list, with date, damage and sources"(window) {
        await window.go("#cases");
        for (const id of cases) {
            const texts = await window.at(`cases-${id}`)
                .locator(":scope > :is(.cases-date, b, .cases-damage)").allInnerTexts();
            check(texts.filter(Boolean).length === 3, `${id}: ${texts}`);
        }
        for (const id of cases) {
            await window.at(`cases-${id}`).click();
            await until(id, () => window.at(`cases-article-${id}`).isVisible());
            check((await window.state()).case === id, "not in the address");
            check(await window.page.locator(".cases-article").count() === 1,
                "two articles");
            const items = window.at(`cases-article-${id}`).locator(".cases-sources li");
            check(await items.count() > 0, `${id} has no source`);
            for (const link of await items.locator("a").all()) {
                check(await link.getAttribute("rel") === "noreferrer", "rel");
                check(/^https:/.test(await link.getAttribute("href")), "address");
            }
        }
        await window.page.goBack();
        await until("the one before", () =>
            window.at("cases-article-off-by-one").isVisible());
    },

    async "by keyboard: Enter opens one, and the focus is on its title"(window) {
        await window.go("#cases");
        await window.at("cases-xor-swap").focus();
        await window.page.keyboard.press("Enter");
        await until("the article", () => window.at("cases-article-xor-swap").isVisible());
        await until("the focus", () => window.page.evaluate(() =>
            document.activeElement.id === "cases-title-xor-swap"));
    },

    async "poker: five cards are enough to find the deck"(window) {
        await window.go("#cases?case=planet-poker&hand=test");
        await until("the hand", () => window.at("cases-poker-find").isEnabled());
        const hand = await window.at("cases-poker-hand").locator(".cases-card")
            .allInnerTexts();
        check(new Set(hand).size === 5, `${hand}`);
        check(hand.every((text) => /[♠♥♦♣]\ufe0e\s*\S+ of \S+/.test(text)),
              `without names for screen readers: ${hand}`);
        await window.at("cases-poker-find").click();
        const found = await until("the deck", async () => {
            const text = await window.text("cases-poker-found");
            return /shuffled at \d\d:\d\d:\d\d\.\d\d\d/.test(text) && text;
        }, 240);
        check(/Only one deck fits|\d decks fit/.test(found), found);
        const rest = await window.at("cases-poker-rest").locator(".cases-card")
            .allInnerTexts();
        check(rest.length === 47 && new Set([...hand, ...rest]).size === 52, `${rest}`);
        const bars = (await window.at("cases-poker-hand").locator(".cases-bar-value")
            .allInnerTexts()).map((text) => Number(text.replaceAll(/\D/g, "")));
        check(bars[0] === 86400000, `${bars}`);
        for (let k = 1; k < bars.length; k += 1) check(bars[k] < bars[k - 1], `${bars}`);
        check(bars[5] >= 1 && bars[5] < 10, `${bars}`);
    },

    async "poker: leaving stops the search"(window) {
        await window.go("#cases?case=planet-poker&hand=leave");
        await until("the hand", () => window.at("cases-poker-find").isEnabled());
        await window.at("cases-poker-find").click();
        await window.at("cases-xor-swap").click();
        await until("the other case", () =>
            window.at("cases-article-xor-swap").isVisible());
        await window.at("cases-planet-poker").click();
        await until("the hand again", () => window.at("cases-poker-find").isEnabled());
        check(await window.text("cases-poker-found") === "", "it goes on");
    },

    async "ballot: who is last, and how often exactly"(window, { fairaudit }) {
        await window.go("#cases?case=ballot");
        await until("the list", async () =>
            await window.at("cases-ballot-order").locator("li").count() === 5);
        await window.at("cases-ballot-load").click();
        await until("one load", async () => (await window.state()).loads === "1");
        await window.at("cases-ballot-load-many").click();
        await until("many loads", async () =>
            await window.at("cases-ballot-last").getAttribute("data-loads") === "1001");
        const rows = await window.at("cases-ballot-last").locator("li").allInnerTexts();
        const { position } = exact(fairaudit, "coin-heap", 5);
        const law = position.at(-1);
        rows.forEach((row, k) => {
            const [, seen, share] = /([\d.]+)% \(exact: ([\d.]+)%\)/.exec(row);
            check(Math.abs(share / 100 - law[k]) < 1e-3, `${row}: ${law[k]}`);
            check(Math.abs(seen - share) < 8, row); // five standard deviations
        });
        // What the article says: the first browser is last in half of all loads, the
        // fourth is the most likely one at the first three positions, and the shares run
        // from 6% to 50%.
        check(law[0] === 0.5, `${law}`);
        for (const row of position.slice(0, 3))
            check(Math.max(...row) === row[3], `${row}`);
        const all = position.flat();
        check(Math.round(Math.min(...all) * 100) === 6 && Math.max(...all) === 0.5,
            `${all}`);
    },

    async "comparator: the fractions of the command"(window, { fairaudit }) {
        await window.go("#cases?case=random-comparator");
        const text = await until("the bars", async () =>
            await window.at("cases-timsort").isVisible() && window.text("cases-timsort"));
        const law = exact(fairaudit, "coin-timsort", 3);
        for (const numerator of law.numerators)
            check(text.includes(`${numerator}/${law.denominator}`), text);
        check(law.numerators[0] === "6" && law.denominator === "16", "not 6/16");
        const rows = await window.at("cases-unchanged").locator("tbody tr")
            .allInnerTexts();
        const names = ["coin-timsort", "coin-insertion", "coin-merge", "coin-quick",
                       "coin-heap"];
        rows.forEach((row, k) => {
            const { numerators, denominator } = exact(fairaudit, names[k], 3);
            const [above, below] = /(\d+)\/(\d+)/.exec(row).slice(1).map(Number);
            check(above / below === numerators[0] / denominator, `${names[k]}: ${row}`);
        });
        await window.at("cases-engine-run").click();
        await until("the browser's own", async () =>
            await window.at("cases-engine").locator("li").count() === 6);
        const shares = (await window.at("cases-engine").locator(".cases-bar-value")
            .allInnerTexts()).map((share) => parseFloat(share));
        check(Math.abs(shares.reduce((a, b) => a + b) - 100) < 1, `${shares}`);
    },

    async "shuf: the report, and the numbers that never come"(window) {
        await window.go("#cases?case=debian-shuf");
        const cells = await window.at("cases-shuf-cells").locator("li")
            .evaluateAll((items) => items.map((item) => Number(item.dataset.times)));
        const never = cells.flatMap((times, k) => (times === 0 ? [k + 1] : []));
        check(cells.length === 100 && never.length === 11, `${never}`);
        check(cells.reduce((a, b) => a + b) === 20000, "not 20,000 runs");
        await window.at("cases-shuf-report").click();
        await until("the report", () => window.page.locator("#part-report").isVisible());
        await window.untilVerdict("report-verdict", "unfair");
        const text = await window.page.locator("#part-report").innerText();
        check(/shuf -n 1 -i 1-100/.test(text), "another report");
    },

    async "shuf: the same numbers are missing here, if this is 9.1"(_, { fairaudit }) {
        const read = (name) => readFileSync(
            new URL(`../src/parts/cases/${name}`, import.meta.url), "utf8");
        const report = JSON.parse(read("shuf-9.1.json"));
        const text = /counts = \[([^]*)\]/.exec(read("shuf_counts.js"))[1];
        const counts = text.split(",").map((x) => x.trim()).filter(Boolean).map(Number);
        check(report.trials === counts.reduce((a, b) => a + b), "another number of runs");
        check(report.verdict === "unfair" && report.subject === "shuf -n 1 -i 1-100",
              report.subject);
        const squares = counts.reduce((sum, times) => sum + (times - 200) ** 2 / 200, 0);
        const place = report.tests.find((test) => test.name === "sample-place");
        check(Math.abs(squares - place.value) < 1e-6, `other runs: ${squares}`);
        const never = counts.flatMap((times, k) => (times === 0 ? [k + 1] : []));
        const { listed } = report.effect_details.find((one) => one.code === "items-never");
        check(`${never.slice(0, listed.length)}` === `${listed}`, `${never}`);
        const { stdout } = spawnSync("shuf", ["--version"], { encoding: "utf8" });
        if (!/coreutils\) 9\.1$/m.test(stdout ?? "")) {
            console.log("# shuf is not 9.1 here: nothing to compare with");
            return;
        }
        const folder = mkdtempSync(join(tmpdir(), "lab-shuf-"));
        const file = join(folder, "samples");
        const made = spawnSync(fairaudit, [
            "--items=100", "--sample=1", "--trials=4000", "--all-trials", "--json",
            `--save=${file}`, "--", "shuf", "-n", "1", "-i", "1-100"],
                { encoding: "utf8" });
        const again = JSON.parse(made.stdout);
        check(again.verdict === "unfair", again.verdict);
        const seen = new Set(readFileSync(file, "utf8").split("\n")
            .filter((line) => /^\d+$/.test(line)).map(Number));
        rmSync(folder, { recursive: true });
        // Seeds of one byte: a number that can come does so in 1 of 256 runs or more
        // often, and is absent from 4,000 runs with a probability of 2e-7.
        for (let k = 1; k <= 100; k += 1)
            check(seen.has(k) === counts[k - 1] > 0,
                `${k}: ${counts[k - 1]} times before`);
    },

    async "XOR: a card that is swapped with itself is lost"(window) {
        await window.go("#cases?case=xor-swap");
        const cards = () => window.at("cases-xor").locator("li").allInnerTexts();
        await window.at("cases-xor-0").selectOption("1");
        await window.at("cases-xor-1").selectOption("3");
        await window.at("cases-xor-go").click();
        await until("a swap", async () => `${await cards()}` === "3,2,1,4,5");
        await window.at("cases-xor-0").selectOption("2");
        await window.at("cases-xor-1").selectOption("2");
        await window.at("cases-xor-go").click();
        await until("a loss", async () => `${await cards()}` === "3,0,1,4,5");
        check(/1 card of 5 is lost/.test(await window.text("cases-xor-said")),
            "not said");
        check((await window.state()).xor === "1-3.2-2", "not in the address");
        await window.at("cases-xor-again").click();
        await until("the start", async () => `${await cards()}` === "1,2,3,4,5");
    },

    async "ranges: maps as the command computes them"(window, { fairaudit }) {
        await window.go("#cases?case=off-by-one");
        const coloured = (name) =>
            window.at(`cases-range-${name}`).locator("svg path[d]").count();
        await until("a map", async () => await coloured("sattolo") > 0);
        for (const name of ["down", "sattolo", "stops-early", "one-too-far"]) {
            const fair = exact(fairaudit, name, 7).position.flat()
                .every((share) => Math.abs(share - 1 / 7) < 1e-9);
            await until(`the map of ${name}`, async () =>
                (await coloured(name) === 0) === fair);
        }
        await window.at("cases-proof-sattolo").click();
        await until("the proof", () => window.page.locator("#part-exact").isVisible());
    },

    async "remainders: as the command has them"(window, { fairaudit }) {
        await window.go("#cases?case=rand-modulo");
        const said = (wanted) => until(`${wanted}`, async () =>
            wanted.test(await window.text("cases-modulo-said")));
        await said(/256 words, 52 numbers: the first 48 get 5 words each, the other 4/);
        await window.go("#cases?case=rand-modulo&word=15&sides=52");
        await said(/32,768 words.*the first 8 get 631 words each, the other 44 only 630/);
        await window.go("#cases?case=rand-modulo&word=8&sides=32");
        await said(/each gets exactly 8/);
        const rows = await until("the table", async () => {
            const all = await window.at("cases-modulo-law").locator("tbody tr")
                .allInnerTexts();
            return all.length === 6 && all;
        });
        for (const [column, die] of ["modulo:8", "modulo:15"].entries()) {
            const law = exact(fairaudit, "down", 3, "-d", die);
            rows.forEach((row, k) => {
                const [above, below] = row.split("\t")[column + 1].replaceAll(",", "")
                    .split("/").map(Number);
                check(above / below === law.numerators[k] / law.denominator,
                    `${die}: ${row}`);
            });
        }
    },

    async "on a telephone, a button leads back to the list"(window) {
        await window.go("#cases?case=xor-swap");
        await window.at("cases-all").click();
        await until("the list", async () =>
            await window.page.locator(".cases-article").count() === 0);
    },
};
