// SPDX-License-Identifier: MIT
//
// The story: its numbers are those of `fairaudit --exact`, and it can be read with mouse,
// keys, fingers and screen readers.
import { check, until } from "./browser.mjs";
import { jsonOf } from "./native.mjs";

const SCREENS = ["guess", "ways", "boxes", "fix", "deck", "cost", "yours"];
const WRONG = "swap-with-any-down";
const RIGHT = "down";

const exact = (fairaudit, shuffle, n) =>
    JSON.parse(jsonOf(fairaudit, ["--exact", shuffle, "-n", String(n)]));

const shown = (window) => window.page.locator(".story-screen:visible").getAttribute("data-test");

const onScreen = (window, id) => until(`the screen ${id}`, async () =>
    await shown(window) === `story-screen-${id}`);

/** How many leaves each box of a picture has, and how many chips lie in it. */
async function boxesOf(window, name) {
    const boxes = window.at(name).locator(".leaf-box");
    await until("the boxes", async () => await boxes.count() > 0);
    return boxes.evaluateAll((nodes) => nodes.map((node) => {
        const box = node.querySelector("rect").getBoundingClientRect();
        const chips = [...node.ownerSVGElement.querySelectorAll(".leaf rect")]
            .map((rect) => rect.getBoundingClientRect())
            .filter(({ left, right, top, bottom }) => left >= box.left - 1 &&
                right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1);
        return { count: Number(node.dataset.count), chips: chips.length,
                 shown: node.querySelector(".leaf-count").textContent };
    }));
}

export const options = {
    "swipes lead from screen to screen": { hasTouch: true,
                                           viewport: { width: 390, height: 844 } },
    "a swipe of a real finger is not Back of the browser, too": {
        only: "chromium", hasTouch: true, viewport: { width: 390, height: 844 } },
    "in forced colours, what is chosen can be seen": { only: "chromium",
                                                       forcedColors: "active" },
    "what has the focus is not behind the bar": { viewport: { width: 1280, height: 600 } },
    "no motion where none is wanted": { reducedMotion: "reduce" },
};

/** Changes the hash of the page that is open. */
const enter = (window, hash) => window.page.evaluate((to) => { location.hash = to; }, hash);

