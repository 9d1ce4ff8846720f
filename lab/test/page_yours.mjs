// SPDX-License-Identifier: MIT
//
// Try yours: pasted code, right and wrong and hostile; files of orders; reports.
import { execFileSync } from "node:child_process";
import { check, until } from "./browser.mjs";
import { jsonOf } from "./native.mjs";

const swap = "const t = a[i]; a[i] = a[j]; a[j] = t;";

/** Opens the part, where it is not open yet: who has tried one thing tries the next. */
async function open(window, hash = "#yours?seed=test&trials=10000") {
    if (await window.at("yours-code").count() === 0) await window.go(hash);
}

/** Pastes code, and runs it. */
async function paste(window, code, hash) {
    await open(window, hash);
    await window.paste("yours-code", code);
    await window.at("yours-run").click();
}

/** The message, once there is one. */
const message = (window, wanted) => until(`a complaint like ${wanted}`, async () =>
    await window.at("yours-message").isVisible() && window.text("yours-message"));

async function complaint(window, code, wanted) {
    await paste(window, code);
    const text = await message(window, wanted);
    check(wanted.test(text), `"${text}" is not ${wanted}`);
    check(await window.at("yours-run").isEnabled(), "cannot be run again");
}

const give = (window, name, text) => window.at("yours-file").setInputFiles(
    { name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Gives a file, and waits for words on it; they begin with its name. */
async function refused(window, name, text, wanted) {
    await open(window);
    await give(window, name, text);
    const said = await until(`words on ${name}`, async () => {
        const words = await message(window, wanted);
        return words.startsWith(`${name}: `) && words;
    });
    check(wanted.test(said), `"${said}" is not ${wanted}`);
}

export const tests = {
    async "a naive shuffle is unfair, and the mistake has its name"(window) {
        await paste(window, `function shuffle(a) {
            for (let i = 0; i < a.length; i++) {
                const j = Math.floor(Math.random() * a.length);
                ${swap}
            }
        }`);
        await window.untilVerdict("yours-verdict", "unfair");
        await window.at("yours-report").click();
        await until("the report", () => window.page.locator("#part-report").isVisible());
        check(/swap-with-any/.test(await window.page.locator("#part-report").innerText()),
              "the mistake is not named");
    },

    async "Fisher-Yates: no evidence"(window) {
        await window.go("#yours?example=fisher-yates&seed=test&trials=10000");
        await window.at("yours-run").click();
        await until("the end", async () =>
            await window.at("yours-report").isVisible());
        check(await window.verdict("yours-verdict") === "no-evidence", "not so");
    },

    async "too few to test: why, and what to do, and no verdict"(window) {
        const wanted = /too (little|few).*\. .*more.*\.$/;
        const ended = async (subject) => {
            await until("the end", () => window.at("yours-report").isVisible());
            await window.untilVerdict("yours-verdict", "could-not-test");
            const words = await window.text("yours-words");
            check(wanted.test(words), `${subject}: ${words}`);
            await window.at("yours-report").click();
            await window.untilVerdict("report-verdict", "could-not-test");
            check(await window.text("report-words") === words, "other words");
            for (const part of ["effects", "distance", "suspects", "detectable"])
                check(await window.at(`report-${part}`).count() === 0, part);
        };
        for (const example of ["fisher-yates", "naive"]) {
            await window.go(`#yours?example=${example}&seed=few&trials=1&n=5`);
            await window.at("yours-run").click();
            await ended(example);
        }
        await window.go("#yours?seed=few&trials=1000&n=5");
        await give(window, "one.txt", "3 1 2 5 4\n");
        await ended("a file");
    },

    async "the same seed gives the same audit"(window) {
        const counts = [];
        for (let i = 0; i < 2; i++) {
            // Not a sort by a comparator that contradicts itself: V8 sorts in another way
            // when it has compiled the caller.
            await window.go("#yours?example=round&seed=again&trials=1000&n=6");
            await window.at("yours-run").click();
            await until("the end", () => window.at("yours-report").isVisible());
            counts.push(await window.text("yours-words"));
        }
        check(counts[0] === counts[1], counts.join(" / "));
    },

    async "all ways to write a function"(window) {
        const body = `for (let i = a.length - 1; i > 0; i--) {
            const j = Math.floor(Math.random() * i); ${swap} } return a;`;
        for (const code of [
            `function (a) { ${body} }`,
            `(a) => { ${body} };`,
            `export default function mix(a) { ${body} }`,
            `const helper = 3;\nconst shuffle = (a) => { ${body} };\nconst other = 4;`,
            `module.exports = function (a) { ${body} };`,
            `Array.prototype.shuffle = function () { const a = this; ${body} };`,
            `function pick(n) { return n; }\nfunction shuffleDeck(a) { ${body} }\n` +
            "function log(x) { return x; }",
            `const q = /['"]/g;\nfunction shuffle(a) { ${body} }`,
            `const text = \`function shuffle() { \${1} \`;\nlet mix = (a) => { ${body} ` +
            "};",
            `const _ = { size: 3, shuffle(a) { ${body} } };`,
            `const tools = { random: (n) => n, shuffle: (a) => { ${body} } };`,
            `class Deck { static shuffle(a) { ${body} } }`,
            `export class Deck { static shuffled(a) { ${body} } }`,
            `exports.mix = (a) => { ${body} };`,
            `module.exports = { mix(a) { ${body} } };`,
            `const cut = 1;\nexport default (a) => { ${body} };`,
            `const cut = 1;\nexport default function (a) { ${body} }`,
            `function mix(a) { ${body} }\nexport {\n    mix,\n};`,
            `export const shuffle = async.mix;\nvar async = { mix(a) { ${body} } };`
                .replace("async.mix", "(a) => async.mix(a)"),
            `(a) => { ${body} }; // "done"`,
            `window.mix = function (a) { ${body} };`,
            `"use strict";\n/* shuffle() */ function* other() {}\n` +
            `function shuffle(a) { ${body} }\nconsole.log(shuffle([1, 2, 3]));`,
        ]) {
            await paste(window, code, "#yours?seed=ways&trials=1000");
            await window.untilVerdict("yours-verdict", "unfair");
        }
    },

    async "the right one of several functions"(window) {
        const body = (swapped) => `for (let i = a.length - 1; i > 0; i--) {
            const j = randomInt(i + 1); ${swapped} }`;
        for (const code of [
            `function shuffle(a) { ${body(swap)} }
             function randomInt(n) { return Math.floor(Math.random() * n); }`,
            `const randomInt = (n) => Math.floor(Math.random() * n);
             function swapCards(a, i, j) { ${swap} }
             function fisherYates(a) { ${body("swapCards(a, i, j);")} }`,
            `function mine(a) {
                 const randomInt = (n) => Math.floor(Math.random() * n); // "}" {
                 ${body(swap)}
             }`,
        ]) {
            await paste(window, code, "#yours?seed=several&trials=1000");
            await until("the end", () => window.at("yours-report").isVisible());
            check(await window.verdict("yours-verdict") === "no-evidence",
                  await window.text("yours-count"));
        }
    },

    async "a result goes when what it is of is changed"(window) {
        await window.go("#yours?example=naive&seed=old&trials=1000");
        await window.at("yours-run").click();
        await until("the end", () => window.at("yours-report").isVisible());
        await window.at("yours-example").selectOption("fisher-yates");
        await until("nothing", async () => !await window.at("yours-report").isVisible());
        await window.at("yours-code").fill("");
        await window.at("yours-code").blur();
        check(await window.at("yours-code").inputValue() === "", "the code came back");
    },

    async "a button does not move away when it is pressed"(window) {
        await window.go("#yours?example=naive&seed=s&trials=1000&n=6");
        await window.at("yours-run").click();
        await until("the end", () => window.at("yours-report").isVisible());
        await window.at("yours-code").fill("(a) => a.reverse()");
        await window.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await window.at("yours-run").click();
        await window.untilVerdict("yours-verdict", "unfair");
    },

    async "an endless loop is stopped"(window) {
        await complaint(window, "function shuffle(a) { while (true); }", /endless/);
    },

    async "one that begins later, and one outside of the function"(window) {
        await complaint(window, "let k = 0; const shuffle = (a) => { k++; " +
                        "while (k > 100); return a.reverse(); };", /endless/);
        await complaint(window, "for (;;); function shuffle(a) {}", /endless/);
    },

    async "mistakes are reported with their lines"(window) {
        await complaint(window, "function shuffle(a) {\n    a.b.c = 1;\n}",
                        /^Line 2: .*failed/);
        await complaint(window, "function shuffle(a) {\n\n    let = ;\n}",
                        /^Line 3: .*SyntaxError/);
        await complaint(window, "", /^There is no code/);
        await complaint(window, "// shuffle", /no function/);
        await complaint(window, "42", /no function/);
        await complaint(window, "const = 3;\nfunction shuffle(a) {}",
                        /^Line 1: .*: SyntaxError: (?!Failed)\w+/);
        await complaint(window, "function shuffle(a) {",
                        /^Line 1: .*: SyntaxError: (?!Failed)/);
        await complaint(window, "const shuffle = (a) => document.title;", /document/);
    },

    async "the shuffle that failed is reported by its number"(window) {
        const code = (what) => `let c = 0;
function shuffle(a) {
    c += 1;
    if (c === 778) { ${what} }
    return a.reverse();
}`;
        await complaint(window, code("a[0] = a[1]; return a;"), /^Shuffle 778: Card/);
        await complaint(window, code("throw new Error('no');"),
                        /^Line 4, shuffle 778: .*failed: no$/);
    },

    async "long errors are cut"(window) {
        await complaint(window, "() => { throw new Error('x'.repeat(1e6)); }",
                        /^Line 1: .*failed: x{300}…$/);
        await complaint(window, "throw new Error('x'.repeat(1e6));", /^.{300,400}$/);
    },

    async "Ctrl and Enter run it"(window) {
        await open(window);
        await window.at("yours-code").fill("(a) => a.reverse()");
        await window.at("yours-code").press("Control+Enter");
        await window.untilVerdict("yours-verdict", "unfair");
        check((await window.state()).code === "(a) => a.reverse()", "not in the address");
    },

    async "slow code is stopped early, with a report"(window) {
        await paste(window, "const kept = []; function shuffle(a) { " +
                    "kept.push(new Array(2e4).fill(1.5)); " +
                    "const end = performance.now() + 3; while (performance.now() < " +
                    "end); return a.reverse(); }",
                    "#yours?seed=slow&trials=1000000");
        await until("the end", () => window.at("yours-report").isVisible(), 20);
        check(/after 8 seconds.*slow/.test(await window.text("yours-words")),
              await window.text("yours-words"));
    },

    async "code that is too long for the address is kept, and that is said"(window) {
        const long = `// ${"x".repeat(6100)}\nfunction mine(a) { return a.reverse(); }`;
        await paste(window, long, "#yours?seed=long&trials=1000");
        await window.untilVerdict("yours-verdict", "unfair");
        check(/6,000/.test(await window.text("yours-long")), "not said");
        const { code } = await window.state();
        check(code === undefined, "it is in the address");
        await window.page.reload();
        await window.page.waitForSelector("html[data-ready]");
        check(await window.at("yours-code").inputValue() === long, "lost by a reload");
        await window.at("yours-code").fill("(a) => a");
        await window.at("yours-code").blur();
        check(!await window.at("yours-long").isVisible(), "it is still said");
        await window.page.evaluate(() => sessionStorage.clear());
        await window.go("#yours?seed=long&long=1");
        check(/6,000/.test(await window.text("yours-long")),
              "an address without its code");
    },

    async "what is no shuffle is reported"(window) {
        await complaint(window, "(a) => a.slice(1)", /9 cards instead of 10/);
        await complaint(window, "(a) => { a[0] = a[1]; }", /card 2 appears twice/i);
        await complaint(window, "(a) => { a[3] = 'x'; }", /position 4 .*"x"/i);
        await complaint(window, "(a) => { a[0] = undefined; return a; }", /undefined/);
        await complaint(window, "async (a) => a", /promise/);
    },

    async "strange things are thrown, returned and broken"(window) {
        await complaint(window, "(a) => { throw { toString() { throw 1; } }; }",
                        /failed/);
        await complaint(window, "(a) => { throw Object.create(null); }", /failed/);
        await complaint(window, "(a) => new Proxy(a, { get() { throw Error('no'); } })",
                        /failed: no/);
        await complaint(window, "(a) => { a[0] = Object.create(null); }",
                        /\[object Object\]/);
        await complaint(window, "(a) => new Set(a)", / Set,.*array/);
        await complaint(window, "(a) => a.join()", / string,.*array/);
        await complaint(window, "class Shuffle {}", /class/i);
        await complaint(window, "x".repeat(100001), /100,001 characters/);
        for (const gone of ["Math.floor = null", "Array = undefined", "Uint8Array = null",
                            "self.onmessage = null", "JSON = null"]) {
            await paste(window, `${gone}; const shuffle = (a) => a.reverse();`);
            await window.untilVerdict("yours-verdict", "unfair");
        }
    },

    async "it can reach nothing"(window) {
        await complaint(window, "(a) => { fetch('https://example.org/'); }", /fetch/);
        await complaint(window, "(a) => { new WebSocket('wss://example.org/'); }",
                        /WebSocket/);
        await complaint(window, "(a) => { importScripts('https://example.org/x.js'); }",
                        /importScripts/);
        await complaint(window, "const shuffle = (a) => { postMessage({ orders: 7 }); };",
                        /postMessage/);
        window.expect(/Content-Security-Policy: .* blocked .* eval/); // Firefox reports it
        await complaint(window, "(a) => { new Function('return 1')(); }", /failed/);
    },

    async "a long run can be stopped"(window) {
        await paste(window, "(a) => { const end = performance.now() + 2; " +
                    "while (performance.now() < end); return a.sort(); }",
                    "#yours?seed=slow&trials=1000000");
        await until("some shuffles", async () =>
            await window.at("yours-count").isVisible());
        await window.at("yours-stop").click();
        await until("a report", () => window.at("yours-report").isVisible());
    },

    async "a file of orders, from 1 or from 0, as fairaudit saves them"(window) {
        const line = (first) => Array.from({ length: 6 }, (_, i) => first + (i * 5) % 6);
        const remark = "# a remark\r\n\r\n";
        for (const text of [
            Array(500).fill(line(1).join(" ")).join("\n"),
            remark + Array(500).fill(`[${line(0).join(", ")}],`).join("\r\n"),
        ]) {
            await window.go("#yours?seed=file");
            await give(window, "orders.txt", text);
            await window.untilVerdict("yours-verdict", "unfair");
        }
    },

    async "what fairaudit --save wrote, with the same result"(window, { fairaudit }) {
        const folder = execFileSync("mktemp", ["-d"], { encoding: "utf8" }).trim();
        const run = (...words) => execFileSync(fairaudit, words, { encoding: "utf8" });
        run("-a", "down", "-n", "8", "-t", "3000", "--seed=save",
            `--save=${folder}/orders`);
        const native = JSON.parse(jsonOf(fairaudit, ["-p", `${folder}/orders`]));
        await window.go("#yours?seed=file");
        await window.at("yours-file").setInputFiles(`${folder}/orders`);
        await until("the end", () => window.at("yours-report").isVisible());
        await window.at("yours-report").click();
        const ours = JSON.parse((await window.saved(window.at("report-json"))).bytes);
        check(JSON.stringify(ours.tests) === JSON.stringify(native.tests),
              "other tests than the native tool's");
        check(JSON.stringify(ours.bettors) === JSON.stringify(native.bettors),
              "other bettors");
        execFileSync("rm", ["-r", folder]);
    },

    async "a file can be dropped"(window) {
        await window.go("#yours?seed=drop");
        const data = await window.page.evaluateHandle(() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(["2 1 3\n".repeat(400)], "dropped.txt"));
            return transfer;
        });
        await window.page.dispatchEvent("[data-test=yours-drop]", "drop",
                                        { dataTransfer: data });
        await window.untilVerdict("yours-verdict", "unfair");
    },

    async "also on another part"(window) {
        await window.go("#exact?n=3&shuffle=down");
        const data = await window.page.evaluateHandle(() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(["2 1 3\n".repeat(400)], "dropped.txt"));
            return transfer;
        });
        await window.page.dispatchEvent("#part-exact", "drop", { dataTransfer: data });
        await window.untilVerdict("yours-verdict", "unfair");
    },

    async "bad files are reported with the line"(window) {
        await refused(window, "empty.txt", "", /empty\.txt: .*no orders/);
        await refused(window, "words.txt", "1 2 3\n1 two 3\n", /line 2: .two\W/i);
        await refused(window, "twice.txt", "1 2 3\n\n1 2 2\n",
                      /line 3: 2 .*twice/i);
        await refused(window, "more.txt", "1 2 3\n1 2\n", /line 2: .*2 numbers.* 3/i);
        await refused(window, "large.txt", "1 2 9\n", /line 1: 9 .*1 to 3/i);
        await refused(window, "one.txt", "1\n1\n", /line 1: /i);
        await refused(window, "x.bin", "\u0000\u0001\u0002", /not a number/);
        await refused(window, "x.json", "{\"schema\": 3}", /x\.json: /);
        await refused(window, "y.json", "{nonsense", /y\.json: /);
    },

    async "a report of fairaudit is shown"(window, { fairaudit }) {
        const text = jsonOf(fairaudit, ["-a", "sattolo", "-n", "7", "--seed=1"]);
        await window.go("#yours?seed=report");
        await give(window, "sattolo.json", text);
        await until("the report", () => window.page.locator("#part-report").isVisible());
        await window.untilVerdict("report-verdict", "unfair");
    },
};
