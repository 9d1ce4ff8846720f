// SPDX-License-Identifier: MIT
//
// tap.mjs - results of tests in the form of TAP, for all tests in this folder.

const MOST_LINES = 60; // of an explanation
const MOST_LETTERS = 400; // of a line

let planned = false;
let count = 0;
let failed = 0;

/** Prints how many tests will run, if that is known; then progress can be shown. */
export function plan(tests) {
    planned = true;
    console.log(`1..${tests}`);
}

/** Prints a result. `faults`: lines that say what is wrong; none if the test passed. */
export function result(faults, name) {
    count += 1;
    failed += faults.length > 0;
    const lines = faults.flatMap((text) => text.split("\n")).slice(0, MOST_LINES);
    console.log([`${faults.length > 0 ? "not ok" : "ok"} ${count} - ${name}`,
                 ...lines.map((line) => `# ${line.slice(0, MOST_LETTERS)}`)].join("\n"));
}

/** Runs a test that throws if it fails, and prints its result. */
export async function runTest(name, run) {
    try {
        await run();
        result([], name);
    } catch (error) {
        result([error.stack.split("\n").slice(0, 12).join("\n")], name);
    }
}

/** Exits; before that, prints the number of tests, unless it was planned. */
export function end() {
    if (!planned) console.log(`1..${count}`);
    process.exit(failed > 0 ? 1 : 0);
}
