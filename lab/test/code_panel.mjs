// SPDX-License-Identifier: MIT
//
// code_panel.mjs - the code panel in a real browser, on a page of its own: every shuffle
// in every language, tabs, marks, copying, the running line, contrast. TAP on stdout.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { fixedLines, LANGUAGES, readSnippets, snippetPlugin } from "../snippets.mjs";
import { check, openBrowser, runChecked, until, Window } from "./browser.mjs";
import { end, plan, result } from "./tap.mjs";

const NAMES = { c: "C", js: "JavaScript", py: "Python" };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
                         "utf8");
const snippets = readSnippets();

/** Writes a page that has no panel yet, and the function codePanel() in `lab`. */
async function writePage(folder) {
    const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
    const { outputFiles } = await build({
        stdin: {
            contents: `export { codePanel } from "./code/panel.js";
                       export { setLanguage } from "./lang/lang.js";
                       import "./page.css";`,
            resolveDir: source("."),
        },
        bundle: true, format: "iife", globalName: "lab", write: false, outdir: "out",
        plugins: [snippetPlugin],
    });
    const [script, style] = [".js", ".css"].map((suffix) =>
        outputFiles.find(({ path }) => path.endsWith(suffix)).text);
    const file = join(folder, "code.html");
    writeFileSync(file, `<!doctype html><html lang="en" data-ready data-theme="light">
        <meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Code</title><style>${style}</style>
        <main><h1>Code</h1></main><script>${script.replaceAll("</script", "<\\/script")}
        </script></html>`);
    return file;
}

/** Adds panels to the page: `panels`. `changes` collects the calls of on.change(). */
const add = (window, ...options) => window.page.evaluate((list) => {
    globalThis.changes ??= [];
    globalThis.panels ??= [];
    for (const { toggle, ...option } of list) {
        const on = toggle ? { change: (fixed) => globalThis.changes.push(fixed) } : {};
        const panel = globalThis.lab.codePanel({ ...option, on });
        document.querySelector("main").append(panel.element);
        globalThis.panels.push(panel);
    }
}, options);

/** The code that a panel shows, with 4 spaces for a tab and without spoken words. */
const shownText = (window, number = 0) => window.page.evaluate((i) =>
    [...globalThis.panels[i].element.querySelectorAll(".code-source")].map((line) => {
        const copy = line.cloneNode(true);
        copy.querySelectorAll(".visually-hidden").forEach((node) => node.remove());
        return copy.textContent.replaceAll("\t", "    ").trimEnd();
    }).join("\n"), number);

const panel = (window, number = 0) => window.page.locator(".code-panel").nth(number);

const selected = (window, number = 0) =>
    panel(window, number).locator('[role="tab"][aria-selected="true"]').innerText();

const currentLines = (window, number = 0) => panel(window, number)
    .locator(".code-line").evaluateAll((lines) => lines.flatMap((line, i) =>
        (line.getAttribute("aria-current") === "true" ? [i] : [])));

async function everySnippet(window) {
    await add(window, { shuffle: "down" });
    for (const language of LANGUAGES) {
        await panel(window).locator(`[data-test="code-${language}"]`).click();
        for (const [name, { [language]: snippet }] of Object.entries(snippets)) {
            await window.page.evaluate((shuffle) =>
                globalThis.panels[0].show(shuffle), name);
            const text = await shownText(window);
            check(text === snippet.lines.join("\n"), `${name}.${language}:\n${text}`);
            const marks = await window.at("code-mark").count();
            check(marks === snippet.marks.length, `${name}.${language}: ${marks} marks`);
            const note = await window.text("code-note");
            const fixable = snippet.marks.some(({ fix }) => fix !== undefined);
            check(/Fix:/.test(note) === fixable, `${name}.${language}: ${note}`);
            check((marks > 0 ? /^✗ What is wrong/ : /^✓ Why it is fair/).test(note),
                  `${name}: ${note}`);
        }
    }
}

