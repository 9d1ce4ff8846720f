// SPDX-License-Identifier: MIT
//
// Step by step: forward, back, play; what a wrong shuffle does wrong.
import { check, until } from "./browser.mjs";

/** Words that are worked out after the cards are shown. */
const worked = (window, name) => until(`words at ${name}`, async () => {
    const text = await window.text(name);
    return text !== "" && !/^Being /.test(text) && text;
});

/** The deck on the table, once it is that of the address. */
const deck = (window) => until("a deck", async () =>
    await window.at("steps-stage").getAttribute("aria-busy") === "false" &&
    window.at("steps-deck").getAttribute("data-order"));

export const tests = {
    async "forward and back"(window) {
        await window.go("#steps?shuffle=down&n=6&seed=steps");
        const first = await deck(window);
        check(first === "1,2,3,4,5,6", `it begins with ${first}`);
        const seen = [first];
        for (let i = 0; i < 5; i++) {
            await window.at("steps-forward").click();
            seen.push(await deck(window));
        }
        check(await window.at("steps-forward").isDisabled(),
              "there is more than the end");
        check(seen.at(-1).split(",").sort().join() === first, `no order: ${seen.at(-1)}`);
        for (let i = 4; i >= 0; i--) {
            await window.at("steps-back").click();
            check(await deck(window) === seen[i], `back at ${i}: ${await deck(window)}`);
        }
        check((await window.state()).step === undefined ||
              (await window.state()).step === "0", "the address is elsewhere");
    },

    async "the address has the step"(window) {
        await window.go("#steps?shuffle=down&n=6&seed=steps&step=3");
        const there = await deck(window);
        await window.go("#steps?shuffle=down&n=6&seed=steps");
        for (let i = 0; i < 3; i++) await window.at("steps-forward").click();
        check(await deck(window) === there, "another deck");
    },

    async "a click before the deck is there leads nowhere"(window) {
        await window.page.addInitScript(() => {
            new MutationObserver((_, watch) => {
                if (document.documentElement.dataset.ready === undefined) return;
                watch.disconnect();
                for (const name of ["forward", "play", "first"])
                    document.querySelector(`[data-test="steps-${name}"]`).click();
            }).observe(document, { attributes: true, subtree: true });
        });
        await window.go("#steps?shuffle=down&n=6&seed=steps&step=3");
        await deck(window);
        check((await window.state()).step === "3", window.page.url());
        check(await window.text("steps-play") === "Play", "it plays");
    },

    async "it plays, and by keyboard"(window) {
        await window.go("#steps?shuffle=up&n=5&seed=play");
        await window.at("steps-play").click();
        await until("the end", () => window.at("steps-forward").isDisabled(), 60);
        await window.at("steps-stage").focus();
        const end = await deck(window);
        await window.page.keyboard.press("ArrowLeft");
        await window.page.keyboard.press("ArrowRight");
        check(await deck(window) === end, "left and right do not lead back");
    },

    async "the end is the order that an audit sees"(window) {
        await window.go("#steps?shuffle=swap-with-any&n=8&seed=one&step=8");
        const ended = await deck(window);
        check(ended.split(",").length === 8, ended);
    },

    async "every shuffle of the catalogue can be watched"(window) {
        await window.go("#steps?n=6&seed=all");
        const names = await window.at("steps-shuffle").locator("option").evaluateAll(
            (options) => options.map(({ value }) => value));
        check(names.length >= 40, `${names.length} shuffles`);
        for (const name of names) {
            await window.at("steps-shuffle").selectOption(name);
            await until(name, async () => (await window.state()).shuffle === name);
            await window.at("steps-last").click();
            const cards = (await deck(window)).split(",").sort().join();
            check(cards === "1,2,3,4,5,6", `${name}: ${cards}`);
        }
    },

    async "what goes wrong is reported"(window) {
        await window.go("#steps?shuffle=sattolo&n=5&seed=w");
        const sattolo = await worked(window, "steps-cannot");
        check(/stay|own place/i.test(sattolo), sattolo);
        await window.go("#steps?shuffle=stops-early&n=5&seed=w");
        const stops = await worked(window, "steps-cannot");
        check(/5/.test(stops), stops);
        await window.go("#steps?shuffle=swap-with-any&n=5&seed=w");
        const ways = await worked(window, "steps-ways");
        check(/3,125/.test(ways) && /120/.test(ways), ways);
        await window.go("#steps?shuffle=down&n=5&seed=w");
        const fair = await worked(window, "steps-ways");
        check(/120/.test(fair), fair);
    },
};
