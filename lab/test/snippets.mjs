// SPDX-License-Identifier: MIT
//
// snippets.mjs CORE.wasm FAIRAUDIT - the snippets of lab/snippets: their form and their
// marks, the exact law of those in JavaScript, and their replays of shuffles of the core.
// TAP on stdout. tests/lab tests those in C and Python.
import { readFileSync } from "node:fs";
import { loadCore } from "../src/core.js";
import * as form from "./snippets_form.mjs";
import * as law from "./snippets_law.mjs";
import * as replay from "./snippets_replay.mjs";

const [wasm, fairaudit] = process.argv.slice(2);
if (!fairaudit) {
    console.error("usage: snippets.mjs CORE.wasm FAIRAUDIT");
    process.exit(1);
}
const core = await loadCore(readFileSync(wasm));
const tests = [form, law, replay].flatMap((module) => Object.entries(module.tests));

let failed = 0;
console.log(`1..${tests.length}`);
for (const [i, [name, run]] of tests.entries()) {
    let wrong = [];
    try {
        await run({ core, fairaudit, shuffles: core.list().shuffles });
    } catch (error) {
        wrong = `${error.stack}`.split("\n").slice(0, 12);
    }
    failed += wrong.length > 0;
    console.log([`${wrong.length > 0 ? "not ok" : "ok"} ${i + 1} - ${name}`,
                 ...wrong.map((line) => `# ${line}`)].join("\n"));
}
process.exit(failed > 0 ? 1 : 0);
