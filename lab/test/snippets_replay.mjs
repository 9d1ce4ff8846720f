// SPDX-License-Identifier: MIT
//
// snippets_replay.mjs - the functions in the page that run a snippet: they repeat
// shuffles of the core roll by roll, and say which line runs and which cards are
// compared.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readSnippets, snippetPlugin } from "../snippets.mjs";

// These use a second array. The core shows others, with one array (lab/core/in_place.c).
const ELSEWHERE = new Set(["original", "removing", "inside-out", "overhand", "buffer",
                           "blocks", "coin-merge"]);

/** src/code/run.js as it is in the page. */
async function bundled() {
    const { outputFiles: [{ text }] } = await build({
        entryPoints: [fileURLToPath(new URL("../src/code/run.js", import.meta.url))],
        bundle: true, minify: true, format: "esm", write: false, plugins: [snippetPlugin],
    });
    return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

const page = await bundled();
const snippets = readSnippets();

/** Repeats a shuffle of the core, and checks every roll. */
function checkReplay(core, entry, plan) {
    const trace = core.trace(plan);
    const { calls, end } = page.replay(entry, plan.shuffle, trace);
    const where = JSON.stringify(plan);
    assert.equal(calls.length, trace.steps.length, where);
    if (!trace.cut) assert.deepEqual(end, trace.end, where);
    const coin = entry.name.startsWith("coin-");
    for (const [i, { site, compared, deck }] of calls.entries()) {
        const line = snippets[entry.name].js.lines[snippets[entry.name].js.sites[site]];
        assert.match(line, compared ? /compare\(/ : /random\(/, where);
        if (coin && entry.name !== "coin-quick-random") assert.ok(compared, where);
        if (!ELSEWHERE.has(entry.name))
            assert.deepEqual(deck, trace.steps[i].before, where);
        if (compared)
            assert.ok(compared[0] !== compared[1] &&
                      compared.every((card) => card >= 0 && card < plan.n), where);
    }
    return calls;
}

export const tests = {
    "the module has all snippets, as they are"({ shuffles }) {
        assert.deepEqual(page.snippetNames.slice().sort(),
                         shuffles.map(({ name }) => name).sort());
        for (const name of page.snippetNames)
            for (const language of ["c", "js", "py"]) {
                const { lines, marks, sites } = snippets[name][language];
                assert.deepEqual(page.snippetOf(`${name}:3`)[language],
                                 { text: lines.join("\n"), marks, sites });
            }
    },

    "shuffles of the core, roll by roll, 2, 8 and 52 cards"({ core, shuffles }) {
        for (const entry of shuffles)
            for (const n of [2, 8, 52])
                for (const seed of ["a", "b", "c"])
                    for (const trial of [0, 3])
                        checkReplay(core, entry, { shuffle: entry.name, n, seed, trial });
    },

    "the same with other parameters"({ core, shuffles }) {
        for (const entry of shuffles.filter(({ parameter }) => parameter))
            for (const number of [entry.parameter.least, entry.parameter.least + 4])
                checkReplay(core, entry, { shuffle: `${entry.name}:${number}`, n: 8,
                                           seed: "p", trial: 1 });
    },

    "every site is reached"({ core, shuffles }) {
        for (const entry of shuffles) {
            const sites = new Set();
            for (const seed of ["1", "2", "3", "4"])
                checkReplay(core, entry, { shuffle: entry.name, n: 8, seed })
                    .forEach(({ site }) => sites.add(site));
            assert.equal(sites.size, snippets[entry.name].js.sites.length, entry.name);
        }
    },

    "a trace of another shuffle is noticed"({ core, shuffles }) {
        const entry = shuffles.find(({ name }) => name === "down");
        const trace = core.trace({ shuffle: "swap-with-any", n: 8, seed: "x" });
        assert.throws(() => page.replay(entry, "down", trace), /7 sides instead of 8/);
    },

    "bubble sort compares neighbours"({ core, shuffles }) {
        const entry = shuffles.find(({ name }) => name === "coin-bubble");
        const trace = core.trace({ shuffle: "coin-bubble", n: 4, seed: "x" });
        const { calls } = page.replay(entry, "coin-bubble", trace);
        const [first] = calls;
        assert.deepEqual(first, { site: 0, compared: [0, 1], deck: [0, 1, 2, 3] });
        for (const { compared, deck } of calls)
            assert.equal(deck.indexOf(compared[1]), deck.indexOf(compared[0]) + 1);
    },
};
