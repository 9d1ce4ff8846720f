// SPDX-License-Identifier: MIT
//
// The proof: leaves and boxes, fractions, and what is impossible.
import { check, until } from "./browser.mjs";

const proved = (window, wanted) => window.untilVerdict("exact-verdict", wanted);

/** How many leaves each order gets in a picture. */
const sharesOf = (window, picture) => window.at(picture).locator("[data-count]")
    .evaluateAll((nodes) => nodes.map(({ dataset }) => Number(dataset.count)));

export const options = {
    "with reduced motion, they are dealt at once": { reducedMotion: "reduce" },
};

export const tests = {
    async "swap-with-any, 3 cards: 27 leaves, 6 orders"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=3");
        await proved(window, "proved-unfair");
        check(/1\/18/.test(await window.text("exact-distance")), "no distance of 1/18");
        check(/10\/9/.test(await window.text("exact-largest")) &&
              /8\/9/.test(await window.text("exact-least")), "the extremes");
        const bars = await window.at("exact-bars").innerText();
        check((bars.match(/5\/27/g) ?? []).length >= 3 &&
              (bars.match(/4\/27/g) ?? []).length >= 3, `fractions: ${bars}`);
        const shares = await sharesOf(window, "exact-tree");
        check(shares.sort().join() === "4,4,4,5,5,5", `${shares}`);
        const fair = await sharesOf(window, "exact-model");
        check(fair.join() === "1,1,1,1,1,1", `Fisher-Yates: ${fair}`);
        check(/27\s÷\s6\s=\s4½/.test(await window.text("exact-deal")),
              await window.text("exact-deal"));
        check(/random\(n\)/.test(await window.page.locator("#part-exact").innerText()),
              "no code");
    },

    async "the leaves are dealt, taken back and dealt again"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=3");
        const picture = window.at("exact-tree").locator("svg");
        const isDealt = () =>
            picture.evaluate((svg) => svg.classList.contains("dropped"));
        const colours = () => picture.locator(".leaf rect").evaluateAll((chips) =>
            new Set(chips.map((chip) => getComputedStyle(chip).fill)).size);
        await until("leaves in their boxes", isDealt);
        check(await colours() === 6, `${await colours()} colours`);
        await window.at("exact-tree-deal").click();
        check(!await isDealt(), "not taken back");
        await window.at("exact-tree-deal").click();
        check(await isDealt(), "not dealt again");
    },

    async "with reduced motion, they are dealt at once"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=3");
        await proved(window, "proved-unfair");
        const moving = await window.at("exact-tree").locator("svg").evaluate((svg) =>
            !svg.classList.contains("dropped") ||
            svg.getAnimations({ subtree: true }).length > 0);
        check(!moving, "something moves");
    },

    async "256 leaves are columns of squares"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=4");
        await proved(window, "proved-unfair");
        check(!await window.at("exact-tree").isVisible(), "a tree of 256 leaves");
        const shares = await sharesOf(window, "exact-columns");
        const sum = shares.reduce((a, b) => a + b);
        check(shares.length === 24 && sum === 256, `${shares}`);
        check(await window.at("exact-columns").locator(".leaf rect").count() === 256,
              "not a square for each leaf");
    },

    async "leaves that are not equally likely, as high as they are"(window) {
        await window.go("#exact?shuffle=coin-timsort&n=3");
        await proved(window, "proved-unfair");
        const text = await window.at("exact-columns").innerText();
        check(/3\/8/.test(text) && /5\/16/.test(text), text);
    },

    async "labels are not on the line of the fair share"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=4");
        await proved(window, "proved-unfair");
        const struck = await window.at("exact-bars").locator("svg").evaluate((svg) => {
            const line = svg.querySelector("line[stroke-dasharray]")
                .getBoundingClientRect();
            return [...svg.querySelectorAll("text[paint-order]")].filter((text) => {
                const { top, bottom } = text.getBoundingClientRect();
                return top + 3 < line.top && bottom - 3 > line.top;
            }).map(({ textContent }) => textContent);
        });
        check(struck.length === 0, `struck through: ${struck}`);
    },

    async "where there is no tree, a link leads to one"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=5");
        await proved(window, "proved-unfair");
        check(await window.at("exact-tree-note").isVisible(), "nothing is said");
        await window.at("exact-tree-note").getByRole("link").click();
        await until("the tree", async () => await window.at("exact-tree").isVisible() &&
            (await sharesOf(window, "exact-tree")).length === 6);
        await window.go("#race?a=swap-with-any&n=10&trials=1000&seed=s&b=");
        await window.at("race-to-exact-a").click();
        await until("the tree", async () => await window.at("exact-tree").isVisible());
    },

    async "Fisher-Yates is proved fair"(window) {
        for (const n of [2, 3, 5, 6]) {
            await window.go(`#exact?shuffle=down&n=${n}`);
            await proved(window, "proved-fair");
        }
    },

    async "what is impossible is marked"(window) {
        await window.go("#exact?shuffle=sattolo&n=4");
        await proved(window, "proved-unfair");
        check(/18/.test(await window.text("exact-impossible")),
              await window.text("exact-impossible"));
        check(/3\/4/.test(await window.text("exact-result")), "no distance of 3/4");
    },

    async "of a shuffle that keeps the deck, one shuffle only"(window) {
        for (const [shuffle, n, wanted] of [
            ["keeps-the-deck", 4, "one-shuffle-only"],
            ["repeats-last", 3, "one-shuffle-only"],
            ["keeps-the-deck", 2, "proved-fair"], // whatever the deck was before
            ["transpositions", 4, "proved-unfair"],
        ]) {
            await window.go(`#exact?shuffle=${shuffle}&n=${n}`);
            await proved(window, wanted);
            const result = await window.text("exact-result");
            const only = wanted === "one-shuffle-only";
            check(!only || !/proved/i.test(result), result);
            check(await window.at("exact-analysed").count() === (only ? 1 : 0), shuffle);
        }
    },

    async "why there is no result is said, in both languages"(window) {
        for (const [language, wanted] of [["en", /seed/], ["zh", /种子/]]) {
            await window.go("#exact?shuffle=down&die=few-seeds:16&n=4");
            await window.page.locator(".language").selectOption(language);
            const message = await until("words", async () =>
                await window.at("exact-problem").isVisible() &&
                window.text("exact-problem"));
            check(wanted.test(message), message);
        }
    },

    async "an order is shown with its ways"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=3&order=312");
        await proved(window, "proved-unfair");
        const message = await until("the ways", () =>
            window.text("exact-tree-description"));
        check(/3 1 2.*4/.test(message), message);
        const marked = await window.at("exact-tree").locator(".leaf.on").count();
        check(marked === 4, `${marked} leaves are marked`);
    },

    async "every shuffle of the catalogue has an answer"(window) {
        await window.go("#exact?n=4&shuffle=down");
        const names = await window.at("exact-shuffle").locator("option").evaluateAll(
            (options) => options.map(({ value }) => value));
        for (const name of names) {
            await window.at("exact-shuffle").selectOption(name);
            await until(`an answer for ${name}`, async () =>
                (await window.state()).shuffle === name &&
                !await window.at("exact-working").isVisible() &&
                (await window.at("exact-verdict").isVisible() ||
                 await window.at("exact-problem").isVisible()));
        }
    },
};
