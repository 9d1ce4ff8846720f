// SPDX-License-Identifier: MIT
//
// Share: the link opens what was shown, the picture is a picture, the code embeds the page.
import { check, until } from "./browser.mjs";

const ADDRESS = "#race?a=sattolo&da=exact&b=down&db=exact&n=8&trials=10000&seed=share";

async function openDialog(window) {
    await window.at("share-open").click();
    await until("the dialog", () => window.at("share").isVisible());
}

/** Copies the link and the code, and compares the clipboard with them; Firefox lets no page
 * read it. */
async function copies(window, take = () => navigator.clipboard.readText()) {
    await openDialog(window);
    for (const [i, name] of ["link", "embed"].entries()) {
        await window.at(`share-copy-${name}`).click();
        const said = window.page.locator(".share-done").nth(i);
        await until("words", async () => (await said.innerText()) !== "");
        check(await said.innerText() === "Copied.", await said.innerText());
        if (window.isFirefox) continue;
        const copied = await window.page.evaluate(take);
        check(copied === await window.at(`share-${name}`).inputValue(), copied);
    }
    check(await window.page.evaluate(() => document.activeElement.dataset.test) ===
          "share-copy-embed", "the focus is elsewhere");
}

const allowReading = (window) => (window.isFirefox ? null
    : window.context.grantPermissions(["clipboard-read", "clipboard-write"]));

/** Keeps the last picture that the page wrote as text: globalThis.written. */
const keepPictures = () => {
    const write = XMLSerializer.prototype.serializeToString;
    XMLSerializer.prototype.serializeToString = function serializeToString(node) {
        globalThis.written = write.call(this, node);
        return globalThis.written;
    };
};

/** The texts of the last picture that do not fit into it, and how many lines it has. */
const tooWide = () => {
    const room = document.createElement("div");
    room.innerHTML = globalThis.written;
    document.body.append(room);
    const [svg] = room.children;
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent);
    const wide = texts.filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < frame.left - 1 || right > frame.right + 1;
    });
    room.remove();
    return { wide: wide.map((text) => text.textContent), lines: texts.length };
};

export const options = {
    "the picture shows what is on the screen, in light colours": { colorScheme: "dark" },
};

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
        await allowReading(window);
        await window.go("#story?screen=boxes");
        await copies(window);
        await window.at("share-close").click();
        check(await window.at("share").count() === 0, "it stays open");
    },

    async "copying works without the clipboard of the browser, as over plain http"(window) {
        await allowReading(window);
        await window.go("#story?screen=boxes");
        await window.page.evaluate(() => {
            globalThis.kept = navigator.clipboard;
            Object.defineProperty(navigator, "clipboard", { value: undefined });
        });
        await copies(window, () => globalThis.kept.readText());
    },

    async "copying that fails says so"(window) {
        await window.go("#story?screen=boxes");
        await window.page.evaluate(() => {
            Object.defineProperty(navigator, "clipboard", { value: undefined });
            document.execCommand = () => false;
        });
        await openDialog(window);
        await window.at("share-copy-link").click();
        const said = window.page.locator(".share-done").first();
        await until("words", async () => /does not allow/.test(await said.innerText()));
    },

    async "Chinese lines fit into saved pictures"(window) {
        await window.go("#report?shuffle=sattolo&n=8&trials=10000&seed=share");
        await window.at("language").selectOption("zh");
        await until("the report", async () => await window.verdict("report-verdict") !== "");
        await window.settled();
        await window.page.evaluate(keepPictures);
        // The longest that there may be, without a space.
        const long = "每一种排列出现的次数都应该一样多，";
        await window.page.evaluate((text) => {
            for (const node of document.querySelectorAll("#part-report :is(figcaption, .lead)"))
                node.textContent = text;
        }, long.repeat(9));
        const fits = async (what, least) => {
            const { wide, lines } = await window.page.evaluate(tooWide);
            check(wide.length === 0, `${what}: ${wide.join("\n")}`);
            check(lines >= least, `${what}: only ${lines} lines`);
        };
        const buttons = window.page.locator("#part-report .chart-save button:visible");
        check(await buttons.count() >= 3, `${await buttons.count()} pictures`);
        for (let i = 0; i < await buttons.count(); i += 1) {
            await window.saved(buttons.nth(i));
            await fits(`picture ${i}`, 5);
        }
        await openDialog(window);
        await window.saved(window.at("share-picture"));
        await fits("the picture for posts", 5);
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

    async "the picture shows what is on the screen, in light colours"(window) {
        for (const [hash, title, words, least] of [
            ["#story?screen=deck", "With 52 cards", "Shuffle B: Fisher-Yates", 20],
            ["#story?screen=guess", "One of these two", "shuffle(cards)", 20],
            ["#steps?shuffle=down&with=up&n=8&seed=s&step=2", "Step by step", "positions", 16],
            ["#wall?n=8&trials=1000&seed=s", "All shuffles", "caught", 40],
            ["#cases", "Famous cases", "Planet", 40],
            ["#cases?case=ballot&loads=9", "The browser ballot", "Explorer", 20],
        ]) {
            await window.go("#story");
            await window.page.evaluate((to) => { location.hash = to; }, hash);
            await window.settled();
            await window.page.evaluate(keepPictures);
            await openDialog(window);
            await window.saved(window.at("share-picture"));
            const { text, shapes, dark } = await window.page.evaluate(() => {
                const { documentElement: picture } = new DOMParser()
                    .parseFromString(globalThis.written, "image/svg+xml");
                const all = [...picture.querySelectorAll("rect, path, text")];
                return { text: picture.textContent, shapes: all.length,
                         dark: getComputedStyle(document.body).backgroundColor };
            });
            const flat = text.replaceAll(/\s+/g, "");
            check(text.includes(title), `${hash}: ${text.slice(0, 100)}`);
            check(flat.includes(words.replaceAll(" ", "")), `${hash}: no "${words}"`);
            check(shapes >= least, `${hash}: only ${shapes} shapes`);
            check(/^rgb\((1|2)\d, /.test(dark), `${hash}: the page is not dark again: ${dark}`);
        }
    },

    async "the dialog closes if the browser goes back"(window) {
        await window.go("#story");
        await window.at("story-next").click();
        await openDialog(window);
        await window.page.goBack();
        await until("no dialog", async () => await window.at("share").count() === 0);
    },

    async "embedded, only the part is shown"(window) {
        await window.go("#story?screen=boxes");
        await openDialog(window);
        const code = await window.at("share-embed").inputValue();
        const address = /src="([^"]*)"/.exec(code)[1].replaceAll("&amp;", "&");
        check(/title="[^"]{10,}"/.test(code) && address.includes("embed"), code);
        check(/ allow="clipboard-write"/.test(code), code);
        await window.page.goto("about:blank");
        await window.page.goto(address);
        await window.page.waitForSelector("html[data-ready]");
        check(await window.page.locator("#part-story").isVisible(), "no story");
        check(!await window.page.locator(".top").isVisible(), "the frame is there");
        // Other parts are opened in the whole page.
        await window.page.evaluate(() => { location.hash = "#story?screen=cost"; });
        const opened = window.context.waitForEvent("page");
        await window.at("story-case-ballot").click();
        const other = await opened;
        await other.waitForSelector("html[data-ready]");
        check(await other.locator(".top").isVisible() && /case=ballot/.test(other.url()),
              other.url());
        check(await window.page.locator("#part-story").isVisible(), "the story has gone");
        await other.close();
    },
};
