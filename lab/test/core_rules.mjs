// SPDX-License-Identifier: MIT
//
// core_rules.mjs - what must hold of the core by itself: chunks change nothing, the
// generator is the published one, and errors are one line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { CoreError } from "../src/core.js";
import { audited } from "./core_native.mjs";

const vectors = new URL("../../tests/bits/vectors_chacha8rand.h", import.meta.url);

/** The error that an action throws: a CoreError, with one line for people. */
function errorOf(action) {
    let thrown;
    assert.throws(action, (error) => {
        assert.ok(error instanceof CoreError, `${error.stack}`);
        assert.doesNotMatch(error.message, /\n/);
        assert.match(error.code, /^[a-z-]+$/);
        thrown = error;
        return true;
    });
    return thrown;
}

/** It throws a CoreError with these words, and with this code and these details. */
function refuses(action, words, code, details) {
    const error = errorOf(action);
    assert.match(error.message, words);
    if (code !== undefined)
        assert.deepEqual([error.code, error.details], [code, details ?? {}], error.message);
}

const fed = (core, n, how = "javascript") =>
    core.audit({ subject: "mine", how, n, seed: "1", trials: 1000 });

export const tests = {
    "the bytes of ChaCha8Rand"(core) {
        const text = readFileSync(vectors, "utf8");
        const wanted = text.match(/[0-9a-f]{64}/g).join("");
        const key = new TextEncoder().encode(text.match(/_seed\[\] = "(.*)"/)[1]);
        const random = core.random(key);
        const parts = [1, 7, 1000, 984, 984].map((size) => random.bytes(new Uint8Array(size)));
        random.close();
        assert.equal(wanted.length, 2 * 2976);
        assert.equal(Buffer.concat(parts).toString("hex"), wanted);
    },

    "fractions: in [0, 1), by their seed"(core) {
        const draw = (seed) => core.random(seed).fill(new Float64Array(1000));
        const one = draw("a");
        assert.deepEqual(draw("a"), one);
        assert.notDeepEqual(draw("b"), one);
        assert.ok(one.every((x) => x >= 0 && x < 1 && Number.isInteger(x * 2 ** 53)));
        const mean = one.reduce((sum, x) => sum + x) / one.length;
        assert.ok(Math.abs(mean - 0.5) < 0.05, `${mean}`);
    },

    "chunks change nothing"(core) {
        const plans = [{ shuffle: "swap-with-any", n: 6, seed: "c", trials: 20000 },
                       { shuffle: "repeats-last", n: 5, seed: "c", trials: 9000 },
                       { library: "shuffle", n: 10, seed: "c", trials: 9000 }];
        for (const plan of plans) {
            const whole = audited(core, plan, 1 << 20);
            assert.equal(audited(core, plan, 333), whole);
        }
    },

    "looking on the way changes nothing"(core) {
        const plan = { shuffle: "sattolo", n: 8, seed: "w", trials: 60000 };
        const audit = core.audit(plan);
        let last = 0;
        while (audit.fill(5000) > 0) {
            const report = JSON.parse(audit.report({ interrupted: true, diagnose: false }));
            assert.equal(report.trials, audit.count);
            assert.equal(report.complete, false);
            assert.deepEqual(report.suspects, []);
            assert.deepEqual(report.position.flat(), [...audit.position()]);
            assert.ok(audit.count > last);
            last = audit.count;
        }
        assert.equal(audit.report({ seconds: 1 }), audited(core, plan));
        audit.close();
    },

    "what is counted: evidence, when it was decided, how many are wanted"(core) {
        const audit = core.audit({ shuffle: "swap-with-any", n: 3, seed: "1" });
        assert.deepEqual([audit.count, audit.evidence, audit.decided, audit.wanted()],
                         [0, 0, 0, 1000000]);
        assert.equal(audit.fill(100000), 50000); // decided long before
        assert.equal(audit.fill(1), 0);
        assert.ok(audit.evidence > Math.log(2e6));
        assert.ok(audit.decided > 0 && audit.decided < 25000);
        assert.equal(audit.wanted(), 50000);
        const sums = audit.position().reduce((sum, x) => sum + x);
        assert.equal(sums, 3 * 50000);
        audit.close();
    },

    "a fed audit gives what a built-in one gives"(core) {
        const plan = { shuffle: "coin-bubble", n: 4, seed: "x", trials: 4000 };
        const orders = new Uint8Array(4 * 4000);
        for (let t = 0; t < 4000; t++)
            orders.set(core.trace({ ...plan, n: 4, trial: t }).end, 4 * t);
        const audit = core.audit({ subject: "mine", how: "javascript", ...plan });
        audit.add(orders.subarray(0, 4 * 17));
        audit.add(orders.subarray(4 * 17));
        const ours = JSON.parse(audit.report());
        const theirs = JSON.parse(audited(core, plan));
        audit.close();
        assert.deepEqual({ ...ours, subject: "", how: "", seconds: 0 },
                         { ...theirs, subject: "", how: "", seconds: 0 });
        assert.equal(ours.how, "javascript");
        assert.equal(ours.complete, true);
    },

    "what is not a permutation is refused and reported"(core) {
        const audit = fed(core, 5);
        audit.add(new Uint8Array([0, 1, 2, 3, 4, 4, 3, 2, 1, 0]));
        refuses(() => audit.add(new Uint8Array([1, 0, 2, 3, 4, 3, 1, 2, 3, 4])),
                /^shuffle 4: card 4 .*twice.*card 1 .*missing/,
                "card-twice", { shuffle: 4, card: 4, missing: 1 });
        refuses(() => audit.add(new Uint8Array([0, 1, 2, 3, 4])), /^shuffle 4: /,
                "card-twice", { shuffle: 4, card: 4, missing: 1 });
        const report = JSON.parse(audit.report());
        assert.equal(report.verdict, "not-a-shuffle");
        assert.equal(report.trials, 3);
        assert.deepEqual([report.finding.kind, report.finding.trial], ["duplicated", 4]);
        assert.deepEqual(report.finding.details,
                         { code: "card-twice", shuffle: 4, card: 4, missing: 1 });
        audit.close();
        const other = fed(core, 5);
        refuses(() => other.add(new Uint8Array([0, 1, 2, 3, 7])),
                /^shuffle 1: card 8 .*1 to 5/,
                "card-out-of-range", { shuffle: 1, card: 8, least: 1, most: 5 });
        other.close();
    },

    "an audit without orders could not be done"(core) {
        const audit = fed(core, 5);
        assert.equal(JSON.parse(audit.report()).verdict, "could-not-test");
        audit.close();
    },

    "bad questions"(core) {
        const audit = (plan) => () => core.audit({ shuffle: "down", n: 5, seed: "1", ...plan });
        refuses(audit({ n: 1 }), /^n: .*2$/, "n-too-small", { least: 2 });
        refuses(audit({ n: 257 }), /^n: .*256$/, "n-too-large", { most: 256 });
        refuses(audit({ n: 1e300 }), /^n: /, "not-whole", { name: "n" });
        refuses(audit({ n: 2.5 }), /^n: a whole number/, "not-whole", { name: "n" });
        refuses(audit({ n: undefined }), /^n: a whole number/,
                "not-whole", { name: "n" });
        refuses(audit({ shuffle: "x" }), /shuffle.*'x'/,
                "unknown-shuffle", { name: "x" });
        refuses(audit({ shuffle: "" }), /shuffle.*''/, "unknown-shuffle", { name: "" });
        refuses(audit({ shuffle: undefined }), /^shuffle: a text/,
                "not-text", { name: "shuffle" });
        refuses(audit({ shuffle: "x".repeat(1000) }), /shuffle.*'x+'/,
                "unknown-shuffle", { name: "x".repeat(60) });
        refuses(audit({ shuffle: "down:3" }), /^down:3: .*no number/,
                "takes-no-number", { name: "down:3" });
        refuses(audit({ shuffle: "riffle:" }), /^riffle:: .*colon/,
                "not-a-number", { name: "riffle:" });
        refuses(audit({ shuffle: "riffle:0" }), /^riffle:0: .* from /);
        refuses(audit({ die: "loaded" }), /die.*'loaded'/,
                "unknown-die", { name: "loaded" });
        refuses(audit({ die: "modulo:99" }), /^modulo:99: .*1 to 63/, "number-out-of-range",
                { meaning: "bits of a word", least: 1, most: 63, name: "modulo:99" });
        refuses(audit({ seed: "" }), /^seed: .*79 bytes/, "bad-seed", { most: 79 });
        refuses(audit({ seed: "x".repeat(80) }), /^seed: .*79 bytes/,
                "bad-seed", { most: 79 });
        refuses(audit({ trials: 0 }), /^trials: a whole number from 1 to /,
                "bad-trials", { most: 256 * (2 ** 32 - 1) });
        refuses(audit({ trials: -5 }), /^trials: /);
        refuses(audit({ library: "sort" }), /library.*'sort'/,
                "unknown-function", { name: "sort" });
        refuses(() => fed(core, 5, "post"), /^how: /, "bad-how");
        refuses(() => fed(core, 5).fill(1), /must add/, "page-must-add");
        refuses(() => audit({})().add(new Uint8Array(5)), /cannot add/,
                "page-cannot-add");
        refuses(() => fed(core, 5).add(new Uint8Array(7)), /^orders: whole ones/,
                "incomplete-orders", { bytes: 5 });
        refuses(() => core.exact({ shuffle: "down", die: "java48", n: 5 }), /java48.*seed/,
                "die-without-probabilities",
                { die: "java48", die_parameter: null, hint: null });
        refuses(() => core.exact({ shuffle: "coin-heap", n: 50 }), /smaller n/,
                "too-many-choices",
                { shuffle: "coin-heap", parameter: null, die: "exact", die_parameter: null,
                  n: 50, hint: "smaller-n" });
        refuses(() => core.tree({ shuffle: "swap-with-any", n: 6 }), /more than 5000/,
                "too-many-sequences",
                { shuffle: "swap-with-any", parameter: null, most: 5000, n: 6 });
        refuses(() => core.tree({ shuffle: "keys-redraw", n: 3 }), /more than 5000/);
        refuses(() => core.tree({ shuffle: "coin-heap", n: 256 }), /more than 5000/);
        refuses(() => core.trace({ shuffle: "repeats-last", n: 5, seed: "1", trial: 1e9 }),
                /^trial: at most/, "trial-too-large", { most: 100000 });
        const branches = (plan) => () =>
            core.branches({ shuffle: "down", n: 5, seed: "1", step: 0, ...plan });
        refuses(branches({ step: 4 }), /4 steps/, "no-such-step", { steps: 4 });
        refuses(branches({ step: -1 }), /^step: /, "not-whole", { name: "step" });
        refuses(branches({ shuffle: "coin-bubble", n: 60, step: 400 }), /400 steps/,
                "no-such-step", { steps: 400 });
        refuses(branches({ shuffle: "up", n: 65 }), /65 sides.*64/, "too-many-sides",
                { sides: 65, most: 64 });
        refuses(branches({ shuffle: "x" }), /'x'/, "unknown-shuffle", { name: "x" });
        for (const choices of [[{ step: 400, millionths: 0 }], [{ step: 0, millionths: 1e6 }],
                               [{ step: 2 ** 32, millionths: 0 }],
                               [{ step: 1, millionths: 0 }, { step: 1, millionths: 0 }]]) {
            refuses(() => core.trace({ shuffle: "down", n: 5, seed: "1", choices }),
                    /^choices: /, "bad-choices", { steps: 400 });
            refuses(branches({ choices }), /^choices: /, "bad-choices", { steps: 400 });
        }
        refuses(branches({ choices: [{ step: 0.5, millionths: 0 }] }), /^choices: /,
                "not-whole", { name: "choices" });
        refuses(() => core.random(new Uint8Array(31)), /^a key has 32 bytes$/,
                "bad-key", { bytes: 32 });
        const closed = audit({})();
        closed.close();
        closed.close();
        refuses(() => closed.count, /closed/, "closed");
        refuses(() => closed.report(), /closed/, "closed");
    },

    "lab.h lists the codes of all errors, and no others"() {
        const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
        const header = read("lab/core/lab.h").split("Explains the last failure")[1]
            .split("*/")[0];
        const listed = [...header.matchAll(/(?:^ \*     |\}, |, )([a-z]+(?:-[a-z]+)+)/gm)]
            .map((found) => found[1]);
        const sources = ["audits", "branches", "lab", "trace", "tree"]
            .map((name) => `lab/core/${name}.c`);
        sources.push("audit/command/report/exact_failure.c",
                     "audit/command/request/names.c");
        const used = sources.flatMap((file) => [...read(file).matchAll(
            /(?:lab_fail(?:_name)?\(|audit_details_begin\(\w+,|audit_sentence_set\(\w+,)\s*"([a-z-]+)"/g)]
            .map((found) => found[1]));
        assert.deepEqual([...new Set(listed)].sort(), [...new Set(used)].sort());
    },

    "memory is given back"(core) {
        const use = () => {
            audited(core, { shuffle: "sattolo", n: 5, seed: "m", trials: 2000 });
            core.tree({ shuffle: "swap-with-any", n: 5 });
            core.trace({ shuffle: "coin-bubble", n: 30, seed: "1" });
        };
        use();
        const before = core.memory();
        for (let i = 0; i < 5; i++) use();
        assert.equal(core.memory(), before);
    },
};
