// SPDX-License-Identifier: MIT
//
// Step by step: one shuffle or two, forward, back, play; cards, dice, code and words.
// What the page shows is compared with the C core, loaded from the page itself.
import { check, until } from "./browser.mjs";
import * as cards from "./steps_cards.mjs";
import * as choices from "./steps_choices.mjs";
import { coreOf, deck, decks, lane, named, PAIR, toStep } from "./steps_window.mjs";

/** Words that are worked out after the cards are shown. */
const worked = (window, name) => until(`words at ${name}`, async () => {
    const text = await window.text(name);
    return text !== "" && !/…$/.test(text) && text;
});

export const options = {
    ...cards.options,
    "two decks fit a telephone": { viewport: { width: 390, height: 844 } },
    "the table is above the fold": { viewport: { width: 1440, height: 900 } },
};

export const tests = {
    ...cards.tests,
    ...choices.tests,

    // ---- back and forth ----

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
        check((await window.state()).step === "0", "the address is elsewhere");
    },

    async "old addresses show one shuffle, at their step"(window, { file }) {
        await window.go("#steps?shuffle=down&die=exact&n=8&seed=k3x9&step=3");
        const [shown, ...more] = await decks(window);
        const { steps } = (await coreOf(file)).trace({ shuffle: "down", n: 8,
                                                       seed: "k3x9" });
        check(shown === named(steps[2].after) && more.length === 0, `${shown} ${more}`);
        const state = await window.state();
        check(state.with === undefined && state.step === "3", window.page.url());
        check(await lane(window, "b").count() === 0, "there is a second lane");
    },

    async "an address without a shuffle shows a wrong and a right one"(window) {
        await window.go("#steps");
        check((await decks(window)).length === 2, "not two");
        const state = await window.state();
        check(state.shuffle === "swap-with-any-down" && state.with === "down",
              window.page.url());
        await window.at("steps-single").click();
        await until("one shuffle", async () => (await decks(window)).length === 1);
        check((await window.state()).with === undefined, window.page.url());
        await window.at("steps-compare").click();
        await until("two again", async () => (await decks(window)).length === 2);
        check((await window.state()).with === "down", window.page.url());
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
        await window.go("#steps?shuffle=up&with=swap-with-any&n=4&seed=play&speed=5");
        await decks(window);
        const said = () => window.at("steps-live").textContent();
        const before = await said();
        await window.at("steps-stage").focus();
        await window.page.keyboard.press("Space");
        await until("a step", async () => (await window.state()).step === "2");
        check(await said() === before, "every step is announced while it plays");
        await until("the end", () => window.at("steps-forward").isDisabled(), 60);
        await until("the end to be announced", async () => /^Step 4 of 4/.test(await said()));
        const ends = await decks(window);
        const keys = { ArrowLeft: "3", Home: "0", ArrowRight: "1", End: "4" };
        for (const [key, step] of Object.entries(keys)) {
            await window.page.keyboard.press(key);
            await until(key, async () => (await window.state()).step === step);
        }
        check((await decks(window)).join() === ends.join(), "another end");
        check(/Step 4 of 4/.test(await said()), `announced: ${await said()}`);
    },

    async "a click when cards move, once sound is on"(window, { file }) {
        await window.page.addInitScript(() => {
            globalThis.clicks = [];
            const { prototype } = AudioBufferSourceNode;
            const { start } = prototype;
            prototype.start = function (...when) {
                globalThis.clicks.push(this.playbackRate.value);
                start.apply(this, when);
            };
        });
        const clicks = () => window.page.evaluate(() => globalThis.clicks.splice(0).join());
        const pressed = () => window.at("steps-sound").getAttribute("aria-pressed");
        await window.go(PAIR);
        await decks(window);
        await window.at("steps-forward").click();
        check(await pressed() === "false" && await clicks() === "", "it is not off");
        await window.at("steps-first").click();
        await window.at("steps-sound").click();
        check(await pressed() === "true" && await clicks() === "1", "no click to try it");
        const core = await coreOf(file);
        const traces = ["swap-with-any-down", "down"].map((shuffle) =>
            core.trace({ shuffle, n: 6, seed: "pair" }).steps);
        const wanted = [0, 1, 2, 3, 4, 5].map((i) => traces
            .flatMap((steps, lane) => (steps[i] && named(steps[i].before) !==
                named(steps[i].after) ? [lane === 0 ? 1 : 0.75] : [])).join());
        check(wanted.some((one) => one.length < 3), "cards move in every step");
        for (const [i, one] of wanted.entries()) {
            await window.at("steps-forward").click();
            const heard = await clicks();
            check(heard === one, `step ${i + 1}: ${heard} instead of ${one}`);
        }
        await window.at("steps-back").click();
        check(await clicks() === wanted[5], "going back sounds different");
        await window.at("steps-sound").click();
        await window.at("steps-first").click();
        check(await pressed() === "false" && await clicks() === "", "it is not off again");
    },

    // ---- two shuffles ----

    async "both decks are those of the core, at every step"(window, { file }) {
        const core = await coreOf(file);
        await window.go(PAIR);
        await decks(window);
        const [a, b] = ["swap-with-any-down", "down"].map((shuffle) =>
            core.trace({ shuffle, n: 6, seed: "pair" }));
        check(a.steps.length === 6 && b.steps.length === 5, "other numbers of steps");
        for (let step = 1; step <= 6; step++) {
            await window.at("steps-forward").click();
            const wanted = [a, b].map(({ steps }) =>
                named(steps[Math.min(step, steps.length) - 1].after)).join(" ");
            const shown = (await decks(window)).join(" ");
            check(shown === wanted, `step ${step}: ${shown} instead of ${wanted}`);
        }
        const ends = (await decks(window)).join(" ");
        check(ends === `${named(a.end)} ${named(b.end)}`, `it ends with ${ends}`);
        const waits = await lane(window, "b").locator("[data-test=steps-sentence]")
            .innerText();
        check(/Finished after 5 steps/.test(waits), waits);
    },

    async "the same random number, different dice"(window, { file }) {
        const core = await coreOf(file);
        await window.go(PAIR);
        await decks(window);
        const [a, b] = ["swap-with-any-down", "down"].map((shuffle) =>
            core.trace({ shuffle, n: 6, seed: "pair" }).steps);
        for (let step = 1; step <= 5; step++) {
            await toStep(window, PAIR, step);
            const [one, other] = [a[step - 1], b[step - 1]];
            check(one.fraction === other.fraction, "the core has other fractions");
            const [shown] = /[\d.]+/.exec(await window.text("steps-random"));
            check(one.fraction >= Number(shown) && one.fraction - Number(shown) < 0.01,
                  `${shown} for ${one.fraction}`);
            const rolls = await window.at("steps-rolled").allInnerTexts();
            for (const [i, { sides, rolled }] of [one, other].entries()) {
                check(rolls[i] === `${rolled + 1} of ${sides}`, rolls[i]);
                check(Math.floor(Number(shown) * sides) === rolled,
                      `${shown} * ${sides} is not ${rolled}`);
            }
        }
    },

    async "one shuffle that cannot be shown leaves the other"(window) {
        await window.go("#steps?shuffle=down&with=nobody&n=5&seed=x&step=2");
        await until("a message", () =>
            lane(window, "b").locator("[data-test=steps-message]").isVisible());
        check(await lane(window, "a").locator(".steps-card").count() === 5, "no cards");
        await window.at("steps-with").selectOption("up");
        await until("both", async () => (await lane(window, "b")
            .locator(".steps-card:visible").count()) === 5);
    },

    async "two decks fit a telephone"(window) {
        await window.go(`${PAIR}&step=3`);
        await decks(window);
        for (const letter of ["a", "b"]) {
            const box = await lane(window, letter).locator(".steps-table").boundingBox();
            check(box.y + box.height < 844, `${letter} ends at ${box.y + box.height}`);
        }
        check((await window.at("steps-play").boundingBox()).y < 810, "no button to play");
    },

    async "the table is above the fold"(window) {
        for (const hash of [PAIR, "#steps?shuffle=down&n=52&seed=fold",
                            "#steps?shuffle=riffle&with=down&n=52&seed=fold"]) {
            await window.go(hash);
            await decks(window);
            const tables = await window.page.locator(".steps-table").all();
            for (const table of tables) {
                const box = await table.boundingBox();
                check(box.y + box.height < 900, `${hash}: ${box.y + box.height}`);
            }
            check((await window.at("steps-play").boundingBox()).y < 870, "no button");
        }
    },

    async "every shuffle can be watched, next to its code"(window, { file }) {
        const core = await coreOf(file);
        await window.go("#steps?shuffle=down&n=6&seed=all");
        for (const { name } of core.list().shuffles) {
            await window.at("steps-shuffle").selectOption(name);
            await until(name, async () => (await window.state()).shuffle === name);
            await decks(window);
            await window.at("steps-last").click();
            const end = named(core.trace({ shuffle: name, n: 6, seed: "all" }).end);
            await until(`the end of ${name}`, async () => await deck(window) === end);
            const lines = await window.at("code-view").locator("[aria-current]")
                .allTextContents();
            check(lines.length === 1 && /random|compare/.test(lines[0]),
                  `${name}: ${lines.join(" | ")}`);
        }
    },

    async "the running line is lit in both codes, none before the first roll"(window) {
        await window.go(PAIR);
        await decks(window);
        const lit = () => window.at("code-view").locator("[aria-current]")
            .allTextContents();
        check((await lit()).length === 0, "a line is lit");
        await window.at("steps-forward").click();
        const [wrong, right, ...more] = await lit();
        check(/random\(.*n\)/.test(wrong) && /random\(i \+ 1\)/.test(right) &&
              more.length === 0, `${wrong} | ${right}`);
        await window.at("steps-last").click(); // the right one has ended
        check((await lit()).length === 1, `${await lit()}`);
    },

    // ---- all possible rolls, all steps, what is known ----

    async "all possible rolls are those of the core"(window, { file }) {
        const core = await coreOf(file);
        for (const n of [3, 4, 6])
            for (const step of [0, 1]) {
                const plan = { n, seed: "all" };
                await window.go(`#steps?shuffle=swap-with-any-down&with=down&n=${n}` +
                                `&seed=all&step=${step}`);
                const wanted = ["swap-with-any-down", "down"].map((shuffle) =>
                    core.branches({ shuffle, ...plan, step }));
                const lists = window.at("steps-branches");
                for (const [i, { rolled, branches }] of wanted.entries()) {
                    const shown = await until("branches", async () => {
                        const items = await lists.nth(i).locator("> li").evaluateAll(
                            (all) => all.map((one) => ({
                                order: one.dataset.order,
                                real: one.classList.contains("steps-real"),
                                orders: [...one.querySelectorAll("[data-orders]")].map(
                                    (bar) => Number(bar.dataset.orders)),
                            })));
                        return items.length === branches.length && items;
                    });
                    for (const [k, { after, orders }] of branches.entries()) {
                        check(shown[k].order === named(after), `${n}: ${shown[k].order}`);
                        check(shown[k].real === (k === rolled), "another is marked");
                        check(shown[k].orders.join() === (orders ?? []).join(),
                              `${shown[k].orders}`);
                    }
                }
            }
        await window.go("#steps?shuffle=swap-with-any-down&n=3&seed=all");
        check(/27/.test(await until("all together", async () =>
            await window.at("steps-together").count() === 1 &&
            window.text("steps-together"))), "not 27");
    },

    async "the list of steps says when there is more below, and leads to steps"(window) {
        const more = window.page.locator(".steps-more-below");
        await window.go("#steps?shuffle=coin-bubble&n=16&seed=list");
        await decks(window);
        await until("a sign that it scrolls", async () => await more.count() === 1);
        await until("no sign at the end", async () => {
            // The part scrolls to the first step when it is drawn, perhaps only now.
            await window.page.locator(".steps-frame")
                .evaluate((one) => one.scrollTo(0, 1e6));
            return await more.count() === 0;
        });
        await window.at("steps-jump").nth(119).click();
        await until("the step", async () => (await window.state()).step === "120");
        await window.go("#steps?shuffle=down&n=4&seed=list");
        await decks(window);
        check(await more.count() === 0, "a short list scrolls");
    },

    async "what goes wrong is reported"(window) {
        await window.go("#steps?shuffle=sattolo&n=5&seed=w");
        const sattolo = await worked(window, "steps-cannot");
        check(/No card can stay at its own position/.test(sattolo), sattolo);
        await window.go("#steps?shuffle=stops-early&n=5&seed=w");
        const stops = await worked(window, "steps-cannot");
        check(/Card 5 can never move/.test(stops), stops);
        await window.go("#steps?shuffle=swap-with-any&n=3&seed=w");
        const ways = await worked(window, "steps-ways");
        check(/27 ways cannot be shared evenly among 3! = 6 orders/.test(ways), ways);
        await window.go("#steps?shuffle=down&n=5&seed=w");
        const fair = await worked(window, "steps-ways");
        check(/120 orders: each order comes from exactly one way/.test(fair), fair);
        await window.go("#steps?shuffle=swap-with-any&n=5&seed=w&step=3");
        await until("a warning", async () => /already had a turn|moves again/.test(
            (await window.at("steps-warning").allInnerTexts()).join()));
    },

    async "in Chinese"(window) {
        window.address += "?lang=zh";
        await window.go(`${PAIR}&step=2`);
        await decks(window);
        const words = await window.at("steps-sentence").allInnerTexts();
        check(words.length === 2 && words.every((text) => /位置 \d/.test(text)),
              `${words}`);
        check(/随机数/.test(await window.text("steps-random")), "the random number");
        await until("the proof", async () => {
            const texts = await window.at("steps-ways").allInnerTexts();
            return texts.every((text) => /种顺序/.test(text));
        });
        await window.at("language").selectOption("en");
        await decks(window);
        check(/^Step 2 of 6$/.test(await window.text("steps-title")), "not in English");
    },

    async "on paper: the decks and the words"(window) {
        await window.go(`${PAIR}&step=2`);
        await decks(window);
        await window.onPaper();
        const seen = (selector) => window.page.locator(selector).evaluateAll((all) =>
            all.filter((one) => one.getClientRects().length > 0).length);
        check(await seen(".steps-deck .steps-card") === 12, "cards");
        check(await seen(".steps-sentence") === 2, "words");
        check(await seen(".steps-name") === 2, "titles");
        check(await seen(".steps-log .steps-jump") === 6, "numbers of steps");
        check(await seen(":is(.steps-transport, .steps-stage select)") === 0,
              "things to press");
    },
};
