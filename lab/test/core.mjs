// SPDX-License-Identifier: MIT
//
// core.mjs BASE.wasm SIMD.wasm FAIRAUDIT - the C core in WebAssembly, both builds of it,
// against the native command and against what must hold. TAP on stdout.
import { readFileSync } from "node:fs";
import { loadCore } from "../src/core.js";
import * as native from "./core_native.mjs";
import * as rules from "./core_rules.mjs";
import * as steps from "./core_steps.mjs";

const [base, simd, fairaudit] = process.argv.slice(2);
if (!fairaudit) {
    console.error("usage: core.mjs BASE.wasm SIMD.wasm FAIRAUDIT");
    process.exit(1);
}

const tests = [];
for (const [build, file] of [["plain", base], ["simd", simd]]) {
    const core = await loadCore(readFileSync(file));
    for (const module of [native, rules, steps])
        for (const [name, run] of Object.entries(module.tests))
            tests.push({ name: `${build}: ${name}`, run: () => run(core, fairaudit) });
}

let failed = 0;
console.log(`1..${tests.length}`);
for (const [i, { name, run }] of tests.entries()) {
    let wrong = [];
    try {
        run();
    } catch (error) {
        wrong = `${error.stack}`.split("\n").slice(0, 12);
    }
    failed += wrong.length > 0;
    console.log([`${wrong.length > 0 ? "not ok" : "ok"} ${i + 1} - ${name}`,
                 ...wrong.map((line) => `# ${line}`)].join("\n"));
}
process.exit(failed > 0 ? 1 : 0);
