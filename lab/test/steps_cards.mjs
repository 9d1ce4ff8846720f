// SPDX-License-Identifier: MIT
//
// steps_cards.mjs - tests of "Step by step": cards, the die, motion, and shuffles that are
// more than swaps. page_steps.mjs includes them.
import { check, until } from "./browser.mjs";
import { coreOf, deck, decks, named, PAIR, toStep } from "./steps_window.mjs";

/** Contrast of two colours such as "rgb(1, 2, 3)". */
function contrast(...colours) {
    const [dark, light] = colours.map((text) => {
        const [r, g, b] = text.match(/[\d.]+/g).map(Number).map((value) => value / 255)
            .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
}

export const options = {
    "no motion where none is wanted": { reducedMotion: "reduce" },
    "playing cards can be read at 320 pixels": { viewport: { width: 320, height: 700 } },
};

export const tests = {
    // ---- cards and dice ----

    async "52 playing cards, each once"(window) {
        for (const theme of ["light", "dark"]) {
            await window.go("#steps?shuffle=down&n=52&seed=cards&step=51");
            if (theme === "dark") await window.at("theme").click();
            await decks(window);
            const faces = window.at("steps-deck").locator(".steps-card");
            const cards = await faces.evaluateAll(
                (all) => all.map((card) => ({
                    text: card.querySelector(".steps-number").textContent +
                        card.querySelector(".steps-suit").textContent,
                    ink: getComputedStyle(card).color,
                    paper: getComputedStyle(card).backgroundColor,
                })));
            const wanted = ["♠", "♥", "♦", "♣"].flatMap((suit) =>
                ["A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K"].map((rank) =>
                    `${rank}${suit}\ufe0e`));
            check(cards.map(({ text }) => text).sort().join() === wanted.sort().join(),
                  cards.map(({ text }) => text).join(" "));
            check(new Set(cards.map(({ ink }) => ink)).size === 2, "not two colours");
            for (const { text, ink, paper } of cards)
                check(contrast(ink, paper) >= 4.5, `${text}: ${contrast(ink, paper)}`);
            const said = await window.at("steps-deck").locator("li").first().innerText();
            check(/Position 1: \w+ of (spades|hearts|diamonds|clubs)/.test(said), said);
        }
        await window.go("#steps?shuffle=down&n=52&seed=cards");
        await decks(window);
        const rows = await window.page.locator(".steps-deck li").evaluateAll((all) =>
            all.map((one) => one.offsetTop));
        check(new Set(rows).size === 4 && rows.filter((y) => y === rows[0]).length === 13,
              "not 4 rows of 13");
    },

    async "playing cards can be read at 320 pixels"(window) {
        for (const hash of ["#steps?shuffle=down&n=52&seed=s",
                            "#steps?shuffle=down&with=up&n=52&seed=s"]) {
            await window.go(hash);
            await decks(window);
            const { sizes, wide, cut } = await window.page.evaluate(() => ({
                sizes: [...document.querySelectorAll(".steps-card .steps-number")].map(
                    (one) => parseFloat(getComputedStyle(one).fontSize)),
                wide: document.documentElement.scrollWidth,
                cut: [...document.querySelectorAll(".steps-card")].filter((card) =>
                    card.scrollHeight > card.clientHeight + 1 ||
                    card.scrollWidth > card.clientWidth + 1).length,
            }));
            check(Math.min(...sizes) >= 11, `letters of ${Math.min(...sizes)} pixels`);
            check(wide <= 320, `${wide} pixels wide`);
            check(cut === 0, `${cut} cards are too small for what is on them`);
        }
    },

    async "the die is above the position that it decides, and covers no card"(window) {
        for (const n of [6, 30]) {
            const hash = `#steps?shuffle=down&n=${n}&seed=die`;
            await window.go(hash);
            for (const step of [1, 3, n - 1]) {
                await toStep(window, hash, step);
                const target = n - step;
                const mark = `.steps-deck li:nth-child(${target + 1}).steps-target`;
                await until("the target", async () =>
                    await window.page.locator(mark).count() === 1);
                const { die, cards } = await window.page.evaluate(() => {
                    const box = (one) => {
                        const { left, right, top, bottom } = one.getBoundingClientRect();
                        return { left, right, top, bottom };
                    };
                    document.getAnimations().forEach((animation) => animation.finish());
                    const all = document.querySelectorAll(".steps-deck .steps-card");
                    return { die: box(document.querySelector(".steps-face")),
                             cards: [...all].map(box) };
                });
                const under = cards[target];
                const middle = (one) => (one.left + one.right) / 2;
                const gap = under.top - die.bottom;
                check(Math.abs(middle(die) - middle(under)) < 2 && gap >= 0 && gap < 12,
                      JSON.stringify({ n, step, die, under }));
                const covers = (card) => card.left < die.right && card.right > die.left &&
                    card.top < die.bottom && card.bottom > die.top;
                check(!cards.some(covers), `n = ${n}, step ${step}: it covers a card`);
            }
        }
    },

    async "no motion where none is wanted"(window) {
        for (const hash of [`${PAIR}&step=1`, "#steps?shuffle=down&n=52&seed=calm",
                            "#steps?shuffle=riffle&n=9&seed=calm"]) {
            await window.go(hash);
            await decks(window);
            const running = await window.page.evaluate(() => {
                document.querySelector("[data-test=steps-forward]").click();
                return document.getAnimations().length;
            });
            check(await window.at("steps-at").inputValue() !== "0", "no step was made");
            check(running === 0, `${hash}: ${running} animations`);
        }
    },

    // ---- shuffles that are more than swaps ----

    async "a sort shows the coin and the two cards that it compares"(window, { file }) {
        const n = 5;
        const { steps } = (await coreOf(file)).trace({ shuffle: "coin-bubble", n,
                                                       seed: "coin" });
        const hash = `#steps?shuffle=coin-bubble&n=${n}&seed=coin`;
        await window.go(hash);
        const pairs = [4, 3, 2, 1].flatMap((end) =>
            Array.from({ length: end }, (_, i) => [i, i + 1]));
        check(pairs.length === steps.length, "other numbers of comparisons");
        for (const [k, [i, j]] of pairs.entries()) {
            await toStep(window, hash, k + 1);
            const { before, rolled } = steps[k];
            const raised = await window.page.locator(".steps-compared .steps-number")
                .allInnerTexts();
            const wanted = [before[i] + 1, before[j] + 1].sort().join();
            check(raised.map(Number).sort().join() === wanted,
                  `step ${k + 1}: ${raised}`);
            const die = await window.at("steps-die-face").innerText();
            check((rolled ? /H\s*heads: swap/ : /T\s*tails: keep/).test(die), die);
            check(await window.page.locator(".steps-bracket").count() === 1,
                  "no bracket");
        }
    },

    async "every sort shows comparisons"(window) {
        for (const name of ["insertion", "timsort", "selection", "exchange", "merge",
                            "quick", "quick-random", "heap"]) {
            const hash = `#steps?shuffle=coin-${name}&n=6&seed=s`;
            await window.go(hash);
            await toStep(window, hash, 3);
            check(await window.page.locator(".steps-compared").count() === 2, name);
        }
    },

    async "a riffle has two packets, and each coin drops a card"(window, { file }) {
        const n = 8;
        const trace = (await coreOf(file)).trace({ shuffle: "riffle:1", n,
                                                   seed: "packets" });
        const hash = `#steps?shuffle=riffle:1&n=${n}&seed=packets`;
        await window.go(hash);
        const tails = trace.steps.filter(({ rolled }) => rolled === 0).length;
        for (let step = 1; step <= n; step++) {
            await toStep(window, hash, step);
            const rolls = trace.steps.slice(0, step);
            const heads = rolls.filter(({ rolled }) => rolled === 1).length;
            const counts = await window.page.evaluate(() => ["new", "top", "bottom"].map(
                (group) => document.querySelectorAll(`.steps-${group}`).length));
            const wanted = [step, tails - (step - heads), n - tails - heads];
            check(counts.join() === wanted.join(), `step ${step}: ${counts}`);
            const fallen = (await deck(window)).split(",").slice(0, step).join();
            check(fallen === named(trace.end.slice(0, step)), `${fallen} fell`);
        }
    },

    async "overhand packets, a cut, and keys"(window, { file }) {
        const core = await coreOf(file);
        const { steps } = core.trace({ shuffle: "overhand:1", n: 10, seed: "hand" });
        const on = steps.findIndex(({ rolled }, k) => rolled > 0 && k > 0); // no cut
        await window.go(`#steps?shuffle=overhand:1&n=10&seed=hand&step=${on + 1}`);
        await decks(window);
        check(await deck(window) === named(steps[on].after), await deck(window));
        const { gap } = await window.page.evaluate(() => {
            const box = (name) => document.querySelector(name).getBoundingClientRect();
            document.getAnimations().forEach((animation) => animation.finish());
            return { gap: box(".steps-held .steps-card").top - box(".steps-face").bottom };
        });
        check(gap >= 0, `the die covers the packet by ${-gap} pixels`);
        check(await window.page.locator(":is(.steps-top, .steps-held)").count() > 0 &&
              await window.page.locator(".steps-apart").count() === 1, "no packets");
        await window.go("#steps?shuffle=keys&n=6&seed=key&step=6");
        await decks(window);
        const texts = await window.page.locator(".steps-key").allInnerTexts();
        const keys = texts.map(Number);
        check(keys.length === 6 && keys.every((key, i) => i === 0 || key >= keys[i - 1]),
              `keys ${keys}`);
    },
};
