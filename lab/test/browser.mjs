// SPDX-License-Identifier: MIT
//
// browser.mjs - a real browser with the page in it, opened from disk, and watched: a message
// on its console, an error or a request to a network fails the test.
//
// Chromium is driven by its own protocol, an unmodified Firefox by WebDriver BiDi. Chromium's
// headless shell has the same engine, without all that only people need, and takes half the time.
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, firefox } from "playwright-core";

const launchChromium = (executablePath) => chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"], // as root, in a container, without a screen
});

/** The browsers: `places` are the usual ones; an environment variable can name another. */
const browsers = {
    chromium: {
        variable: "CHROMIUM",
        places: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
        launch: launchChromium,
        wishes: () => ({}), // newContext() takes them all
    },
    "chromium-shell": {
        variable: "CHROMIUM_SHELL",
        places: ["/usr/bin/chromium-headless-shell"],
        launch: launchChromium,
        wishes: () => ({}),
    },
    firefox: {
        variable: "FIREFOX",
        places: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
        launch: (executablePath, firefoxUserPrefs) => firefox.launch({
            channel: "moz-firefox", executablePath, firefoxUserPrefs }),
        // Its driver cannot say what the system prefers; its settings can.
        wishes: ({ reducedMotion, colorScheme }) => ({
            "dom.w3c_touch_events.enabled": 1, // as if there were a touch screen
            ...(reducedMotion === "reduce" ? { "ui.prefersReducedMotion": 1 } : {}),
            ...(colorScheme === "dark" ? { "ui.systemUsesDarkTheme": 1 } : {}),
        }),
    },
};

/** Starts a browser: "chromium", "chromium-shell" or "firefox". `options`: of Window.open();
 * see wishesOf(). */
export function openBrowser(name = "chromium", options = {}) {
    const { variable, places, launch, wishes } = browsers[name];
    const found = [process.env[variable], ...places]
        .find((place) => place && existsSync(place));
    if (!found) throw new Error(`${name} was not found; ${variable} can say where it is`);
    return launch(found, wishes(options));
}

/** The settings that a browser needs for windows with these options. Where they differ, another
 * browser must be started. */