/** Tabs, by mouse and keys; all panels follow, and a new page remembers. */
async function tabsOfAllPanels(window) {
    await add(window, { shuffle: "down" }, { shuffle: "riffle:7" },
              { shuffle: "up", tabs: false });
    check(await selected(window) === "JavaScript", await selected(window));
    await panel(window).getByRole("tab", { name: "Python" }).click();
    for (const i of [0, 1]) check(await selected(window, i) === "Python", `panel ${i}`);
    check((await shownText(window, 2)).startsWith("def shuffle"), "without tabs");
    await panel(window).getByRole("tab", { name: "Python" }).focus();
    for (const [key, name] of [["ArrowRight", "C"], ["ArrowLeft", "Python"],
                               ["Home", "C"], ["ArrowRight", "JavaScript"],
                               ["End", "Python"]]) {
        await window.page.keyboard.press(key);
        check(await selected(window) === name, `${key}: ${await selected(window)}`);
        const focused = await window.page.evaluate(() =>
            document.activeElement.textContent);
        check(focused === name, `${key}: the focus is on ${focused}`);
    }
    const stops = await panel(window).locator('[role="tab"][tabindex="0"]').count();
    check(stops === 1, `${stops} tabs are in the tab order`);
    await window.go();
    await add(window, { shuffle: "down" });
    check(await selected(window) === "Python", "the choice is remembered");
}

/** The running line, in every language; nothing moves. */
async function runningLine(window) {
    await add(window, { shuffle: "coin-timsort" });
    const box = () => panel(window).boundingBox();
    for (const language of LANGUAGES) {
        await panel(window).locator(`[data-test="code-${language}"]`).click();
        const before = await box();
        for (const [site, line] of snippets["coin-timsort"][language].sites.entries()) {
            await window.page.evaluate((i) => globalThis.panels[0].highlight(i), site);
            check(`${await currentLines(window)}` === `${line}`,
                  `site ${site}: ${await currentLines(window)}`);
        }
        const after = await box();
        check(JSON.stringify(before) === JSON.stringify(after), "the panel moved");
    }
    await panel(window).locator('[data-test="code-c"]').click();
    const { sites } = snippets["coin-timsort"].c;
    check(`${await currentLines(window)}` === `${sites.at(-1)}`, "another language");
    await window.page.evaluate(() => globalThis.panels[0].highlight(null));
    check((await currentLines(window)).length === 0, "no line runs");
}

/** A mark as a button: by mouse and keyboard, in all places of a fix. */
async function pressedMarks(window) {
    const { blocks, "even-only": even } = snippets;
    await add(window, { shuffle: "swap-with-any", toggle: true },
              { shuffle: "blocks", toggle: true },
              { shuffle: "even-only", toggle: true });
    const mark = panel(window).getByRole("button", { name: "Change n to i + 1" });
    check(await mark.getAttribute("aria-pressed") === "false", "it is pressed");
    await mark.click();
    check((await shownText(window)).includes("random(i + 1)"), await shownText(window));
    check(await mark.getAttribute("aria-pressed") === "true", "it is not pressed");
    const note = await panel(window).locator(".code-note").innerText();
    check(/Fixed: i \+ 1 instead of n\./.test(note), note);
    await window.page.keyboard.press("Enter"); // the new button has the focus
    check((await shownText(window)).includes("random(n)"), await shownText(window));
    const changes = await window.page.evaluate(() => globalThis.changes);
    check(`${changes}` === "true,false", `on.change: ${changes}`);

    await panel(window, 1).locator("button.code-mark").nth(1).click();
    check(await shownText(window, 1) === fixedLines(blocks.js).join("\n"),
          await shownText(window, 1));
    await panel(window, 2).locator("button.code-mark").click();
    const struck = panel(window, 2).locator(".code-mark.deleted");
    check(await shownText(window, 2) === even.js.lines.join("\n"), "it is struck out");
    check(await struck.count() === 1, "it is not struck out");
    await window.page.evaluate(() => globalThis.panels[0].setFixed(true));
    check((await shownText(window)).includes("random(i + 1)"), "setFixed()");
    const all = await window.page.evaluate(() => globalThis.changes.length);
    check(all === 4, `setFixed() is not a press: ${all}`);
}

/** Two panels to choose from: nothing tells which one is wrong, until it is shown. */
async function hiddenMarks(window) {
    const plain = { tabs: false, copy: false, marks: false };
    await add(window, { shuffle: "swap-with-any-down", ...plain },
              { shuffle: "down", ...plain },
              { shuffle: "swap-with-any-down", fixed: true, ...plain });
    check(await window.at("code-mark").count() === 0, "there are marks");
    check(await window.page.locator(".code-bar").count() === 0, "there are bars");
    check(!/wrong|fair/.test(await window.page.locator("main").innerText()), "it tells");
    const text = await shownText(window);
    check(await shownText(window, 2) === text.replace("random(n)", "random(i + 1)"),
          "the fixed one differs in one token");
    await window.page.evaluate(() =>
        globalThis.panels.forEach((one) => one.setMarks(true)));
    check(await window.at("code-mark").count() === 2, "there are no marks");
    check(/What is wrong/.test(await panel(window).innerText()), "what is wrong");
    check(/Why it is fair/.test(await panel(window, 1).innerText()), "why it is fair");
    check(await shownText(window) === text, "the code is another");
}

