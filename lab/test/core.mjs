// SPDX-License-Identifier: MIT
//
// core.mjs CORE.wasm FAIRAUDIT - the C core in WebAssembly, against the native command and
// against what must hold. TAP on stdout.
import { readFileSync } from "node:fs";
import { loadCore } from "../src/core.js";
import * as native from "./core_native.mjs";
import * as rules from "./core_rules.mjs";
import * as steps from "./core_steps.mjs";
import * as words from "./core_words.mjs";
import { end, plan, runTest } from "./tap.mjs";

const [file, fairaudit] = process.argv.slice(2);
if (!fairaudit) {
    console.error("usage: core.mjs CORE.wasm FAIRAUDIT");
    process.exit(1);
}

const core = await loadCore(readFileSync(file));
const tests = [native, rules, steps, words].flatMap((module) =>
    Object.entries(module.tests).map(([name, run]) =>
        ({ name, run: () => run(core, fairaudit) })));

plan(tests.length);
for (const { name, run } of tests) await runTest(name, run);
end();
