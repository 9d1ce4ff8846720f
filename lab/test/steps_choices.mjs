// SPDX-License-Identifier: MIT
//
// steps_choices.mjs - Step by step, with rolls that the visitor chose.
import { check, until } from "./browser.mjs";
import { coreOf, deck, decks, lane, named, PAIR, toStep } from "./steps_window.mjs";

const SHUFFLES = ["swap-with-any-down", "down"];

/** "4:0.25" as the core wants it. */
const choicesOf = (text) => (text ?? "").split(",").filter(Boolean).map((one) => {
    const [step, number] = one.split(":").map(Number);
    return { step: step - 1, millionths: Math.round(number * 1e6) };
});

/** The results of the next roll in a lane, 0 or 1, once they are those after `step`. */
async function results(window, which, core, plan, step) {
    const { branches, rolled } = core.branches({ ...plan, step });
    const list = window.at("steps-branches").nth(which);
    await until(`results after step ${step}`, async () => {
        const items = await list.locator("> li").evaluateAll((all) =>
            all.map((one) => [one.dataset.order, one.className]));
        return items.length === branches.length && branches.every(({ after }, k) =>
            items[k][0] === named(after) && items[k][1].includes("real") === (k === rolled));
    });
    return list.locator("[data-test=steps-choose]");
}

/** Checks that both decks are those of the core after so many steps. */
async function checkDecks(window, core, plan, step) {
    const wanted = SHUFFLES.map((shuffle) => {
        const { steps, start } = core.trace({ ...plan, shuffle });
        return named(step === 0 ? start : steps[Math.min(step, steps.length) - 1].after);
    }).join(" ");
    await until(`the decks ${wanted}`, async () =>
        (await decks(window)).join(" ") === wanted);
}