export const tests = {
    async "code that is too long for an address goes on to Try yours"(window) {
        await window.go("#story?screen=yours");
        const code = `(a) => a.sort() // ${"x".repeat(7000)}`;
        await window.paste("story-own-code", code);
        await window.at("story-to-yours").click();
        await until("the code", async () =>
            await window.at("yours-code").inputValue() === code);
        const { long, code: inAddress } = await window.state();
        check(long === "1" && inAddress === undefined, window.page.url().slice(0, 100));
    },

    async "it is the first part, and each screen has an address"(window) {
        await window.go();
        await onScreen(window, "guess");
        check((await window.state()).screen === "guess", "no screen in the address");
        for (const id of SCREENS) {
            await window.go(`#story?screen=${id}`);
            await onScreen(window, id);
        }
        await window.go("#story?screen=nonsense");
        await onScreen(window, "guess");
    },

    async "buttons, dots, keys and the way back"(window) {
        const { page } = window;
        await window.go();
        check(await window.at("story-back").isDisabled(), "back before the first screen");
        for (const id of SCREENS.slice(1)) {
            await window.at("story-next").click();
            await onScreen(window, id);
            check((await window.state()).screen === id, `the address of ${id}`);
            check(await page.evaluate(() => document.activeElement.tagName) === "H1",
                  `the focus on ${id}`);
        }
        check(!await window.at("story-next").isVisible(), "next after the last screen");
        await page.goBack();
        await onScreen(window, "cost");
        await page.keyboard.press("ArrowLeft");
        await onScreen(window, "deck");
        await page.keyboard.press("ArrowRight");
        await onScreen(window, "cost");
        await window.at("story-dot-boxes").click();
        await onScreen(window, "boxes");
        // Keys of a text stay those of the text.
        await window.at("story-dot-yours").click();
        await onScreen(window, "yours");
        await window.at("story-own-code").focus();
        await page.keyboard.press("ArrowLeft");
        check(await shown(window) === "story-screen-yours", "a key in the text moved the story");
        await window.at("tab-race").click();
        await page.keyboard.press("ArrowRight");
        check(await page.locator("#part-race").isVisible(), "a key in another part");
    },

    async "swipes lead from screen to screen"(window) {
        const { page } = window;
        const swipe = async (from, to) => page.locator(".story-stage").evaluate(
            (area, [x0, x1]) => {
                const send = (type, x) => {
                    const touch = new Touch({ identifier: 1, target: area, clientX: x,
                                              clientY: 300 });
                    area.dispatchEvent(new TouchEvent(type, {
                        bubbles: true, changedTouches: [touch],
                        touches: type === "touchend" ? [] : [touch] }));
                };
                send("touchstart", x0);
                send("touchend", x1);
            }, [from, to]);
        await window.go("#story?screen=cost");
        await swipe(300, 100);
        await onScreen(window, "yours");
        await swipe(100, 300);
        await onScreen(window, "cost");
        await swipe(300, 280); // too short
        check(await shown(window) === "story-screen-cost", "a short swipe moved the story");
    },

    async "a swipe of a real finger is not Back of the browser, too"(window) {
        await window.go("#story?screen=guess");
        for (const screen of ["ways", "boxes", "fix"]) {
            await window.at("story-next").click();
            await onScreen(window, screen);
        }
        const touch = await window.context.newCDPSession(window.page);
        const send = (type, ...points) => touch.send("Input.dispatchTouchEvent",
            { type, touchPoints: points.map((x) => ({ x, y: 170 })) });
        await send("touchStart", 80);
        for (let x = 107.5; x <= 300; x += 27.5) {
            await send("touchMove", x);
            await window.page.waitForTimeout(12);
        }
        await send("touchEnd");
        await onScreen(window, "boxes");
        await window.page.waitForTimeout(800);
        check(await shown(window) === "story-screen-boxes", `now ${await shown(window)}`);
        const overscroll = () => window.page.evaluate(() =>
            getComputedStyle(document.documentElement).overscrollBehaviorX);
        check(await overscroll() === "none", "the browser may go back, too");
        await enter(window, "#race?trials=1000");
        check(await overscroll() === "auto", "other parts have no swipes of their own");
    },

    async "what has the focus is not behind the bar"(window) {
        for (const screen of ["guess", "ways", "cost", "yours"]) {
            await window.go(`#story?screen=${screen}`);
            await window.settled();
            for (let i = 0; i < 40; i += 1) {
                await window.page.keyboard.press("Tab");
                const hidden = await window.page.evaluate(() => {
                    const { activeElement: node } = document;
                    const bar = document.querySelector(".story-bar");
                    if (!node.closest(".story-stage") || node.tabIndex < 0) return "";
                    const { top, height } = node.getBoundingClientRect();
                    const seen = bar.getBoundingClientRect().top - top;
                    return seen < Math.min(height, 40) - 1 ? `${node.outerHTML.slice(0, 90)}` : "";
                });
                check(hidden === "", `${screen}: ${hidden}`);
            }
        }
    },

    async "what the visitor typed and guessed stays in another language"(window) {
        await window.go("#story?screen=guess");
        await window.at("story-guess-a").click();
        await window.at("story-guess-b").click();
        const guesses = () => Promise.all(["a", "b"].map((id) => window.text(`story-guess-${id}`)));
        check((await guesses()).join() === "A is fair,Your guess: B is fair",
              `${await guesses()}`);
        await window.at("language").selectOption("zh");
        check(/^你猜的是/.test((await guesses())[1]), `${await guesses()}`);
        await enter(window, "#story?screen=yours");
        await window.paste("story-own-code", "a => a.reverse()");
        await window.at("language").selectOption("en");
        check(await window.at("story-own-code").inputValue() === "a => a.reverse()",
              "the code is lost");
    },

    async "your own code: leaving stops it, and nothing old stays"(window) {
        await window.go("#story?screen=yours");
        await window.at("story-example-b").click();
        await window.untilVerdict("story-verdict", "no-evidence", 60);
        await window.paste("story-own-code", "a => { for (;;); }");
        await window.at("story-run").click();
        check(!await window.at("story-own-map").isVisible(), "the map of another shuffle");
        check(await window.text("story-verdict") !== "", "nothing says that it runs");
        await window.at("story-back").click();
        await window.at("story-next").click();
        check(!await window.at("story-verdict").isVisible(), "it still runs");
    },

    async "in forced colours, what is chosen can be seen"(window) {
        await window.go("#story?screen=ways");
        await window.at("story-roll-1-2").click();
        const colour = (name) => window.at(name).evaluate((node) =>
            getComputedStyle(node).backgroundColor);
        const [chosen, other, dot, next] = await Promise.all(["story-roll-1-2", "story-roll-1-1",
            "story-dot-ways", "story-dot-boxes"].map(colour));
        check(chosen !== other && dot !== next, `${chosen} ${other} ${dot} ${next}`);
    },

    async "a link to another part leads to its top"(window) {
        await window.go("#story?screen=cost");
        await window.at("story-case-ballot").click();
        await until("the case", () => window.at("cases-article-ballot").isVisible());
        check(await window.page.evaluate(() => scrollY) === 0, "it is scrolled");
    },

    async "a guess is answered"(window) {
        for (const id of ["a", "b"]) {
            await window.go();
            const before = await window.text("story-answer");
            await window.at(`story-guess-${id}`).click();
            const after = await until("an answer", async () => {
                const text = await window.text("story-answer");
                return text !== before && text;
            });
            check(/\bB\b/.test(after), after);
            check(await window.at(`story-guess-${id}`).getAttribute("aria-pressed") === "true",
                  "the guess is not marked");
        }
    },

    async "all 27 ways, and the cards of each"(window, { fairaudit }) {
        const { sequences } = exact(fairaudit, WRONG, 3);
        await window.go("#story?screen=ways");
        const leaves = window.at("story-tree").locator(".leaf");
        await until("the leaves", async () => await leaves.count() === sequences);
        for (const [rolls, end] of [[[3, 2, 1], "J Q K"], [[1, 1, 1], "Q K J"],
                                    [[2, 3, 1], "J Q K"]]) {
            for (const [k, rolled] of rolls.entries())
                await window.at(`story-roll-${k + 1}-${rolled}`).click();
            const decks = await window.page.locator(".story-after .story-deck:visible")
                .evaluateAll((nodes) => nodes.map((node) => [...node.children]
                    .map((card) => card.textContent).join(" ")));
            check(decks.length === 4, `${decks.length} decks`);
            check(decks.at(-1) === end, `${rolls}: ${decks.at(-1)}`);
            const marked = await window.at("story-tree").locator(".leaf.on")
                .allTextContents();
            check(marked.length === 1 && marked[0] === end.replaceAll(" ", ""),
                  `${rolls}: ${marked} is marked`);
        }
        const tops = await window.page.locator(".story-deck:visible").evaluateAll((decks) =>
            decks.map(({ children }) => new Set([...children].map((card) =>
                Math.round(card.getBoundingClientRect().y))).size));
        check(tops.length > 3 && tops.every((rows) => rows === 1), `decks of ${tops} rows`);
        // A way that is touched shows its rolls.
        await leaves.nth(26).click();
        await until("its rolls", async () =>
            await window.at("story-roll-1-3").getAttribute("aria-pressed") === "true");
        await window.at("story-random").click();
        check(await window.at("story-tree").locator(".leaf.on").count() === 1, "no way");
    },

    async "the boxes get what the proof says"(window, { fairaudit }) {
        const { numerators, denominator } = exact(fairaudit, WRONG, 3);
        await window.go("#story?screen=boxes");
        const found = await until("27 leaves in boxes", async () => {
            const flying = await window.page.evaluate(() => document.getAnimations().length);
            const boxes = await boxesOf(window, "story-boxes");
            return flying === 0 && boxes.reduce((sum, { chips }) => sum + chips, 0) ===
                Number(denominator) && boxes;
        });
        found.forEach(({ count, chips, shown: text }, rank) => {
            check(String(chips) === numerators[rank], `${chips} chips, not ${numerators[rank]}`);
            check(count === chips && text === String(chips), `${text} under the box`);
        });
        const names = ["JQK", "JKQ", "QJK", "QKJ", "KJQ", "KQJ"];
        const [often, rarely] = ["5", "4"].map((got) =>
            names.filter((_, rank) => numerators[rank] === got));
        const listed = ([a, b, c]) => `${a}, ${b} and ${c}`;
        const sentence = await window.text("story-shares");
        check(sentence.startsWith(`${listed(often)} come up in 5 ways each; ` +
                                  `${listed(rarely)} in only 4.`), sentence);
        const box = window.at("story-boxes").locator(".leaf-box").nth(1);
        check((await box.getAttribute("aria-label")).includes(`${numerators[1]} of 27`),
              await box.getAttribute("aria-label"));
        await box.press("Enter");
        await until("its probability", async () =>
            (await window.text("story-shares")).includes(`${numerators[1]}/27`));
        check(/27 .* 6/.test(await window.text("story-reason")), "no reason");
        await window.at("story-drop").click();
        await until("leaves in the tree", async () => (await boxesOf(window, "story-boxes"))
            .every(({ chips }) => chips === 0));
        await until("leaves in boxes again", async () => (await boxesOf(window, "story-boxes"))
            .every(({ chips, count }) => chips === count));
    },

    async "numbers in the texts are those of the core"(window, { fairaudit }) {
        const { sequences } = exact(fairaudit, WRONG, 3);
        const orders = exact(fairaudit, RIGHT, 3).sequences;
        const { shuffles } = JSON.parse(jsonOf(fairaudit, ["--list"]));
        for (const [id, wanted] of Object.entries({
            ways: [sequences], boxes: [sequences, orders], yours: [shuffles.length],
            cost: ["86,400,000", "8\u00a0×\u00a010⁶⁷"],
        })) {
            await window.go(`#story?screen=${id}`);
            for (const language of ["en", "zh"]) {
                await window.at("language").selectOption(language);
                const text = await window.page.locator(".story-screen:visible").innerText();
                for (const number of wanted)
                    check(text.includes(String(number)), `${id}, ${language}: no ${number}`);
            }
            await window.at("language").selectOption("en");
        }
    },

    async "one token makes it fair"(window, { fairaudit }) {
        const right = exact(fairaudit, RIGHT, 3);
        check(right.fair, "Fisher-Yates is not fair");
        await window.go("#story?screen=fix");
        await until("27 leaves", async () =>
            await window.at("story-fixed").locator(".leaf").count() === 27);
        await window.at("story-toggle").click();
        await until("6 leaves, one for each box", async () => {
            const boxes = await boxesOf(window, "story-fixed");
            return boxes.length === 6 && boxes.every(({ chips }) => chips === 1);
        });
        await window.at("story-toggle").click();
        await until("27 leaves again", async () =>
            await window.at("story-fixed").locator(".leaf").count() === 27);
        for (let n = 2; n <= 6; n += 1) {
            await window.at("story-cards").fill(String(n));
            const wrong = exact(fairaudit, WRONG, n);
            const [ways, orders] = [wrong.sequences, exact(fairaudit, RIGHT, n).sequences]
                .map((number) => number.toLocaleString("en"));
            await until(`${n} cards`, async () =>
                await window.at("story-division").getAttribute("data-cards") === String(n));
            const text = await window.text("story-division");
            check(text.includes(`${ways} ways`) && text.includes(`${orders} orders`), text);
            check(await window.at("story-division").getAttribute("data-even") ===
                  String(wrong.fair), `${n} cards: even`);
        }
    },

    async "52 cards: one is caught, the other is not"(window) {
        await window.go("#story?screen=deck");
        await until("it is caught", async () => await window.at("story-caught-wrong")
            .evaluate((node) => node.classList.contains("bad")), 60);
        check(!await window.at("story-caught-right")
            .evaluate((node) => node.classList.contains("bad")), "the fair one is caught");
        const seed = () => window.at("story-lane-wrong").getAttribute("data-seed");
        const first = await seed();
        await window.at("story-again").click();
        check(await seed() !== first, "the same seed again");
        await until("it is caught again", async () => await window.at("story-caught-wrong")
            .evaluate((node) => node.classList.contains("bad")), 60);
    },

    async "your own code is tested"(window) {
        await window.go("#story?screen=yours");
        await window.at("story-run").click();
        await window.untilVerdict("story-verdict", "unfair");
        const remedy = window.at("story-remedy");
        await until("a remedy", () => remedy.isVisible()); // the badge may be that so far
        check(/No number of coin flips/.test(await remedy.innerText()), "not why");
        const fair = await remedy.locator("pre").innerText();
        check(/Math\.random\(\) \* \(i \+ 1\)/.test(fair), fair);
        await window.at("story-example-b").click();
        await window.untilVerdict("story-verdict", "no-evidence", 60);
        check(!await remedy.isVisible(), "a remedy for a fair shuffle");
        await window.at("story-example-a").click();
        await window.untilVerdict("story-verdict", "unfair");
        await until("a remedy", () => remedy.isVisible());
        check(!await window.at("story-why-sort").isVisible(), "words about sorts");
        await window.at("story-own-code").fill("(a) => { throw new Error('oh no'); }");
        await window.at("story-run").click();
        await until("what went wrong", async () =>
            /oh no/.test(await window.text("story-result")));
        await window.at("story-own-code").fill("(a) => a.reverse()");
        await window.at("story-to-yours").click();
        await until("the other part", () => window.page.locator("#part-yours").isVisible());
        check(await window.at("yours-code").inputValue() === "(a) => a.reverse()", "no code");
    },

    async "no motion where none is wanted"(window) {
        await window.go("#story?screen=boxes");
        await until("leaves in boxes", async () => (await boxesOf(window, "story-boxes"))
            .reduce((sum, { chips }) => sum + chips, 0) === 27);
        const lasting = await window.page.evaluate(() => document.getAnimations().length);
        check(lasting === 0, `${lasting} animations`);
    },

    async "in Chinese, and back, on the same screen"(window) {
        await window.go("#story?screen=fix");
        const before = await window.page.locator("h1:visible").innerText();
        await window.at("language").selectOption("zh");
        await until("another title", async () =>
            await window.page.locator("h1:visible").innerText() !== before);
        check(/[一-鿿]/.test(await window.page.locator("h1:visible").innerText()), "no Chinese");
        check(await window.page.evaluate(() => document.documentElement.lang) === "zh-Hans",
              "the language of the page");
        await onScreen(window, "fix");
        await window.at("language").selectOption("en");
        await until("the first title", async () =>
            await window.page.locator("h1:visible").innerText() === before);
    },
};
