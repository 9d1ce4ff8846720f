// SPDX-License-Identifier: MIT
//
// core_native.mjs - the documents of the core are those of the command, byte by byte, but
// for the line that says how long it took.
import assert from "node:assert/strict";
import { jsonOf, timeless } from "./native.mjs";

const written = new Map(); // the same for both builds of the core

/** What the command writes. */
function run(fairaudit, args, input = "") {
    const key = args.join(" ");
    if (!written.has(key)) written.set(key, jsonOf(fairaudit, args, input));
    return written.get(key);
}

const same = (ours, theirs) => assert.deepEqual(timeless(ours), timeless(theirs));

/** An audit to its end, in chunks. */
export function audited(core, plan, chunk = 10000) {
    const audit = core.audit(plan);
    while (audit.fill(chunk) > 0);
    const text = audit.report({ seconds: 1 });
    audit.close();
    return text;
}

// shuffle, die, n, seed, trials: fair and not, few cards and many, every kind of die
const audits = [
    ["down", undefined, 3, "1", 20000],
    ["down", undefined, 52, "a deck", 20000],
    ["up", "exact", 60, "2", 3000],
    ["swap-with-any", undefined, 3, "1", 1000000],
    ["swap-with-any", undefined, 10, "1", 1000000],
    ["swap-with-any", "modulo:15", 20, "3", 10000],
    ["sattolo", undefined, 5, "4", 100000],
    ["riffle:7", undefined, 52, "5", 8000],
    ["coin-timsort", undefined, 8, "6", 20000],
    ["keys:8", undefined, 12, "7", 20000],
    ["down", "few-seeds:10", 10, "8", 30000],
    ["down", "java48", 16, "9", 10000],
    ["down", "time-seeded", 10, "10", 20000],
    ["repeats-last:20", undefined, 9, "11", 20000],
    ["rotation", undefined, 7, "12", 20000],
    ["even-only", undefined, 6, "13", 100000],
    ["overhand:3", "scale:8", 40, "14", 5000],
    ["down", undefined, 200, "15", 1000],
];

const exacts = [
    ["swap-with-any", undefined, 3], ["swap-with-any", "modulo:4", 4],
    ["down", undefined, 6], ["sattolo", "exact", 5], ["riffle:2", undefined, 6],
    ["coin-quick", undefined, 5], ["keys:3", undefined, 4], ["overhand:1", undefined, 6],
    ["swap-with-any", undefined, 52], ["transpositions:20", undefined, 20],
];

const asArguments = (shuffle, die, n) =>
    [shuffle, ...(die === undefined ? [] : ["-d", die]), "-n", `${n}`];

export const tests = {
    "the list of shuffles and dice": (core, fairaudit) =>
        same(core.listText(), run(fairaudit, ["--list"])),
};

for (const [shuffle, die, n, seed, trials] of audits) {
    const name = `a report on ${shuffle}, ${die ?? "no die named"}, ${n} cards`;
    tests[name] = (core, fairaudit) =>
        same(audited(core, { shuffle, die, n, seed, trials }),
             run(fairaudit, ["-a", ...asArguments(shuffle, die, n), "-s", seed, "-t",
                             `${trials}`]));
}

for (const name of ["shuffle", "copy", "permutation", "head", "cycle", "custom"])
    tests[`a report on the library's ${name}`] = (core) => {
        for (const [n, trials] of [[3, 50000], [10, 20000], [52, 10000]]) {
            const report = JSON.parse(audited(core, { library: name, n, seed: "l", trials }));
            assert.equal(report.verdict, "no-evidence");
            assert.equal(report.subject, `libfairshuf: ${name}`);
            assert.equal(report.how, "library");
            assert.equal(report.trials, trials);
            assert.equal(report.remark.includes("cycle"), name === "cycle");
        }
    };

for (const [shuffle, die, n] of exacts)
    tests[`the exact law of ${shuffle}, ${die ?? "no die named"}, ${n} cards`] =
        (core, fairaudit) =>
            same(core.exactText({ shuffle, die, n }),
                 run(fairaudit, ["--exact", ...asArguments(shuffle, die, n)]));

/** Orders from outside: rotations, a few hundred. */
function rotations(n, count) {
    const orders = new Uint8Array(n * count);
    for (let i = 0; i < count; i++)
        for (let place = 0; place < n; place++)
            orders[i * n + place] = (place + i * i) % n;
    return orders;
}

tests["a report on a file"] = (core, fairaudit) => {
    const n = 7, count = 600, orders = rotations(n, count);
    let lines = "";
    for (let i = 0; i < count; i++)
        lines += `${orders.slice(i * n, (i + 1) * n).join(" ")}\n`;
    const audit = core.audit({ subject: "standard input", how: "file", n, seed: "f" });
    audit.add(orders.subarray(0, 100 * n));
    audit.add(orders.subarray(100 * n));
    const text = audit.report();
    audit.close();
    same(text, run(fairaudit, ["-p", "-", "-s", "f"], lines));
};
