// SPDX-License-Identifier: MIT
//
// Compare: verdicts on right and wrong shuffles, live; where things are on the screen; the
// page stays responsive.
import { check, until } from "./browser.mjs";
import { jsonOf, timeless } from "./native.mjs";

/** The cells of a heat map: all of a colour are one path. */
const cells = (window, name) => window.at(name).locator("svg path[fill][d]").evaluateAll(
    (paths) => paths.map((path) => path.outerHTML).sort().join(" "));

/** The same, when they change no more: the last drawing comes after the verdict. */
async function cellsAtRest(window, name) {
    let last;
    await until("a map at rest", async () => {
        const before = last;
        last = await cells(window, name);
        if (last !== before) await window.page.waitForTimeout(400);
        return last === before;
    });
    return last;
}

/** How many cells of a heat map are coloured. */
const coloured = (window, name) => window.at(name).locator("svg path[fill][d]").evaluateAll(
    (paths) => paths.filter((path) => path.getAttribute("fill") !== "var(--even)")
        .reduce((sum, path) => sum + path.getAttribute("d").split("M").length - 1, 0));

/** The words of a legend: what its ends are. */
const legend = async (window, name) => {
    const texts = await window.at(name).locator("svg text").allTextContents();
    return texts.filter((text) => /^[≤≥]? ?[−+].*%|^never$/.test(text)).join(" ");
};

/** Where a cell is, in the window. */
async function cellCentre(window, name) {
    const box = await window.at(name).locator("svg").boundingBox();
    return [box.x + 46 + 100, box.y + 100];
}

/** The words at what is pointed at, once they are there; and how far away they are. */
async function tipAt(window, name, [x, y]) {
    const tip = window.at(name).locator(".chart-tip");
    await until("words at the pointer", () => tip.isVisible());
    const box = await tip.boundingBox();
    const away = Math.max(box.x - x, x - box.x - box.width, 0) +
        Math.max(box.y - y, y - box.y - box.height, 0);
    return { text: await tip.innerText(), away };
}

const done = (window, lane) => until(`the end of lane ${lane}`, () =>
    window.at(`race-report-${lane}`).isEnabled(), 60);

/** Both maps with legends, and both verdicts, are on the first screen, at one height. */
async function mapsAboveTheFold(window) {
    await window.go("#race?a=swap-with-any&b=down&n=52&trials=10000&seed=fold");
    await window.untilVerdict("race-verdict-a", "unfair");
    await done(window, "b");
    const { height } = window.page.viewportSize();
    const tops = [];
    for (const lane of ["a", "b"]) {
        const map = await window.at(`race-heat-${lane}`).locator("svg").boundingBox();
        const badge = await window.at(`race-verdict-${lane}`).boundingBox();
        check(map.y + map.height <= height,
              `map ${lane} ends at ${map.y + map.height} of ${height}`);
        check(badge.y + badge.height <= map.y, `the verdict of ${lane} is below the map`);
        check(map.width >= 120, `map ${lane} is ${map.width} wide`);
        tops.push(map);
    }
    const [a, b] = tops;
    check(Math.abs(a.y - b.y) < 1 && a.x + a.width <= b.x, JSON.stringify(tops));
}

/** Neither maps nor curves move, from the first shuffle to the last. On a phone the curve of
 * the second shuffle is below what was found about the first, far below the first screen. */
