// SPDX-License-Identifier: MIT
//
// core_words.mjs - the page has a text for everything that the core can name: shuffles,
// dice, functions of the library, statistics, and what a report found, in every language.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { titleOf } from "../src/catalogue.js";
import { testTitle } from "../src/charts/tests.js";
import { detectableTexts, effectTexts } from "../src/effects.js";
import { en } from "../src/lang/en/index.js";
import { zh } from "../src/lang/zh/index.js";
import { say, setLanguage } from "../src/lang/lang.js";
import { jsonOf } from "./native.mjs";

const languages = { en, zh };
const CHINESE = /[\u4e00-\u9fff]/;

/** Runs a test in each language. */
function inEach(run) {
    globalThis.document ??= { documentElement: {} };
    for (const code of Object.keys(languages)) {
        setLanguage(code);
        run(code);
    }
    setLanguage("en");
}

/** A text of the current language: not empty, and no English in Chinese. */
function checkText(text, code, what) {
    assert.equal(typeof text, "string", what);
    assert.notEqual(text, "", what);
    assert.doesNotMatch(text, /undefined|NaN|null|\[object/, `${what}: ${text}`);
    if (code === "zh") assert.match(text, CHINESE, `${what}: ${text}`);
}

/** The names of a list and the keys of texts are the same. */
function checkNames(list, texts, what) {
    const names = list.map(({ name }) => name);
    for (const name of names) assert.ok(name in texts, `no text for ${what} ${name}`);
    for (const name of Object.keys(texts))
        assert.ok(names.includes(name), `a text for ${what} ${name}, which is not there`);
}

/** Reports that find something, or would have: of all shuffles and all dice. */
function reports(fairaudit) {
    const list = JSON.parse(execFileSync(fairaudit, ["--list", "--json"]));
    const plans = [];
    for (const { name } of list.shuffles)
        for (const n of [4, 10]) plans.push(["-a", name, "-n", `${n}`]);
    for (const { name } of list.dice)
        for (const n of [6, 52]) plans.push(["-a", "down", "-d", name, "-n", `${n}`]);
    plans.push(["-a", "keys:1", "-n", "52"], ["-a", "promoted:100", "-n", "5"],
               ["-a", "transpositions:1", "-n", "8"], ["-a", "buffer:1", "-n", "5"]);
    return plans.map((plan) => [plan.join(" "), JSON.parse(
        jsonOf(fairaudit, [...plan, "-t", "5000", "--seed=words"]))]);
}

export const tests = {
    "every shuffle, die and function has texts, and nothing else"(core, fairaudit) {
        const list = JSON.parse(execFileSync(fairaudit, ["--list", "--json"]));
        inEach((code) => {
            const { shuffles, dice, library } = say.catalogue;
            checkNames(list.shuffles, shuffles, "shuffle");
            checkNames(list.dice, dice, "die");
            checkNames(core.library(), library, "function");
            for (const entry of [...list.shuffles, ...list.dice]) {
                const texts = shuffles[entry.name] ?? dice[entry.name];
                checkText(texts.story, code, entry.name);
                assert.equal("parameter" in texts, entry.parameter !== null,
                             `the number of ${entry.name}`);
                assert.equal("origin" in texts, Boolean(entry.origin),
                             `the origin of ${entry.name}`);
                assert.equal(titleOf(entry), texts.title);
            }
        });
    },

    "every statistic and every test has a title, and no other"(core, fairaudit) {
        const seen = new Set();
        const shuffles = ["4", "52"].map((n) =>
            ["-a", "down", "-n", n, "-t", "2000", "--seed=views"]);
        // The last argument, --json, is the name of the shell.
        const samples = [["6", "3"], ["300", "2"]].map(([n, k]) =>
            ["--json", "-n", n, "-k", k, "-t", "300", "--", "sh", "-c", `shuf -n ${k}`]);
        for (const plan of [...shuffles, ...samples]) {
            const report = JSON.parse(jsonOf(fairaudit, plan));
            assert.ok(report.tests.length > 0, plan.join(" "));
            inEach((code) => {
                for (const test of report.tests) {
                    const title = testTitle(test);
                    assert.notEqual(title, test.title, `${test.name} has the core's title`);
                    checkText(title, code, test.name);
                    seen.add(test.name);
                }
                for (const { name } of report.bettors) {
                    assert.ok(say.views.about[name] ?? say.charts.tests.titles[name],
                              `${name} is not explained`);
                    seen.add(name);
                }
            });
        }
        inEach(() => {
            for (const name of [...Object.keys(say.views.about),
                                ...Object.keys(say.charts.tests.titles)])
                assert.ok([...seen].some((test) => test === name ||
                                                  test.startsWith(`${name}-`)),
                          `${name} is no statistic`);
        });
    },

    "everything that reports find is said in every language"(core, fairaudit) {
        const all = reports(fairaudit);
        let sentences = 0;
        inEach((code) => {
            for (const [plan, report] of all) {
                for (const [key, texts] of [["effects", effectTexts(report)],
                                            ["detectable", detectableTexts(report)]]) {
                    const details = report[`${key.replace(/s$/, "")}_details`];
                    assert.equal(details?.length, report[key].length, `${plan}: ${key}`);
                    assert.equal(texts.length, details.length, plan);
                    texts.forEach((text, i) => {
                        const known = say.effects[key][details[i].code];
                        assert.ok(known, `${plan}: no message for ${details[i].code}`);
                        checkText(text, code, `${plan}: ${details[i].code}`);
                        sentences += 1;
                    });
                }
            }
        });
        assert.ok(sentences > 300, `only ${sentences} sentences`);
    },
};
