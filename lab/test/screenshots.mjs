// SPDX-License-Identifier: MIT
//
// screenshots.mjs PAGE.html FOLDER [PART...] - every part at three widths, light and
// dark, as small WebP pictures FOLDER/PART-WIDTH-THEME.webp: the pictures of docs/lab.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, Window } from "./browser.mjs";

const views = {
    race: "#race?a=swap-with-any&b=down&n=12&trials=100000&seed=picture",
    steps: "#steps?shuffle=down&n=8&seed=picture&step=4",
    exact: "#exact?shuffle=swap-with-any&n=3&order=231",
    wall: "#wall?n=10&trials=20000&seed=picture",
    views: "#views?seed=picture",
    cases: "#cases?case=ballot&loads=1001",
    decks: "#decks",
    yours: "#yours?example=comparator&seed=picture&trials=10000",
    report: "#report?shuffle=never-last&n=12&trials=100000&seed=picture",
};
const sizes = { phone: [390, 844], tablet: [820, 1100], wide: [1440, 900] };

/** Brings a part into the state that is to be seen. */
async function prepare(window, part) {
    await window.go(views[part]);
    if (part === "yours") await window.at("yours-run").click();
    await window.page.waitForTimeout(part === "steps" || part === "exact" ? 800 : 6000);
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

const [file, folder, ...chosen] = process.argv.slice(2);
if (!file || !folder) {
    console.error("usage: screenshots.mjs PAGE.html FOLDER [PART...]");
    process.exit(1);
}
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const blank = await (await browser.newContext()).newPage();
for (const part of chosen.length > 0 ? chosen : Object.keys(views)) {
    for (const [size, [width, height]] of Object.entries(sizes)) {
        for (const colorScheme of ["light", "dark"]) {
            const window = await Window.open(
                browser, file, { viewport: { width, height }, colorScheme });
            await prepare(window, part);
            const png = await window.page.screenshot(
                { fullPage: true, clip: { x: 0, y: 0, width, height } });
            writeFileSync(join(folder, `${part}-${size}-${colorScheme}.webp`),
                          await smaller(blank, png));
            await window.close();
        }
    }
}
await browser.close();
