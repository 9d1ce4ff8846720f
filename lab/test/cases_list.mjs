// SPDX-License-Identifier: MIT
//
// cases_list.mjs - tests of "Famous cases": the list with its pictures, and how articles
// fit a screen and paper. page_cases.mjs includes them.
import { check, until } from "./browser.mjs";
import { jsonOf } from "./native.mjs";

/** The cases, in the order of the list. */
export const cases = ["planet-poker", "ballot", "random-comparator", "small-seeds",
               "debian-shuf", "xor-swap", "off-by-one", "rand-modulo"];

/** What the command computes. */
export const exact = (fairaudit, name, n, ...more) =>
    JSON.parse(jsonOf(fairaudit, ["--exact", name, "-n", String(n), ...more]));

/** Waits for the pictures of the list, and returns what they say they show, by case. */
export async function pictures(window) {
    await until("all pictures", async () =>
        await window.page.locator(".cases-picture[role=img]").count() === cases.length);
    const said = await Promise.all(cases.map((id) =>
        window.at(`cases-picture-${id}`).getAttribute("aria-label")));
    return Object.fromEntries(cases.map((id, k) => [id, said[k]]));
}

/** Nothing moves when the pictures arrive, and all of each can be seen. */
async function roomForPictures(window) {
    await window.go("#cases");
    await pictures(window);
    const { clipped, moved } = await window.page.evaluate(() => {
        const places = () => [...document.querySelectorAll(".cases-link")].map((link) =>
            JSON.stringify(link.getBoundingClientRect()));
        const frames = [...document.querySelectorAll(".cases-picture")];
        const cut = frames.filter((frame) => frame.scrollHeight > frame.clientHeight ||
                                             frame.scrollWidth > frame.clientWidth);
        const full = places();
        for (const frame of frames) frame.replaceChildren();
        const empty = places();
        return { clipped: cut.map((frame) => frame.dataset.test),
                 moved: full.filter((place, k) => place !== empty[k]).length };
    });
    check(clipped.length === 0, `cut off: ${clipped}`);
    check(moved === 0, `${moved} links move`);
}

/** The picture of each case is on the first screen, or so much of it. */
async function onFirstScreen(window, wanted) {
    const low = [];
    for (const id of cases) {
        await window.go(`#cases?case=${id}`);
        await until(id, () => window.at(`cases-article-${id}`).isVisible());
        await window.page.waitForTimeout(300);
        const [top, bottom, high] = await window.page.evaluate(() => {
            const picture = document.querySelector(
                ".cases-main > :is(figure, .cases-pair, .cases-ranges)");
            const { top: from, bottom: to } = picture.getBoundingClientRect();
            return [from, to, innerHeight];
        });
        const seen = (Math.min(bottom, high) - top) / (bottom - top);
        if (seen < wanted) low.push(`${id}: ${Math.round(seen * 100)}%`);
    }
    check(low.length === 0, `below the fold: ${low}`);
}

export const options = {
    "each has its picture on the first screen":
        { viewport: { width: 1440, height: 900 } },
    "and about half of it on a telephone": { viewport: { width: 390, height: 844 } },
    "on a telephone, too, there is room for the pictures":
        { viewport: { width: 360, height: 740 } },
    "on paper: each has two pages at most, and no buttons": { only: "chromium" },
};

export const tests = {
    async "the list has a picture of each, with real numbers"(window, { fairaudit }) {
        await window.go("#cases?case=xor-swap");
        await until("an article", () => window.at("cases-article-xor-swap").isVisible());
        check(await window.page.locator(".cases-picture > *").count() === 0,
            "pictures that nobody sees");
        await window.at("cases-all").click();
        const said = await pictures(window);
        for (const id of cases) {
            check(said[id].length > 20, `${id}: ${said[id]}`);
            check(await window.at(`cases-picture-${id}`).isVisible(), id);
        }
        const deck = await window.at("cases-picture-planet-poker").locator("li")
            .allInnerTexts();
        check(new Set(deck).size === 52, `${deck}`);
        const last = await window.at("cases-picture-ballot").locator(".cases-bar-value")
            .allInnerTexts();
        exact(fairaudit, "coin-heap", 5).position.at(-1).forEach((share, k) =>
            check(Math.abs(parseFloat(last[k]) / 100 - share) < 1e-3, `${last}`));
        check(await window.at("cases-picture-debian-shuf").locator(".never").count() === 11,
            "not 11 numbers");
        const swapped = await window.at("cases-picture-xor-swap").locator("li")
            .allInnerTexts();
        check(`${swapped}` === "1,2,3,4,5,1,0,3,4,5", `${swapped}`);
        const coloured = (id, k) => window.at(`cases-picture-${id}`).locator("svg").nth(k)
            .locator("path[d]").count();
        check(await coloured("off-by-one", 0) === 0 && await coloured("off-by-one", 1) > 0,
            "the maps of ranges");
        check(await coloured("random-comparator", 0) > 0 &&
              await coloured("random-comparator", 1) > 0, "the maps of sorts");
        const stacks = await window.at("cases-picture-rand-modulo").locator("ol")
            .evaluateAll((lists) => lists.map((list) => [...list.children].map((item) =>
                Number(item.textContent))));
        stacks.forEach((values, k) => check(values.every((value) => value % 6 === k),
            `${k}: ${values}`));
        check(`${stacks.flat().sort((a, b) => a - b)}` === `${[...Array(16).keys()]}`,
            "not all words of four bits");
    },

    "each has its picture on the first screen": (window) => onFirstScreen(window, 1),
    "and about half of it on a telephone": (window) =>
        onFirstScreen(window, 0.45),
    "there is room for the pictures": roomForPictures,
    "on a telephone, too, there is room for the pictures": roomForPictures,

    async "on paper: each has two pages at most, and no buttons"(window) {
        const long = [];
        for (const id of cases) {
            await window.go(`#cases?case=${id}&loads=3&xor=2-2`);
            await until(id, () => window.at(`cases-article-${id}`).isVisible());
            await window.page.waitForTimeout(500);
            const pdf = (await window.page.pdf({ format: "A4" })).toString("latin1");
            const pages = pdf.match(/\/Type \/Page\b/g).length;
            if (pages > 2) long.push(`${id}: ${pages}`);
            await window.page.emulateMedia({ media: "print" });
            check(await window.page.locator("#part-cases .button:visible").count() === 0,
                `${id} has buttons`);
            const colours = await window.at(`cases-article-${id}`).evaluate((article) =>
                getComputedStyle(article).printColorAdjust);
            check(colours === "exact", colours);
            await window.page.emulateMedia({ media: null });
        }
        check(long.length === 0, `pages: ${long}`);
    },

};
