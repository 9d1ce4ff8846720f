// SPDX-License-Identifier: MIT
//
// Once through every part of the page, in one window, as a visitor might: the quick test.
// The other topics test all of this in depth.
import { check, until } from "./browser.mjs";

export const tests = {
    async "once through the page"(window) {
        const { page } = window;
        const shows = (part) => until(part, () => page.locator(`#part-${part}`).isVisible());

        // The story, from the first screen to the last.
        await window.go();
        await window.at("story-guess-a").click();
        for (const screen of ["ways", "boxes", "fix", "deck", "cost", "yours"]) {
            await window.at("story-next").click();
            await until(screen, () => window.at(`story-screen-${screen}`).isVisible());
        }

        // The first comparison: one shuffle is wrong, one is not.
        await window.at("tab-race").click();
        await window.untilVerdict("race-verdict-a", "unfair");
        check(await window.verdict("race-verdict-b") !== "unfair", "the fair one is unfair");
        await until("a map", async () =>
            await window.at("race-heat-a").locator("svg path[d]").count() > 1);

        // A race of another pair, to its end.
        await page.evaluate(() => {
            location.hash = "#race?a=sattolo&b=up&n=8&trials=10000&seed=smoke";
        });
        await until("both reports", async () =>
            await window.at("race-report-a").isEnabled() &&
            await window.at("race-report-b").isEnabled());
        check(await window.verdict("race-verdict-a") === "unfair", "sattolo");
        check(await window.verdict("race-verdict-b") === "no-evidence", "up");
        await window.at("race-heat-a").locator("svg").hover();
        await until("a cell that is read", () =>
            window.at("race-heat-a").locator(".chart-tip").isVisible());

        // Its steps, and its proof with the tree.
        await window.at("race-to-steps-a").click();
        await shows("steps");
        await until("the deck", async () =>
            await window.at("steps-stage").getAttribute("aria-busy") === "false");
        await window.at("steps-forward").click();
        await until("a step", async () => (await window.state()).step === "1");
        await page.goto(`${window.address}#exact?shuffle=swap-with-any&n=3`);
        await window.untilVerdict("exact-verdict", "proved-unfair");
        check(/27 leaves/.test(await until("the tree", () =>
            window.at("exact-tree").innerText())), "no 27 leaves");

        // Other views, where positions notice nothing.
        await page.goto(`${window.address}#views?shuffle=rotation&n=10&trials=2000&seed=s`);
        await window.untilVerdict("views-verdict", "unfair");
        await until("statistics that give it away", async () =>
            await window.at("views-noticing").getAttribute("data-positions") === "false");

        // The wall, and one of its shuffles in full.
        await page.goto(`${window.address}#wall?n=8&trials=2000&seed=smoke`);
        await until("Sattolo's shuffle caught", async () =>
            await window.at("wall-sattolo").getAttribute("data-caught") !== "");
        await window.at("wall-sattolo").click();
        await window.untilVerdict("wall-verdict", "unfair");
        await window.at("wall-close").click();

        // A famous case, and 52!.
        await page.goto(`${window.address}#cases`);
        await window.at("cases-ballot").click();
        await window.at("cases-ballot-load").click();
        await until("a ballot", async () =>
            await window.at("cases-ballot-last").getAttribute("data-loads") === "1");
        await page.goto(`${window.address}#decks`);
        await window.at("decks-bits-64").click();
        await until("its reach", async () =>
            /20 cards/.test(await window.text("decks-reach")));

        // Code of one's own, and the report on it.
        await page.goto(`${window.address}#yours?seed=smoke&trials=10000`);
        await window.at("yours-code").fill("(a) => a.sort(() => Math.random() - 0.5)");
        await window.at("yours-run").click();
        await window.untilVerdict("yours-verdict", "unfair");
        await window.at("yours-report").click();
        await shows("report");
        await window.untilVerdict("report-verdict", "unfair");
        check(await window.at("report-heat").locator("svg path[d]").count() > 1, "no map");
        check(/internmap/.test(await window.at("licences").textContent()), "no licences");
    },
};
