// SPDX-License-Identifier: MIT
//
// "Hidden bias": cases that the heat map does not show.
import { check, until } from "./browser.mjs";

export const tests = {
    async "every case is what it says"(window) {
        await window.go("#views?seed=cases");
        const cases = window.page.locator("#part-views [data-test^='views-case-']");
        const many = await cases.count();
        check(many >= 8, `${many} cases`);
        for (let i = 0; i < many; i++) {
            await cases.nth(i).click();
            const name = await cases.nth(i).getAttribute("data-test");
            const wanted = name === "views-case-down" ? "no-evidence" : "unfair";
            await until(`${wanted} for ${name}`, async () =>
                await window.verdict("views-verdict") === wanted &&
                await window.at("views-report").isVisible(), 60);
        }
    },

    async "a calm heat map, and a view that tells"(window) {
        await window.go("#views?shuffle=rotation&die=exact&n=10&trials=20000&seed=calm");
        await window.untilVerdict("views-verdict", "unfair");
        await until("a statistic that gives it away", async () => {
            const { caught, positions } = await window.at("views-noticing")
                .evaluate((node) => ({ ...node.dataset }));
            return Number(caught) > 5 && positions === "false";
        });
        check(await window.at("views-positions-finding").getAttribute("data-noticed") ===
              "false", "positions find something");
        const code = window.page.locator("#part-views .code-fold");
        check(/splice/.test(await code.locator(".code-view").innerText()) &&
              await code.locator(".code-mark").isVisible(), "no code with the mistake");
    },

    async "code of the catalogue only; bad random numbers are not the code's fault"(window) {
        const code = window.page.locator("#part-views .code-fold");
        const note = code.getByText("random numbers that it gets are not");
        await window.go("#views?shuffle=down&die=modulo:6&n=10&trials=2000&seed=code");
        check(await note.isVisible(), "no word on the numbers");
        await window.at("views-die").selectOption("exact");
        await until("the note is gone", () => note.isHidden());
        check(await code.isVisible(), "no code");
        await window.at("views-shuffle").selectOption("library/shuffle");
        await until("no code", () => code.isHidden());
    },

    async "what no double can hold is not given a number"(window) {
        await window.go("#views?shuffle=rotation&n=10&trials=20000&seed=tens");
        await until("its report", () => window.at("views-report").isVisible());
        const all = await until("tiles of tests", async () => {
            const text = await window.page.locator("#part-views .views-groups").innerText();
            return /First three cards[^A-Z]*caught: /.test(text) && text;
        });
        check(!/10³⁰[1-9]\b/.test(all), all);
        check(/less than 1 in 10³⁰⁰(?![⁰-⁹])/.test(all), all);
    },
};