async function nothingMoves(window) {
    await window.go("#race?a=never-last&b=down&n=20&trials=100000&seed=still");
    const { width } = window.page.viewportSize();
    const names = ["race-heat-a", "race-heat-b", "race-curve-a",
                   ...(width > 760 ? ["race-curve-b"] : [])];
    await window.page.evaluate((names) => {
        window.tops = Object.fromEntries(names.map((name) => [name, new Set()]));
        const look = () => {
            for (const name of names) {
                const { top } = document.querySelector(`[data-test=${name}] svg`)
                    ?.getBoundingClientRect() ?? {};
                if (top !== undefined) window.tops[name].add(Math.round(top + scrollY));
            }
            requestAnimationFrame(look);
        };
        // A run from its beginning, on a page that is laid out.
        document.querySelector("[data-test=race-again]").click();
        requestAnimationFrame(look);
    }, names);
    await until("the run", async () => !await window.at("race-report-a").isEnabled());
    await done(window, "a");
    await done(window, "b");
    await window.page.waitForTimeout(300);
    const tops = await window.page.evaluate(() =>
        Object.entries(window.tops).map(([name, seen]) => [name, [...seen]]));
    for (const [name, seen] of tops)
        check(seen.length === 1, `${name} was at ${seen.join(", ")}`);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const WIDE = { viewport: { width: 1440, height: 900 } };

export const options = {
    "maps and verdicts are above the fold": WIDE,
    "maps and verdicts are above the fold of a phone, side by side": PHONE,
    "nothing moves while shuffles run": WIDE,
    "nothing moves on a phone while shuffles run": PHONE,
    "a cell is read where it is touched": { hasTouch: true },
};

export const tests = {
    async "at first sight: one is wrong, one is not"(window) {
        await window.go("#race");
        await window.untilVerdict("race-verdict-a", "unfair", 20);
        const state = await window.state();
        check(state.seed?.length >= 4,
              `no seed in the address: ${JSON.stringify(state)}`);
        check(await window.verdict("race-verdict-b") !== "unfair",
              "the fair one is unfair");
        await until("an evidence curve", async () =>
            await window.at("race-curve-a").locator("svg path").count() > 0);
    },

    async "both maps have one scale, and what chance does is blank"(window) {
        await window.go("#race?a=swap-with-any&b=down&n=10&trials=100000&seed=scale");
        await done(window, "a");
        await done(window, "b");
        await cellsAtRest(window, "race-heat-a");
        await cellsAtRest(window, "race-heat-b");
        const [a, b] = [await legend(window, "race-heat-a"),
                        await legend(window, "race-heat-b")];
        check(a !== "" && a === b, `two scales: ${a} and ${b}`);
        check(await coloured(window, "race-heat-a") > 30, "the mistake is not seen");
        check(await coloured(window, "race-heat-b") === 0,
              `${await coloured(window, "race-heat-b")} cells of a fair shuffle`);
        // The scale of the other is left when it is alone.
        await window.at("race-shuffle-a").selectOption("up");
        await done(window, "a");
        await until("another scale", async () =>
            await legend(window, "race-heat-b") !== b);
        check(await coloured(window, "race-heat-b") <= 5, "chance is coloured");
    },

    async "a cell is read at the pointer, and by keys"(window) {
        await window.go("#race?a=swap-with-any&n=10&trials=10000&seed=tip&b=");
        await done(window, "a");
        const at = await cellCentre(window, "race-heat-a");
        await window.page.mouse.move(...at);
        const { text, away } = await tipAt(window, "race-heat-a", at);
        check(/^Card \d+, position \d+: [\d,]+ times .*(Fair: |fair share of )10%/
            .test(text), text);
        check(away < 60, `${away} pixels away`);
        check(await window.text("race-heat-a-cell") === text, "another text below");
        await window.page.mouse.move(5, 5);
        check(!await window.at("race-heat-a").locator(".chart-tip").isVisible(),
              "it stays");
        await window.at("race-heat-a").locator("svg").focus();
        await window.page.keyboard.press("ArrowRight");
        await window.page.keyboard.press("ArrowRight");
        check(/^Card 1, position 2:/.test(await window.text("race-heat-a-cell")),
              await window.text("race-heat-a-cell"));
    },

    async "a cell is read where it is touched"(window) {
        await window.go("#race?a=swap-with-any&n=10&trials=10000&seed=tip&b=");
        await done(window, "a");
        const at = await cellCentre(window, "race-heat-a");
        await window.tap(...at);
        const { text, away } = await tipAt(window, "race-heat-a", at);
        check(/^Card \d+, position/.test(text) && away < 60, `${text}, ${away} pixels away`);
    },

    async "again is another seed, and the way back leads to the same result"(window) {
        await window.go("#race?a=math-round&n=7&trials=1000&seed=first&b=");
        const seen = async () => {
            await done(window, "a");
            return cellsAtRest(window, "race-heat-a");
        };
        const first = await seen();
        await window.at("race-again").click();
        await until("another seed", async () => (await window.state()).seed !== "first");
        const { seed } = await window.state();
        check(await window.at("race-seed").inputValue() === seed, "it is not shown");
        const second = await seen();
        check(first !== second, "the same shuffles");
        await window.page.goBack();
        await until("the first seed", async () => (await window.state()).seed === "first");
        check(await seen() === first, "not as before");
    },

    async "the way back of a choice stays on the page"(window) {
        await window.go("#race?a=down&n=5&trials=1000&seed=back&b=");
        await window.at("race-shuffle-a").selectOption("sattolo");
        await until("the choice", async () => (await window.state()).a === "sattolo");
        await window.page.goBack();
        await until("the choice before", async () => (await window.state()).a === "down");
        check(await window.at("race-shuffle-a").inputValue() === "down", "not shown");
    },

    async "the page says that the report is being worked out"(window) {
        await window.go("#race?a=down&n=5&trials=1000&seed=work&b=");
        await done(window, "a");
        await window.page.evaluate(() => {
            window.said = [];
            const rate = document.querySelector("[data-test=race-rate-a]");
            new MutationObserver(() => window.said.push(rate.textContent))
                .observe(rate, { childList: true, characterData: true, subtree: true });
        });
        await window.at("race-again").click();
        await until("the words", () => window.page.evaluate(() =>
            window.said.some((text) => /report/.test(text))));
        await done(window, "a");
    },

    async "verdicts of right and wrong shuffles"(window) {
        for (const [a, b] of [["sattolo", "up"], ["never-last", "inside-out"],
                              ["swap-with-any", "original"]]) {
            await window.go(`#race?a=${a}&b=${b}&n=8&trials=10000&seed=verdicts`);
            await window.untilVerdict("race-verdict-a", "unfair");
            await done(window, "b");
            check(await window.verdict("race-verdict-b") === "no-evidence",
                  `${b} is suspected`);
        }
    },

    async "dice that are wrong, and the library"(window) {
        await window.go("#race?a=down&da=modulo:4&b=library/shuffle&n=6&trials=100000" +
                        "&seed=dice");
        await window.untilVerdict("race-verdict-a", "unfair");
        await done(window, "b");
        check(await window.verdict("race-verdict-b") === "no-evidence",
              "the library is suspected");
    },

    async "the same address is the same view, as the native tool has it"(window,
                                                                         { fairaudit }) {
        const hash = "#race?a=math-round&n=7&trials=5000&seed=again&b=";
        const seen = [];
        for (let i = 0; i < 2; i++) {
            await window.go(hash);
            await done(window, "a");
            seen.push(await window.text("race-words-a") +
                      await cellsAtRest(window, "race-heat-a"));
        }
        check(/<path/.test(seen[0]), "no cells");
        check(seen[0] === seen[1], "two views differ");
        await window.at("race-report-a").click();
        const ours = String((await window.saved(window.at("report-json"))).bytes);
        const native = jsonOf(fairaudit, ["-a", "math-round", "-n", "7", "-t", "5000",
                                          "--seed=again"]);
        check(timeless(ours).join() === timeless(native).join(),
              "another report than the native one");
    },

    async "controls change the address, and the address the controls"(window) {
        await window.go("#race?a=down&n=5&trials=1000&seed=s");
        await window.at("race-shuffle-a").selectOption("riffle");
        await until("the name",
                    async () => (await window.state()).a?.startsWith("riffle"));
        await window.at("race-n").fill("9");
        await window.at("race-n").press("Enter");
        await until("the number", async () => (await window.state()).n === "9");
        await window.at("race-again").click();
        await until("another seed", async () => (await window.state()).seed !== "s");
        await window.go("#race?a=transpositions:30&n=11&trials=1000&seed=s");
        check(await window.at("race-shuffle-a").inputValue() === "transpositions",
              "the shuffle");
        check(await window.at("race-shuffle-a-parameter").inputValue() === "30",
              "its number");
        check(await window.at("race-n").inputValue() === "11", "the cards");
    },

    async "pickers show titles, and keep the names of the command line"(window) {
        await window.go("#race?a=swap-with-any&b=library/shuffle&n=5&trials=1000&seed=s");
        const chosen = (name) => window.at(name).evaluate((select) =>
            [select.selectedOptions[0].textContent, select.value]);
        check((await chosen("race-shuffle-a")).join() === "Swap with any card,swap-with-any",
              (await chosen("race-shuffle-a")).join());
        check((await chosen("race-die-a")).join() === "perfect,exact",
              (await chosen("race-die-a")).join());
        check(!await window.at("race-die-b").isVisible(), "the library has no choice");
    },

    async "the code of each shuffle is beside its map"(window) {
        await window.go("#race?a=swap-with-any&b=down&n=5&trials=1000&seed=code");
        for (const [lane, marks] of [["a", 1], ["b", 0]]) {
            const panel = window.at(`race-lane-${lane}`).locator("[data-test=code]");
            check(/shuffle/.test(await panel.innerText()), `no code in lane ${lane}`);
            const wrong = await panel.locator(".code-mark.wrong").count();
            check(marks === 0 ? wrong === 0 : wrong > 0, `${wrong} marks in lane ${lane}`);
        }
        await window.go("#race?a=library/shuffle&n=5&trials=1000&seed=code&b=");
        check(await window.at("race-lane-a").locator("[data-test=code]").count() === 0,
              "code of the library");
    },

    async "one extreme cell does not make the others pale"(window) {
        await window.go("#race?a=never-last&n=52&trials=100000&seed=clip&b=");
        await done(window, "a");
        await cellsAtRest(window, "race-heat-a");
        const ends = await legend(window, "race-heat-a");
        check(!/never/.test(ends) && /or less/.test(ends), `the legend says ${ends}`);
        const marks = await window.at("race-heat-a").locator("path.chart-clipped")
            .getAttribute("d");
        check(marks !== null, "no cell is marked");
        const shades = await window.at("race-heat-a").locator("svg path[fill][d]").count();
        check(shades > 12, `${shades} shades`);
    },

    "maps and verdicts are above the fold": mapsAboveTheFold,
    "maps and verdicts are above the fold of a phone, side by side": mapsAboveTheFold,

    "nothing moves while shuffles run": nothingMoves,
    "nothing moves on a phone while shuffles run": nothingMoves,

    async "millions, and the page stays awake"(window) {
        await window.page.addInitScript(() => {
            window.pauses = [];
            let last = performance.now();
            const look = (now) => {
                window.pauses.push(now - last);
                last = now;
                requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        });
        await window.go("#race?a=down&b=up&n=60&trials=10000000&seed=long");
        await window.page.waitForTimeout(4000);
        const pauses = await window.page.evaluate(
            () => window.pauses.sort((a, b) => a - b));
        const usual = pauses[Math.floor(pauses.length / 2)];
        console.log(`# a frame each ${Math.round(usual)} ms, at worst ` +
                    `${Math.round(pauses.at(-1))} ms`);
        // A machine with other work to do is given time.
        check(usual < 200, `a frame each ${usual} ms`);
        await window.at("race-stop").click({ timeout: 5000 });
        await done(window, "a");
        await done(window, "b");
    },

    async "a second lane can be closed, and a parameter refused"(window) {
        await window.go("#race?a=down&b=up&n=5&trials=1000&seed=s");
        await window.at("race-close-b").click();
        await until("one lane", async () => await window.at("race-lane-b").count() === 0);
        await window.go("#race?a=riffle:0&n=5&trials=1000&seed=s&b=");
        const message = await until("a message", () => window.text("race-message-a"));
        check(message.length > 5, message);
    },
};
