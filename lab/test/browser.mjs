// SPDX-License-Identifier: MIT
//
// browser.mjs - a real browser with the page in it, opened from disk, and watched: a message
// on its console, an error or a request to a network fails the test.
//
// Chromium is driven by its own protocol, an unmodified Firefox by WebDriver BiDi.
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, firefox } from "playwright-core";

/** The browsers: `places` are the usual ones; an environment variable can name another. */
const browsers = {
    chromium: {
        variable: "CHROMIUM",
        places: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
        launch: (executablePath) => chromium.launch({
            executablePath,
            args: ["--no-sandbox", "--disable-gpu"], // as root, in a container, without a screen
        }),
    },
    firefox: {
        variable: "FIREFOX",
        places: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
        launch: (executablePath) => firefox.launch({ channel: "moz-firefox", executablePath }),
    },
};

/** Starts a browser: "chromium" or "firefox". */
export function openBrowser(name = "chromium") {
    const { variable, places, launch } = browsers[name];
    const found = [process.env[variable], ...places]
        .find((place) => place && existsSync(place));
    if (!found) throw new Error(`${name} was not found; ${variable} can say where it is`);
    return launch(found);
}

const checks = new AsyncLocalStorage(); // of the test that is running: { count }

function countCheck() {
    const own = checks.getStore();
    if (own) own.count += 1;
}

/** Runs a test. It fails if nothing was checked in it. */
export async function runChecked(run) {
    const own = { count: 0 };
    await checks.run(own, run);
    if (own.count === 0) throw new Error("nothing was checked");
}

/** An assertion that says what it saw. */
export function check(good, text) {
    countCheck();
    if (!good) throw new Error(text);
}

/** Waits until `look` gives something true; the time-out says what was awaited. */
export async function until(what, look, seconds = 30) {
    countCheck();
    const end = Date.now() + seconds * 1000;
    for (;;) {
        const seen = await look();
        if (seen) return seen;
        if (Date.now() > end) throw new Error(`waited ${seconds} s for: ${what}`);
        await new Promise((done) => { setTimeout(done, 50); });
    }
}

/** One test's window on the page. */
export class Window {
    complaints = [];

    /**
     * @param browser of openBrowser()
     * @param {string} file the page
     * @param {object} options of Playwright's newContext(), such as viewport, colorScheme
     */
    static async open(browser, file, options = {}) {
        const made = new Window();
        made.address = pathToFileURL(resolve(file)).href;
        made.context = await browser.newContext({ viewport: { width: 1280, height: 900 },
                                                  ...options });
        made.page = await made.context.newPage();
        made.page.on("console", (message) => made.complaints.push(
            `console ${message.type()}: ${message.text()}`));
        made.page.on("pageerror", (error) => made.complaints.push(`error: ${error}`));
        made.context.on("request", (request) => {
            if (!/^(file|blob|data):/.test(request.url()))
                made.complaints.push(`request: ${request.url()}`);
        });
        return made;
    }

    /** Opens the page at a hash such as "#race?n=5", and waits until it is ready. */
    async go(hash = "") {
        await this.page.goto("about:blank");
        await this.page.goto(this.address + hash);
        await this.page.waitForSelector("html[data-ready]", { timeout: 20000 });
    }

    /** The element with that data-test, of the part that is shown. */
    at(name) {
        return this.page.locator(`[data-test="${name}"]:not(.part[hidden] *)`);
    }

    text(name) {
        return this.at(name).innerText();
    }

    /** The verdict shown at a place, such as "unfair"; "" if none is. */
    async verdict(name) {
        const badge = this.at(name).locator("xpath=descendant-or-self::*[@data-verdict]");
        return await badge.count() > 0 ? badge.first().getAttribute("data-verdict") : "";
    }

    async untilVerdict(name, wanted, seconds) {
        try {
            await until(`the verdict ${wanted} at ${name}`,
                        async () => await this.verdict(name) === wanted, seconds);
        } catch (error) {
            const text = await this.page.locator(".message:visible").allInnerTexts();
            throw new Error([error.message, `it is "${await this.verdict(name)}"`,
                             ...text].join("\n"));
        }
    }

    /** The state in the address. */
    async state() {
        const hash = new URL(this.page.url()).hash;
        return Object.fromEntries(new URLSearchParams(hash.split("?")[1] ?? ""));
    }

    async close() {
        await this.context.close();
    }
}