export const tests = {
    async "another roll is chosen: both shuffles go on with it, Back undoes it"(window,
                                                                                { file }) {
        const core = await coreOf(file);
        const plan = { n: 6, seed: "pair" };
        await window.go(`${PAIR}&step=2`);
        const right = { ...plan, shuffle: "down" };
        const { rolled, sides } = core.trace(right).steps[2];
        const other = (rolled + 1) % sides;
        const buttons = await results(window, 1, core, right, 2);
        await buttons.nth(other).click();
        await until("the address", async () => (await window.state()).choose);
        const { choose, step } = await window.state();
        check(/^3:0\.\d\d?$/.test(choose) && step === "3", `${choose}, step ${step}`);
        const choices = choicesOf(choose);
        check(core.trace({ ...right, choices }).steps[2].rolled === other, choose);
        await checkDecks(window, core, { ...plan, choices }, 3);
        // The roll, its number, the line of code, the list of steps, and the words.
        check((await window.text("steps-random")).endsWith(choose.slice(2)),
              await window.text("steps-random"));
        const lists = await window.at("steps-log").locator("tbody tr").nth(2).innerText();
        check(lists.split("chosen").length === 3, lists);
        for (const shuffle of SHUFFLES) {
            const now = core.trace({ ...plan, shuffle, choices }).steps[2];
            check(lists.includes(`${now.rolled + 1} of ${now.sides}`), lists);
        }
        const note = await lane(window, "b").locator("[data-test=steps-chosen]").innerText();
        check(note.includes(`${rolled + 1} of ${sides}`), note);
        check(await window.at("code-view").locator("[aria-current]").count() === 2, "code");
        await until("facts", async () => (await window.at("steps-cannot").count()) === 2);
        // To the end, and to the same end by the address.
        await window.at("steps-last").click();
        await checkDecks(window, core, { ...plan, choices }, 6);
        await window.page.reload();
        await checkDecks(window, core, { ...plan, choices }, 6);
        check((await window.state()).choose === choose, "the address changes");
        await window.page.goBack();
        await until("no choice", async () => !(await window.state()).choose);
        check((await window.state()).step === "2", window.page.url());
        await checkDecks(window, core, plan, 2);
        check(!await window.at("steps-choices").isVisible(), "still a choice");
    },

    async "by keyboard: choose, go on, and back to the random rolls"(window, { file }) {
        const core = await coreOf(file);
        const plan = { n: 6, seed: "pair", shuffle: SHUFFLES[0] };
        const focused = () => window.page.evaluate(() => document.activeElement.ariaLabel);
        await window.go(PAIR);
        const { rolled } = core.trace(plan).steps[0];
        const other = (rolled + 2) % 6;
        await (await results(window, 0, core, plan, 0)).nth(other).focus();
        check(/^Continue with \d: .*swap|no card/.test(await focused()), await focused());
        await window.page.keyboard.press("Enter");
        await until("step 1", async () => (await window.state()).step === "1");
        const { choose } = await window.state();
        const chosen = { ...plan, choices: choicesOf(choose) };
        await results(window, 0, core, chosen, 1);
        await until("the focus on what comes next", async () =>
            /comes next/.test(await focused() ?? ""));
        await until("what a screen reader says", async () =>
            /Step 1 of 6\s+Chosen number: 0\.\d+/.test(
                await window.at("steps-live").textContent()));
        await window.page.keyboard.press("Enter"); // what comes anyway is no choice
        await until("step 2", async () => (await window.state()).step === "2");
        check((await window.state()).choose === choose, window.page.url());
        await window.at("steps-unchoose").focus();
        await window.page.keyboard.press("Enter");
        await until("no choice", async () => !(await window.state()).choose);
        await checkDecks(window, core, { n: 6, seed: "pair" }, 2);
        check(await window.page.evaluate(() => document.activeElement.dataset.test) ===
              "steps-stage", "the focus is lost");
    },

    async "an earlier choice drops later ones, the random roll drops both"(window,
                                                                          { file }) {
        const core = await coreOf(file);
        const hash = "#steps?shuffle=up&n=5&seed=drop";
        const plan = { shuffle: "up", n: 5, seed: "drop" };
        const { drawn } = core.trace(plan).steps[1];
        const taken = (drawn + 1) % 4;
        const number = (taken + 0.5) / 4;
        const choose = `2:${number},4:0.7`;
        const choices = choicesOf(choose);
        await window.go(`${hash}&choose=${choose}&step=1`);
        const buttons = await results(window, 0, core, { ...plan, choices }, 1);
        const labels = await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel));
        check(/\(random roll\)$/.test(labels[drawn]), labels[drawn]);
        check(/\(chosen\)$/.test(labels[taken]), labels[taken]);
        await buttons.nth((taken + 1) % 4 === drawn ? (taken + 2) % 4 : (taken + 1) % 4)
            .click();
        await until("one choice", async () =>
            /^2:0\.\d+$/.test((await window.state()).choose ?? ""));
        await window.page.goBack();
        await until("both", async () => (await window.state()).choose === choose);
        await (await results(window, 0, core, { ...plan, choices }, 1)).nth(drawn).click();
        await until("none", async () => (await window.state()).step === "2" &&
            !(await window.state()).choose);
        const { steps } = core.trace(plan);
        await until("the random deck", async () =>
            await deck(window) === named(steps[1].after));
    },

    async "a click on the bar chooses the roll of this step"(window, { file }) {
        const core = await coreOf(file);
        const plan = { shuffle: "down", n: 4, seed: "bar" };
        const { rolled } = core.trace(plan).steps[0];
        const other = (rolled + 1) % 4;
        await window.go("#steps?shuffle=down&n=4&seed=bar&step=1");
        await decks(window);
        const box = await window.page.locator(".steps-bar-parts").boundingBox();
        await window.page.mouse.click(box.x + box.width * (other + 0.5) / 4,
                                      box.y + box.height / 2);
        await until("the roll", async () =>
            await window.text("steps-rolled") === `${other + 1} of 4`);
        const { choose, step } = await window.state();
        const trace = core.trace({ ...plan, choices: choicesOf(choose) });
        check(step === "1" && trace.steps[0].rolled === other, `${choose}, ${step}`);
        check(await deck(window) === named(trace.steps[0].after), await deck(window));
    },

    async "cards, packets, keys and code follow the choice"(window, { file }) {
        const core = await coreOf(file);
        for (const shuffle of ["riffle:1", "overhand:1", "keys", "coin-timsort", "sattolo",
                               "rotation-flip", "repeats-last"]) {
            const plan = { shuffle, n: 6, seed: "follow" };
            const { steps } = core.trace(plan);
            const step = steps.length - 1;
            const { sides, drawn } = steps[step];
            const taken = sides <= 64 ? (drawn + 1) % sides : 0;
            const number = (Math.floor((taken + 0.5) / Math.min(sides, 1e9) * 1e6) / 1e6);
            const choose = `${step + 1}:${number}`;
            const trace = core.trace({ ...plan, choices: choicesOf(choose) });
            const hash = `#steps?shuffle=${shuffle}&n=6&seed=follow&choose=${choose}`;
            await window.go(hash);
            await decks(window);
            await toStep(window, hash, trace.steps.length);
            await until(`the end of ${shuffle}`, async () =>
                await deck(window) === named(trace.end));
            check(await window.at("code-view").locator("[aria-current]").count() === 1,
                  `${shuffle}: no line of code`);
        }
    },

    async "a second shuffle gets the same choice, another deck gets none"(window) {
        await window.go("#steps?shuffle=down&n=6&seed=more&choose=2:0.3");
        await decks(window);
        await window.at("steps-compare").click();
        await until("two", async () => (await decks(window)).length === 2);
        check((await window.state()).choose === "2:0.3", window.page.url());
        await window.at("steps-forward").click();
        await window.at("steps-forward").click();
        check(/0\.3$/.test(await window.text("steps-random")), "another number");
        await window.at("steps-n").fill("7");
        await window.at("steps-n").press("Enter");
        await until("seven", async () => (await window.state()).n === "7");
        check(!(await window.state()).choose, window.page.url());
    },
};
