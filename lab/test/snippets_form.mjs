// SPDX-License-Identifier: MIT
//
// snippets_form.mjs - every shuffle has a snippet in each language and an explanation,
// the marks are valid, and all languages roll at the same places.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fixedLines, LANGUAGES, parseSnippet, readSnippets } from "../snippets.mjs";
import { en } from "../src/lang/en/index.js";
import { zh } from "../src/lang/zh/index.js";
import { piecesOf } from "../src/code/tokens.js";

const COLUMNS = 60;
const LINES = 26;

const snippets = readSnippets();
const folderOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Calls `look` for each snippet in each language. */
function each(look) {
    for (const [name, languages] of Object.entries(snippets))
        for (const language of LANGUAGES)
            look(languages[language], { name, language, where: `${name}.${language}` });
}

const parse = (line, language = "js") => parseSnippet(`// licence\n${line}\n`, language);

/** Fixes, as texts; a line may have several. */
const fixesOf = ({ marks }) => new Set(marks.map(({ fix }) => fix));

export const tests = {
    "every shuffle has a snippet in each language; no other files"({ shuffles }) {
        const files = shuffles.flatMap(({ name }) =>
            LANGUAGES.map((language) => `${name}.${language}`));
        assert.deepEqual(readdirSync(folderOf("../snippets")).sort(), files.sort());
    },

    "every shuffle is explained in every language"({ shuffles }) {
        for (const { snippets: texts, tag } of [en, zh]) {
            assert.deepEqual(Object.keys(texts).sort(),
                             shuffles.map(({ name }) => name).sort());
            for (const { name, fair } of shuffles) {
                assert.deepEqual(Object.keys(texts[name]), [fair ? "right" : "wrong"],
                                 `${tag}, ${name}`);
                const [text] = Object.values(texts[name]);
                assert.match(text, /[.。]$/, `${tag}, ${name}`);
                assert.equal(text.split("`").length % 2, 1, `${tag}, ${name}: quotes`);
            }
        }
    },

    "lines are short, and indented by 4 spaces"() {
        each(({ lines }, { where }) => {
            assert.ok(lines.length <= LINES, `${where}: ${lines.length} lines`);
            for (const line of lines) {
                assert.ok(line.length <= COLUMNS, `${where}: ${line}`);
                assert.doesNotMatch(line, /\t|\s$/, where);
            }
        });
    },

    "wrong shuffles have marks, fair ones have none"({ shuffles }) {
        for (const { name, fair } of shuffles)
            for (const language of LANGUAGES)
                assert.equal(snippets[name][language].marks.length === 0, fair,
                             `${name}.${language}`);
    },

    "all languages have the same fixes"() {
        for (const [name, { c, js, py }] of Object.entries(snippets)) {
            assert.deepEqual(fixesOf(c), fixesOf(js), name);
            assert.equal(fixesOf(js).size, fixesOf(py).size, name);
        }
    },

    "all languages roll at the same places, in the same order"() {
        for (const [name, { c, js, py }] of Object.entries(snippets)) {
            assert.ok(js.sites.length > 0, name);
            assert.equal(c.sites.length, js.sites.length, name);
            assert.equal(py.sites.length, js.sites.length, name);
        }
        const call = /(Math\.random|random|compare|fraction)\(/g;
        const names = { "Math.random": "fraction" };
        each(({ lines, sites }, { name, where }) => {
            const callsAt = (line) => [...line.matchAll(call)].map(([, word]) =>
                names[word] ?? word);
            const calls = [...new Set(sites)].flatMap((line) => callsAt(lines[line]));
            const { js } = snippets[name];
            assert.deepEqual(calls, [...new Set(js.sites)].flatMap((line) =>
                callsAt(js.lines[line])), where);
        });
    },

    "marks: one token, one of several, several, no fix, deleted"() {
        const line = "for (let i = n - 1; i > 1; i--)";
        assert.deepEqual(parse(`${line} //! n -> m`).marks,
                         [{ line: 0, from: 13, to: 14, fix: "m" }]);
        assert.deepEqual(parse(`${line} //! 1@2 -> 0`).marks,
                         [{ line: 0, from: 24, to: 25, fix: "0" }]);
        assert.deepEqual(parse(`${line} //! n - 1 ; i@1 -> k`).marks,
                         [{ line: 0, from: 9, to: 10, fix: "k" },
                          { line: 0, from: 13, to: 18 }]);
        assert.deepEqual(parse("swap(a, b); //! swap(a, b); ->").marks,
                         [{ line: 0, from: 0, to: 11, fix: "" }]);
        assert.equal(parse(`${line} //! n -> m`).lines[0], line);
        assert.deepEqual(fixedLines(parse(`${line} //! n -> m ; 1@2 -> 0`)),
                         ["for (let i = m - 1; i > 0; i--)"]);
        assert.deepEqual(fixedLines(parse("    swap(a, b); //! swap(a, b); ->")), [""]);
    },

    "marks that are ambiguous or missing are refused"() {
        assert.throws(() => parse("n + n //! n -> m"), /"n" is 2 times/);
        assert.throws(() => parse("n + n //! n@3 -> m"), /"n" is 2 times/);
        assert.throws(() => parse("count //! n -> m"), /"n" is 0 times/);
        assert.throws(() => parse("range(n1) #! n -> m", "py"), /"n" is 0 times/);
    },

    "roll sites: not in comments, not in the body of compare()"() {
        assert.deepEqual(parse("// random(2)\nrandom(3); random(4);").sites, [1, 1]);
        assert.deepEqual(parse("const compare = (x, y) => random(2) - 0.5;\n" +
            "compare(1, 2)").sites, [1]);
        assert.deepEqual(parse("def compare(x, y):\n    return random(2) - 0.5\n\n" +
            "compare(1, 2)", "py").sites, [3]);
        assert.deepEqual(parse("Math.random() + myrandom(3)").sites, [0]);
    },

    "the pieces of a line give the line, and every mark is one or more of them"() {
        each(({ lines, marks }, { language, where }) => {
            for (const [number, line] of lines.entries()) {
                const own = marks.filter((mark) => mark.line === number);
                const pieces = piecesOf(line, language, own);
                assert.equal(pieces.map(({ text }) => text).join(""), line, where);
                for (const mark of own)
                    assert.equal(pieces.filter((piece) => piece.mark === mark)
                        .map(({ text }) => text).join(""),
                                 line.slice(mark.from, mark.to), where);
            }
        });
        const kinds = (line, language) => piecesOf(line, language, [])
            .filter(({ kind }) => kind).map(({ text, kind }) => `${kind} ${text}`);
        assert.deepEqual(kinds("for (int i = 1; f(i2); ) // if", "c"),
                         ["keyword for", "keyword int", "number 1", "call f",
                          "comment // if"]);
        assert.deepEqual(kinds("def f(x):  # 1", "py"), ["keyword def", "call f",
                                                         "comment # 1"]);
    },

    "tests in Python read the same texts and fixes"() {
        const program = "import json, sys; sys.path.insert(0, sys.argv[1]); " +
            "import snippet_files as s; print(json.dumps({f'{name}.{kind}': " +
            "s.read(name, kind) for kind in ('c', 'js', 'py') " +
            "for name in s.names(kind)}))";
        const read = JSON.parse(execFileSync("python3",
            ["-c", program, folderOf("../../tests/lab")], { encoding: "utf8" }));
        each((snippet, { where }) => {
            const fixable = snippet.marks.some(({ fix }) => fix !== undefined);
            assert.deepEqual(read[where], [
                `${snippet.lines.join("\n")}\n`,
                fixable ? `${fixedLines(snippet).join("\n")}\n` : null,
            ], where);
        });
    },
};
