// SPDX-License-Identifier: MIT
//
// Share: the link opens what was shown, the picture is a picture, the code embeds the page.
import { check, until } from "./browser.mjs";

const ADDRESS = "#race?a=sattolo&da=exact&b=down&db=exact&n=8&trials=10000&seed=share";

async function openDialog(window) {
    await window.at("share-open").click();
    await until("the dialog", () => window.at("share").isVisible());
}

export const tests = {
    async "the link leads to what is shown, in its language"(window) {
        await window.go(ADDRESS);
        await window.at("language").selectOption("zh");
        await openDialog(window);
        const link = await window.at("share-link").inputValue();
        check(link.includes("lang=zh") && link.endsWith(ADDRESS), link);
        await window.page.keyboard.press("Escape");
        await until("no dialog", async () => await window.at("share").count() === 0);
        await window.page.goto("about:blank");
        await window.page.goto(link);
        await window.page.waitForSelector("html[data-ready]");
        check(await window.page.evaluate(() => document.documentElement.lang) === "zh-Hans",
              "another language");
        check((await window.state()).a === "sattolo", "something else is shown");
    },

    async "copying says whether it worked"(window) {
        await window.go("#story?screen=boxes");
        await openDialog(window);
        await window.at("share-copy-link").click();
        await until("words", async () =>
            (await window.page.locator(".share-done").first().innerText()).length > 3);
        await window.at("share-close").click();
        check(await window.at("share").count() === 0, "it stays open");
    },

    async "a picture for posts"(window) {
        for (const hash of [ADDRESS, "#story?screen=boxes", "#yours"]) {
            await window.go(hash);
            await window.page.waitForTimeout(1500);
            await openDialog(window);
            const { bytes } = await window.saved(window.at("share-picture"));
            check(bytes.subarray(1, 4).toString() === "PNG", "no PNG");
            const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
            check(width === 1200 && height === 630, `${width} x ${height}`);
            check(bytes.length > 8000, `only ${bytes.length} bytes: is it empty?`);
        }
    },

    async "embedded, only the part is shown"(window) {
        await window.go("#story?screen=boxes");
        await openDialog(window);
        const code = await window.at("share-embed").inputValue();
        const address = /src="([^"]*)"/.exec(code)[1].replaceAll("&amp;", "&");
        check(/title="[^"]{10,}"/.test(code) && address.includes("embed"), code);
        await window.page.goto("about:blank");
        await window.page.goto(address);
        await window.page.waitForSelector("html[data-ready]");
        check(await window.page.locator("#part-story").isVisible(), "no story");
        check(!await window.page.locator(".top").isVisible(), "the frame is there");
    },
};
