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
import { end, plan, runTest } from "./tap.mjs";

const [wasm, fairaudit] = process.argv.slice(2);
if (!fairaudit) {
    console.error("usage: snippets.mjs CORE.wasm FAIRAUDIT");
    process.exit(1);
}
const core = await loadCore(readFileSync(wasm));
const tests = [form, law, replay].flatMap((module) => Object.entries(module.tests));

plan(tests.length);
for (const [name, run] of tests)
    await runTest(name, () => run({ core, fairaudit, shuffles: core.list().shuffles }));
end();
