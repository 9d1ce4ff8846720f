// SPDX-License-Identifier: MIT
//
// Exact: fractions, what is impossible, and the tree with 27 leaves.
import { check, until } from "./browser.mjs";

const proved = (window, wanted) => window.untilVerdict("exact-verdict", wanted);

export const tests = {
    async "swap-with-any, 3 cards: 27 leaves, 6 orders"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=3");
        await proved(window, "proved-unfair");
        const result = await window.text("exact-result");
        check(/1\/18/.test(result), `no distance of 1/18: ${result}`);
        const bars = await window.at("exact-bars").innerText();
        check((bars.match(/5\/27/g) ?? []).length >= 3 &&
              (bars.match(/4\/27/g) ?? []).length >= 3, `fractions: ${bars}`);
        const tree = await until("the tree", () => window.at("exact-tree").innerText());
        check(/27 leaves/.test(tree), tree);
        check((tree.match(/5 of 27/g) ?? []).length === 3 &&
              (tree.match(/4 of 27/g) ?? []).length === 3, tree);
    },

    async "where there is no tree it is said, and a link leads to one"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=5");
        await proved(window, "proved-unfair");
        check(/up to 4 cards/.test(await window.text("exact-tree-note")), "not said");
        await window.at("exact-tree-note").getByRole("link").click();
        await until("the tree", async () => await window.at("exact-tree").isVisible() &&
            /27 leaves/.test(await window.text("exact-tree")));
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
            check(/ONE SHUFFLE ONLY/.test(result) === only, result);
            check(await window.at("exact-analysed").count() === (only ? 1 : 0), shuffle);
            check(!only || /single shuffle of a sorted deck.*how they follow each other/s
                .test(await window.text("exact-analysed")), "not said what was analysed");
            check(!only || !/PROVED/.test(result), result);
        }
    },

    async "a die without a law, and too many ways, are reported"(window) {
        await window.go("#exact?shuffle=down&die=few-seeds:16&n=4");
        const message = await until("words", async () =>
            await window.at("exact-problem").isVisible() && window.text("exact-problem"));
        check(message.length > 10, message);
    },

    async "an order is shown with its ways"(window) {
        await window.go("#exact?shuffle=swap-with-any&n=3&order=312");
        await proved(window, "proved-unfair");
        const message = await until("the ways", () => window.text("exact-tree-description"));
        check(/4/.test(message), message);
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