async function copies(window) {
    await add(window, { shuffle: "even-only", toggle: true });
    const copied = async () => {
        await window.at("code-copy").click();
        await until("Copied", async () => /Copied/.test(await window.text("code-copy")));
        return window.page.evaluate(() => navigator.clipboard.readText());
    };
    check(await copied() === `${snippets["even-only"].js.lines.join("\n")}\n`, "code");
    await panel(window).locator("button.code-mark").click();
    check(await copied() === `${fixedLines(snippets["even-only"].js).join("\n")}\n`,
          "the fixed code");
    check(await window.text("code-copy") !== "Copy", "it says so for a while");
}

/** No line is cut, and nothing sticks out of a panel. */
async function fits(window) {
    const names = Object.keys(snippets);
    await add(window, ...names.map((shuffle) => ({ shuffle })));
    for (const width of [320, 390, 820, 1440])
        for (const language of LANGUAGES) {
            await window.page.setViewportSize({ width, height: 900 });
            await panel(window).locator(`[data-test="code-${language}"]`).click();
            const wide = await window.page.evaluate(() => [document.documentElement,
                ...document.querySelectorAll(".code-panel, .code-panel *")]
                .filter((node) => node.scrollWidth > node.clientWidth + 1 &&
                    getComputedStyle(node).display !== "inline" &&
                    !node.matches(".visually-hidden"))
                .map((node) => node.textContent.slice(0, 60)));
            check(wide.length === 0, `${language} at ${width}: ${wide[0]}`);
        }
}

async function pleasesAxe(window) {
    await add(window, { shuffle: "math-round" },
              { shuffle: "swap-with-any", toggle: true }, { shuffle: "keeps-the-deck" },
              { shuffle: "down" });
    await window.page.evaluate(() => {
        globalThis.panels[0].highlight(0); // the running line has marks
        globalThis.panels[2].highlight(0);
    });
    await window.page.evaluate(axe);
    for (const theme of ["light", "dark"])
        for (const fixed of [false, true]) {
            const wrong = await window.page.evaluate(async ([colours, isFixed]) => {
                document.documentElement.dataset.theme = colours;
                for (const one of globalThis.panels) one.setFixed(isFixed);
                await Promise.all(document.getAnimations().map((one) => one.finished));
                const { violations } = await globalThis.axe.run(document);
                return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ` +
                    nodes[0].failureSummary);
            }, [theme, fixed]);
            check(wrong.length === 0, `${theme}: ${wrong.join("\n")}`);
        }
}

async function inChinese(window) {
    await window.page.evaluate(() => globalThis.lab.setLanguage("zh"));
    await add(window, { shuffle: "swap-with-any", title: "随意交换" });
    check(/错在哪里.*27 种掷法/s.test(await window.text("code-note")),
          await window.text("code-note"));
    check(await panel(window).getAttribute("aria-label") === "代码：随意交换", "its label");
    check(await selected(window) === NAMES.js, "names of languages stay");
}

const tests = {
    "every shuffle in every language": everySnippet,
    "tabs: mouse, keys, all panels, remembered": tabsOfAllPanels,
    "the running line": runningLine,
    "marks that are pressed": pressedMarks,
    "marks that are hidden at first": hiddenMarks,
    "copies what is shown": copies,
    "fits from 320 to 1440 px": fits,
    "nothing for axe-core to object to, light and dark, wrong and fixed": pleasesAxe,
    "in Chinese": inChinese,
};

const folder = mkdtempSync(join(tmpdir(), "fairshuf-code-"));
const browser = await openBrowser();
try {
    const file = await writePage(folder);
    plan(Object.keys(tests).length);
    for (const [name, run] of Object.entries(tests)) {
        const window = await Window.open(browser, file, {
            permissions: ["clipboard-read", "clipboard-write"] });
        const wrong = [];
        try {
            await window.go();
            await runChecked(() => run(window));
        } catch (error) {
            wrong.push(error.message);
        }
        wrong.push(...window.complaints);
        await window.close();
        result(wrong, name);
    }
} finally {
    await browser.close();
    rmSync(folder, { recursive: true });
}
end();