export const wishesOf = (name, options) => JSON.stringify(browsers[name].wishes(options));

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
    #expected = null;

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
        const complain = (text) => {
            if (!made.#expected?.test(text)) made.complaints.push(text);
        };
        made.page.on("console", (message) =>
            complain(`console ${message.type()}: ${message.text()}`));
        made.page.on("pageerror", (error) => complain(`error: ${error}`));
        made.context.on("request", (request) => {
            if (!/^(file|blob|data):/.test(request.url()))
                complain(`request: ${request.url()}`);
        });
        return made;
    }

    get isFirefox() { return this.context.browser().browserType().name() === "firefox"; }

    /** From now on, complaints like this are right. */
    expect(pattern) { this.#expected = pattern; }

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

    /** The state in the address. The page is asked: the driver hears of a change later. */
    async state() {
        const hash = await this.page.evaluate(() => location.hash);
        return Object.fromEntries(new URLSearchParams(hash.split("?")[1] ?? ""));
    }

    /** Replaces the text of a field, as if it were pasted. (In Firefox, Playwright's fill()
     * types letter by letter.) */
    async paste(name, text) {
        await this.at(name).evaluate((field, all) => {
            if (field.value === all) return;
            field.focus();
            field.select();
            if (!document.execCommand(all === "" ? "delete" : "insertText", false, all))
                throw new Error("nothing can be pasted");
        }, text);
    }

    /** Presses something that saves a file, and gives the file. The driver of Firefox does not
     * see such downloads, so the page is watched there.
     * @returns {Promise<{name: string, bytes: Buffer}>} */
    async saved(button) {
        if (!this.isFirefox) {
            const [download] = await Promise.all([this.page.waitForEvent("download"),
                                                  button.click()]);
            return { name: download.suggestedFilename(),
                     bytes: readFileSync(await download.path()) };
        }
        await this.page.evaluate(() => {
            globalThis.savedFile = undefined;
            if (globalThis.lastBlob !== undefined) return; // it is watched already
            const make = URL.createObjectURL;
            globalThis.lastBlob = null;
            URL.createObjectURL = (blob) => {
                globalThis.lastBlob = blob;
                return make.call(URL, blob);
            };
            addEventListener("click", ({ target }) => {
                if (target.download)
                    globalThis.savedFile = { name: target.download, blob: globalThis.lastBlob };
            }, true);
        });
        await button.click();
        await until("a file", () => this.page.evaluate(() => Boolean(globalThis.savedFile)));
        const { name, address } = await this.page.evaluate(() => new Promise((resolve) => {
            const reader = new FileReader();
            reader.onload = () => resolve({ name: globalThis.savedFile.name,
                                            address: reader.result });
            reader.readAsDataURL(globalThis.savedFile.blob);
        }));
        return { name, bytes: Buffer.from(address.split(",")[1], "base64") };
    }

    /** Waits until nothing on the page changes for some milliseconds, and ends what moves; not
     * for ever: some of it never rests. */
    async settled(quiet = 250, longest = 5000) {
        countCheck();
        await this.page.evaluate(([milliseconds, most]) => new Promise((resolve) => {
            let timer;
            const end = () => {
                watch.disconnect();
                for (const animation of document.getAnimations())
                    if (animation.effect.getComputedTiming().endTime < Infinity)
                        animation.finish();
                requestAnimationFrame(() => requestAnimationFrame(resolve));
            };
            const wait = () => {
                clearTimeout(timer);
                timer = setTimeout(end, milliseconds);
            };
            const watch = new MutationObserver(wait);
            watch.observe(document, { subtree: true, childList: true, attributes: true,
                                      characterData: true });
            setTimeout(end, most);
            wait();
        }), [quiet, longest]);
    }

    /** Waits until nothing on the page has changed in some frames, as after a change of size
     * or colours, and ends what moves; not for ever, because some numbers always count up. */
    async still(frames = 3) {
        countCheck();
        await this.page.evaluate((wanted) => new Promise((resolve) => {
            const LONGEST = 30; // frames
            const watch = new MutationObserver(() => { quiet = 0; });
            let quiet = 0;
            let all = 0;
            watch.observe(document, { subtree: true, childList: true, attributes: true });
            const frame = () => {
                for (const animation of document.getAnimations())
                    if (animation.effect.getComputedTiming().endTime < Infinity)
                        animation.finish();
                quiet += 1;
                all += 1;
                if (quiet <= wanted && all < LONGEST) {
                    requestAnimationFrame(frame);
                } else {
                    watch.disconnect();
                    resolve();
                }
            };
            requestAnimationFrame(frame);
        }), frames);
    }

    /** Touches a point. The driver of Firefox has no finger; there, its events are made. */
    async tap(x, y) {
        if (!this.isFirefox) {
            await this.page.touchscreen.tap(x, y);
            return;
        }
        await this.page.evaluate(([clientX, clientY]) => {
            const target = document.elementFromPoint(clientX, clientY);
            for (const type of ["over", "enter", "down", "up", "out", "leave"])
                target.dispatchEvent(new PointerEvent(`pointer${type}`, {
                    pointerType: "touch", clientX, clientY, isPrimary: true,
                    bubbles: !/enter|leave/.test(type) }));
            target.dispatchEvent(new MouseEvent("click", { clientX, clientY, bubbles: true }));
        }, [x, y]);
    }

    /** Shows the page as it is on paper. The driver of Firefox cannot emulate that: there, the
     * rules for paper are made rules for all. */
    async onPaper() {
        await this.page.emulateMedia({ media: "print" });
        await this.page.evaluate(() => {
            if (matchMedia("print").matches) return;
            const instead = { print: "all", screen: "not all" };
            for (const { cssRules } of document.styleSheets)
                for (const { media } of cssRules)
                    if (media?.mediaText in instead) media.mediaText = instead[media.mediaText];
        });
    }

    async close() {
        await this.context.close();
    }
}
