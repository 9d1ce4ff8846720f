// SPDX-License-Identifier: MIT
//
// The page as a whole: size, start, tabs, addresses, light and dark, what helps those who
// do not see it or use no mouse.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync }
    from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { licenceText } from "../licences.mjs";
import { check, until } from "./browser.mjs";

const registry = readFileSync(new URL("../src/parts/parts.js", import.meta.url), "utf8");
const parts = [...registry.matchAll(/from "\.\/(\w+)\//g)].map(([, name]) => name);

export const options = {
    "light and dark, as the system says and as one wishes": { colorScheme: "dark" },
    "less motion where that is wished": { reducedMotion: "reduce" },
};

export const tests = {
    async "less than a megabyte, and soon ready"(window, { file }) {
        const size = statSync(file).size;
        check(size < 1e6, `${size} bytes`);
        await window.go(); // once, so that the disk has no part in it
        const begun = Date.now();
        await window.page.goto("about:blank");
        await window.page.goto(window.address);
        await window.page.waitForSelector("html[data-ready]");
        const took = Date.now() - begun;
        // Ten times what is promised, which bench/lab.mjs measures: here others work too.
        check(took < 10000, `${took} ms`);
        console.log(`# ${size} bytes, ready after ${took} ms`);
    },

    async "all packages run with the oldest Node that package.json allows"() {
        const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url)));
        const major = (text) => Number(/\d+/.exec(text)[0]); // such as 18 of ">=18.2"
        const least = major(read("package.json").engines.node);
        for (const [name, { engines }] of Object.entries(read("package-lock.json").packages))
            check(!engines?.node || major(engines.node) <= least,
                  `${name} needs Node ${engines?.node}`);
    },

    async "the licences of everything are in it"(window, { file }) {
        await window.go();
        await window.at("licences").locator("summary").click();
        const text = await window.at("licences").locator("pre").innerText();
        for (const wanted of [
            "fairshuf", "musl", "Arm Limited", "Sun Microsystems", "cloudlibc",
            "@observablehq/plot 0", "d3 7", "d3-array", "d3-scale-chromatic", "d3-hierarchy",
            "internmap", "isoformat", "binary-search-bounds", "interval-tree-1d",
            "Mike Bostock", "Permission is hereby granted",
            "Permission to use, copy, modify",
        ]) check(text.includes(wanted), `no ${wanted}`);
        check(/^MIT License/m.test(text), "not ours");
        const beside = readFileSync(join(dirname(file), "lab-licences.txt"), "utf8");
        check(beside.trim() === text.trim(), "the file beside the page is another");
    },

    async "a package without a licence cannot be built in"() {
        const folder = mkdtempSync(join(tmpdir(), "lab-"));
        const own = join(folder, "node_modules", "own");
        const used = join(own, "node_modules", "used"); // only by the other package
        const put = (at, more) => {
            mkdirSync(at, { recursive: true });
            writeFileSync(join(at, "package.json"),
                          JSON.stringify({ name: basename(at), version: "1.0.0", ...more }));
        };
        const message = () => {
            try {
                return licenceText([{ inputs: { [join(own, "index.js")]: {} } }]);
            } catch (error) {
                return error.message;
            }
        };
        put(own, { dependencies: { used: "1" } });
        put(used, {});
        writeFileSync(join(own, "LICENSE"), "Copyright of own");
        check(/^used 1\.0\.0 has no licence file/.test(message()), message());
        writeFileSync(join(used, "licence.md"), "Copyright of used");
        check(/Copyright of own[^]*Copyright of used/.test(message()), message());
        rmSync(folder, { recursive: true });
    },

    async "what an address asks for and cannot be shown is said"(window) {
        for (const [hash, shown] of [
            ["#exact?shuffle=riffle:7&n=1000", /cards = 60 instead of 1000/],
            ["#steps?shuffle=down&n=60&seed=s", /cards = 52 instead of 60/],
            ["#race?a=down&n=1&trials=5&seed=s&b=", /cards = 2 instead of 1.*shuffles = 1000 instead of 5/],
            ["#yours?n=99&seed=s", /cards = 60 instead of 99/],
            ["#views?n=abc&seed=s&trials=1000&shuffle=down", /cards = 10 instead of abc/],
            ["#steps?shuffle=down&n=4&seed=s&step=90", /step = 3 instead of 90/],
        ]) {
            await window.go(hash);
            const message = await until(`words on ${hash}`, async () =>
                await window.at("notice").isVisible() && window.text("notice"));
            check(shown.test(message), `${hash}: ${message}`);
            const state = await window.state();
            check(["60", "52", "2", "10", "4"].includes(state.n), `n=${state.n} in ${hash}`);
        }
        await window.at("tab-exact").click();
        check(!await window.at("notice").isVisible(), "it stays");
    },

    async "tabs open the parts, and the way back works"(window) {
        await window.go();
        for (const part of parts) {
            await window.at(`tab-${part}`).click();
            await until(part, () => window.page.locator(`#part-${part}`).isVisible());
            check(await window.page.locator(".part:visible").count() === 1, "two parts");
            check(await window.at(`tab-${part}`).getAttribute("aria-current") === "page",
                  "the tab does not say so");
        }
        await window.page.goBack();
        await until("the part before", () =>
            window.page.locator("#part-yours").isVisible());
    },

    async "a strange address opens the first part"(window) {
        await window.go("#nonsense?n=-4&seed=%00%ff");
        check(await window.page.locator("#part-story").isVisible(), "not shown");
    },

    async "every part takes a strange state"(window) {
        for (const part of parts) {
            await window.go(`#${part}?n=999999&a=nobody&b=riffle:0&shuffle=nobody:x` +
                            "&die=x&trials=abc&step=-7&view=none&order=99" +
                            "&example=none&seed=s");
            await window.page.waitForTimeout(400);
            check(await window.page.locator(`#part-${part}`).isVisible(), part);
        }
    },

    async "light and dark, as the system says and as one wishes"(window) {
        const theme = () => window.page.evaluate(
            () => document.documentElement.dataset.theme);
        await window.go("#exact");
        check(await theme() === "dark", "not dark");
        await window.at("theme").click();
        check(await theme() === "light", "not light");
        await window.go("#exact");
        check(await theme() === "light", "forgotten");
    },

    async "what is compared stands side by side, where there is room"(window) {
        const boxes = async (...names) => Promise.all(
            names.map((name) => window.at(name).boundingBox()));
        await window.go("#race?a=sattolo&b=down&n=6&trials=1000&seed=wide");
        for (const name of ["heat", "curve"]) {
            const [a, b] = await boxes(`race-${name}-a`, `race-${name}-b`);
            check(Math.abs(a.y - b.y) < 2 && a.x + a.width <= b.x,
                  `${name}: ${JSON.stringify([a, b])}`);
        }
        await window.go("#yours?seed=wide");
        const [code, result] = await boxes("yours-code", "yours-result");
        check(code.x + code.width <= result.x, JSON.stringify([code, result]));
    },

    async "all of it by keyboard"(window) {
        await window.go("#exact?n=3&shuffle=down");
        await window.page.keyboard.press("Tab");
        await window.page.keyboard.press("Enter"); // to the content
        check(await window.page.evaluate(() => document.activeElement.id) === "main",
              "the first link does not lead to the content");
        const reached = new Set();
        for (let i = 0; i < 60; i++) {
            await window.page.keyboard.press("Tab");
            reached.add(await window.page.evaluate(() =>
                document.activeElement.dataset.test ?? document.activeElement.tagName));
        }
        for (const name of ["exact-shuffle", "exact-n"])
            check(reached.has(name), `${name} is not reached: ${[...reached]}`);
    },

    async "less motion where that is wished"(window) {
        await window.go("#steps?shuffle=down&n=6&seed=calm");
        await window.at("steps-forward").click();
        const running = await window.page.evaluate(() => document.getAnimations().length);
        check(running === 0, `${running} animations`);
    },
};
