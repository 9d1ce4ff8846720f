// SPDX-License-Identifier: MIT
//
// 52!: the number, how much of it can be seen, and how many decks a generator can reach.
import { check, until } from "./browser.mjs";

/** 52!, computed here once more. */
const all = Array.from({ length: 52 }, (_, k) => BigInt(k + 1)).reduce((a, b) => a * b);

const said = (window, name, wanted) => until(`${wanted} at ${name}`, async () => {
    const text = await window.text(name);
    return wanted.test(text) && text;
});

export const options = {
    "bars and their words fit a telephone": { viewport: { width: 360, height: 740 } },
    "less motion: the zoom jumps to its end": { reducedMotion: "reduce" },
};

export const tests = {
    async "the number has all 68 digits"(window) {
        await window.go("#decks");
        check(await window.at("decks-number").getAttribute("role") === "img",
              "a label on a paragraph");
        const text = (await window.text("decks-number")).replaceAll(/[,\s]/g, "");
        check(text === String(all), text);
        check(text.length === 68, `${text.length} digits`);
        const ladder = await window.at("decks-ladder").locator("li").allInnerTexts();
        check(ladder.length === 11 && /8\.1\s×\s10⁶⁷/.test(ladder.at(-1)), ladder.at(-1));
        // Seconds in 13.8 billion years; atoms of the Sun, and of 61 billion Suns.
        for (const wanted of ["4.4 × 10¹⁷", "9.5 × 10⁵⁶", "5.8 × 10⁶⁷"])
            check(ladder.some((row) => row.replaceAll(/\s/g, " ").includes(wanted)),
                  `no row has ${wanted}`);
        const powers = ladder.map((row) => /10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/.exec(row)?.[1].length);
        check(powers.every(Boolean), "a row without a number");
    },

    async "a deck of one's own, and its number"(window) {
        const { page } = window;
        await window.go("#decks");
        const cards = () => window.at("decks-own").locator("li > :first-child")
            .allInnerTexts();
        const number = async () => (await window.text("decks-own-number"))
            .match(/number ([\d,]+)/)?.[1].replaceAll(",", "");
        await until("a new deck", async () => await number() === "1");
        await window.at("decks-shuffle").click();
        await until("a number", async () => (await number())?.length > 40);
        const { mine } = await window.state();
        check(mine.length === 52, `${mine}: not 260 bits`);
        // The number, computed here once more.
        const faces = ["A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K"];
        const names = ["♠", "♥", "♦", "♣"].flatMap((suit) =>
            faces.map((face) => `${face}${suit}`));
        const shown = await cards();
        const left = [...names];
        let rank = 0n;
        for (const text of shown) {
            const at = left.indexOf(text.replace("\ufe0e", ""));
            check(at >= 0, `${text} is not there, or twice`);
            rank = rank * BigInt(left.length) + BigInt(at);
            left.splice(at, 1);
        }
        check(left.length === 0 && await number() === String(rank + 1n), await number());
        await page.goBack();
        await until("the new deck", async () => await number() === "1");
        await window.go(`#decks?mine=${mine}`);
        await until("the same deck", async () => (await cards()).join() === shown.join());
    },

    async "everyone shuffles, and has seen nearly nothing"(window) {
        await window.go("#decks");
        // 8.2e9 people, 13.8e9 years, a deck per second.
        const seen = 8.2e9 * 13.8e9 * 365.25 * 86400;
        const missing = Number(all) / seen;
        const text = await said(window, "decks-seen", /decks: 1 in/);
        const power = (value) => String(Math.floor(Math.log10(value)))
            .replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
        check(text.includes(`10${power(seen)}`) && text.includes(`10${power(missing)}`),
            text);
        const atoms = Math.round(1.33e50 / missing / 1e7) / 100; // billions
        check(text.includes(`about ${atoms} billion of its atoms: fewer than one`), text);
        await window.at("decks-rate").focus();
        await window.page.keyboard.press("End");
        await until("the address", async () => (await window.state()).rate ===
            "1000000000000");
        await said(window, "decks-seen", /10³⁹ decks.*10²¹ of its atoms\.$/);
        await window.go("#decks?people=1&rate=1&years=1");
        await said(window, "decks-seen",
                   /(31\.6 million|3\.2 × 10⁷) decks.*less than a single atom/);
    },

    async "less motion: the zoom jumps to its end"(window) {
        await window.go("#decks");
        await window.at("decks-zoom-in").click();
        await until("the end", async () => (await window.state()).zoom === "40");
        const { orange, width } = await window.at("decks-zoom").locator("svg")
            .evaluate((svg) => ({
                orange: Math.max(...[...svg.querySelectorAll(".decks-seen")]
                    .map((bar) => Number(bar.getAttribute("width")))),
                width: svg.viewBox.baseVal.width }));
        check(orange > width / 10 && orange <= width, `${orange} of ${width}`);
    },

    async "the zoom goes down by itself"(window) {
        await window.go("#decks?zoom=36");
        await window.at("decks-zoom-in").click();
        await until("the end", async () => (await window.state()).zoom === "40");
    },

    async "how many decks a generator can reach"(window) {
        await window.go("#decks");
        for (const [bits, cards] of [[32, 12], [64, 20], [128, 34], [256, 57]]) {
            await window.at(`decks-bits-${bits}`).click();
            await said(window, "decks-reach", new RegExp(`\\b${cards} cards`));
            check(await window.at(`decks-bits-${bits}`).getAttribute("aria-pressed") ===
                "true",
                  `${bits} is not marked`);
            check((await window.state()).bits === String(bits), "not in the address");
        }
        await window.at("decks-bits").fill("48");
        await window.at("decks-bits").press("Enter");
        await said(window, "decks-reach", /16 cards/);
        await window.at("decks-bits").fill("19937");
        await window.at("decks-bits").press("Enter");
        await said(window, "decks-reach", /2,080 cards/);
        await window.go("#decks?bits=32&deck=12");
        await said(window, "decks-reach", /479,001,600[^]*enough for all/);
    },

    async "a deck occurs again, at the same place for the same address"(window) {
        await window.go("#decks?seeds=12");
        await window.at("decks-deal").click();
        const first = await said(window, "decks-again",
            /Deck [\d,]+ had come up before|rare/);
        const { deal } = await window.state();
        await window.go(`#decks?seeds=12&deal=${deal}`);
        const again = await said(window, "decks-again",
            /Deck [\d,]+ had come up before|rare/);
        check(first === again, `${first}\n${again}`);
    },

    async "old addresses lead here, and a link leads back"(window) {
        await window.go("#views?shuffle=rotation&n=10&trials=2000&seed=old&bits=64");
        await until("the part", () => window.page.locator("#part-decks").isVisible());
        check((await window.state()).bits === "64", "the bits are lost");
        await said(window, "decks-reach", /20 cards/);
        await window.at("decks-back").click();
        await until("the part before", () =>
            window.page.locator("#part-views").isVisible());
        const state = await window.state();
        check(state.shuffle === "rotation" && state.seed === "old" && !state.bits,
              JSON.stringify(state));
        await window.go("#views?seeds=10&deal=old");
        await said(window, "decks-again", /1,024 seeds/);
        await window.at("tab-views").click();
        await until("the tab", () => window.page.locator("#part-views").isVisible());
    },

    async "bars and their words fit a telephone"(window) {
        await window.go("#decks?deal=phone");
        const [wide, room] = await window.page.evaluate(
            () => [document.documentElement.scrollWidth, innerWidth]);
        check(wide <= room, `${wide} pixels in ${room}`);
        // Every generator has its name, above its bar and not on it.
        const list = window.at("decks-reach-picture").locator("li");
        const rows = await list.evaluateAll((items) =>
            items.map((item) => {
                const box = (name) => item.querySelector(name).getBoundingClientRect();
                return { name: item.querySelector(".decks-name b").textContent,
                         apart: box(".decks-name").bottom < box(".decks-track").top + 1 };
            }));
        check(rows.length === 10 && rows.every(({ name, apart }) => name && apart),
              JSON.stringify(rows));
    },
};
