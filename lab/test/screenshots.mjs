// SPDX-License-Identifier: MIT
//
// screenshots.mjs PAGE.html FOLDER [--all] - the pictures of the documents, as small WebP
// files. With --all, every part and every screen of the story instead, at three widths, light
// and dark, in both languages: FOLDER/VIEW-WIDTH-THEME-LANGUAGE.webp, to be looked at.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, Window } from "./browser.mjs";

const views = {
    guess: "#story?screen=guess",
    ways: "#story?screen=ways",
    boxes: "#story?screen=boxes",
    fix: "#story?screen=fix",
    deck: "#story?screen=deck",
    cost: "#story?screen=cost",
    own: "#story?screen=yours",
    race: "#race?a=swap-with-any&b=down&n=12&trials=100000&seed=picture",
    steps: "#steps?shuffle=swap-with-any-down&with=down&n=8&seed=picture&step=4",
    exact: "#exact?shuffle=swap-with-any&n=3",
    wall: "#wall?n=10&trials=20000&seed=picture",
    views: "#views?seed=picture",
    cases: "#cases",
    ballot: "#cases?case=ballot&loads=1001",
    decks: "#decks",
    yours: "#yours?example=comparator&seed=picture&trials=10000",
    report: "#report?shuffle=never-last&n=12&trials=100000&seed=picture",
};
const documented = ["boxes", "race"];
const presses = { own: "story-run", yours: "yours-run" };
const sizes = { phone: [390, 844], tablet: [820, 1100], wide: [1440, 900] };

/** Brings the page into the state that is to be seen. */
async function prepare(window, view, language) {
    await window.go(views[view]);
    if (language !== "en") await window.at("language").selectOption(language);
    if (presses[view]) await window.at(presses[view]).click();
    await window.page.waitForTimeout(6000);
}

/** A PNG as WebP, by the browser itself. */
async function smaller(page, png) {
    const text = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        canvas.getContext("2d").drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", 0.6).split(",")[1];
    }, png.toString("base64"));
    return Buffer.from(text, "base64");
}

const [file, folder, all] = process.argv.slice(2);
if (!file || !folder || (all && all !== "--all")) {
    console.error("usage: screenshots.mjs PAGE.html FOLDER [--all]");
    process.exit(1);
}
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const blank = await (await browser.newContext()).newPage();

async function take({ view, size, colorScheme, language, name }) {
    const [width, height] = sizes[size];
    const window = await Window.open(browser, file,
                                     { viewport: { width, height }, colorScheme });
    await prepare(window, view, language);
    const png = await window.page.screenshot({ clip: { x: 0, y: 0, width, height } });
    writeFileSync(join(folder, `${name}.webp`), await smaller(blank, png));
    await window.close();
}

if (all) {
    for (const view of Object.keys(views))
        for (const size of Object.keys(sizes))
            for (const colorScheme of ["light", "dark"])
                for (const language of ["en", "zh"])
                    await take({ view, size, colorScheme, language,
                                 name: [view, size, colorScheme, language].join("-") });
} else {
    for (const view of documented)
        await take({ view, size: "wide", colorScheme: "light", language: "en", name: view });
}
await browser.close();
