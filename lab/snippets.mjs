// SPDX-License-Identifier: MIT
//
// snippets.mjs - reads lab/snippets, the code of each shuffle in C, JavaScript and
// Python, and makes a module of it for the page.
//
// The first line of a file, with its licence, is not shown. A comment that begins with
// //! or #! is not shown either: it marks what is wrong on its line.
//
//     swap(cards, i, random(n)); //! n -> i + 1
//     for (int i = n - 1; i > 1; i--) //! 1@2 -> 0      the second 1 on the line
//     swap(cards, 0, 1); //! swap(cards, 0, 1); ->      the fix is to delete it
//     return random(2) - 0.5; //! random(2)             there is no fix in one place
//
// " ; " separates several marks on a line. A mark is a sequence of whole tokens.
//
// A roll site is a call of random(), compare(), fraction() or Math.random(). The body of
// compare() has none: its caller is the site, because that is the line to look at. A
// snippet has the same sites in the same order in all languages. So a line of the
// JavaScript version, which the page can run, leads to a line of the others.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const LANGUAGES = ["c", "js", "py"];

const FOLDER = fileURLToPath(new URL("snippets", import.meta.url));
const MARKS = /\s*(?:\/\/|#)!\s*(.*)$/;
const MARK = /^(.*?)(?:@(\d+))?(?:\s+->\s*(.*))?$/;
const COMMENT = { c: /\/\/.*$/, js: /\/\/.*$/, py: /#.*$/ };
// The definition of the function compare(), up to the end of its body.
const COMPARE = {
    c: /^int compare\(int x, int y\) \{.*\}$/m,
    js: /^const compare = \(x, y\) => .*;$/m,
    py: /^def compare\(x, y\):\n {4}return .*$/m,
};
const CALL = /(?<![\w.])(?:Math\.random|random|compare|fraction)\(/g;

// ---- reading -----------------------------------------------------------------------

/** Where `token` stands on a line, as whole tokens: the positions of its beginnings. */
function occurrences(line, token) {
    const word = /\w/;
    const found = [];
    for (let at = line.indexOf(token); at >= 0; at = line.indexOf(token, at + 1)) {
        const end = at + token.length;
        const cut = (before, after) =>
            before !== undefined && after !== undefined && word.test(before) &&
            word.test(after);
        if (!cut(line[at - 1], line[at]) && !cut(line[end - 1], line[end]))
            found.push(at);
    }
    return found;
}

/** One mark: {line, from, to, fix}. No `fix`: there is none; "": delete the token. */
function readMark(text, shown, line, where) {
    const [, token, number, fix] = MARK.exec(text.trim());
    const found = occurrences(shown, token);
    const which = number === undefined ? 0 : Number(number) - 1;
    if (found[which] === undefined || (number === undefined && found.length > 1))
        throw new Error(`${where}:${line + 2}: "${token}" is ${found.length} times on ` +
                        "the line");
    const from = found[which];
    return { line, from, to: from + token.length, ...(fix !== undefined && { fix }) };
}

/** The lines of all roll sites. */
function sitesOf(lines, language) {
    const text = lines.map((line) => line.replace(COMMENT[language], "")).join("\n");
    const rest = text.replace(COMPARE[language], (body) => body.replace(/[^\n]/g, " "));
    return rest.split("\n").flatMap((line, i) => [...line.matchAll(CALL)].map(() => i));
}

/**
 * Reads a file: {lines, marks, sites}.
 * @param {string} text its contents
 * @param {string} language one of LANGUAGES
 * @param {string} where its name, for messages
 */
export function parseSnippet(text, language, where = "snippet") {
    const lines = [];
    const marks = [];
    for (const [i, full] of text.trimEnd().split("\n").slice(1).entries()) {
        const [, list] = MARKS.exec(full) ?? [];
        lines.push(full.replace(MARKS, ""));
        marks.push(...(list?.split(" ; ") ?? [])
            .map((mark) => readMark(mark, lines[i], i, where))
            .sort((a, b) => a.from - b.from));
    }
    return { lines, marks, sites: sitesOf(lines, language) };
}

/** All snippets: name → language → {lines, marks, sites}. */
export function readSnippets(folder = FOLDER) {
    const snippets = {};
    for (const file of readdirSync(folder).sort()) {
        const [, name, language] = /^([a-z-]+)\.(c|js|py)$/.exec(file) ?? [];
        if (name === undefined) continue;
        snippets[name] ??= {};
        snippets[name][language] =
            parseSnippet(readFileSync(join(folder, file), "utf8"), language, file);
    }
    return snippets;
}

/** The lines of a snippet after all fixes. */
export function fixedLines({ lines, marks }) {
    const fixed = [...lines];
    for (const { line, from, to, fix } of [...marks].reverse())
        if (fix !== undefined)
            fixed[line] = fixed[line].slice(0, from) + fix + fixed[line].slice(to);
    return fixed.map((line) => line.trimEnd());
}

// ---- the module --------------------------------------------------------------------

/**
 * JavaScript code that makes the function shuffle() of a snippet, in which each call
 * says where it is: (roll, fraction, swap) => shuffle. `roll(site, sides, x, y)` rolls
 * a die; x and y are the cards that are compared, if any. `fraction(site)` stands for
 * Math.random().
 */
export function runnable(lines) {
    let site = 0;
    const called = {
        "random(": () => `roll(${site++}, `,
        "compare(": () => `compare(${site++}, `,
        "Math.random(": () => `fraction(${site++}`,
    };
    const code = lines.map((line) => line.replace(COMMENT.js, ""))
        .map((line) => (COMPARE.js.test(line)
            ? line.replace("(x, y) =>", "(site, x, y) =>")
                .replace("random(2)", "roll(site, 2, x, y)")
            : line.replace(CALL, (call) => called[call]())));
    return `(roll, fraction, swap) => {\n${code.join("\n")}\nreturn shuffle;\n}`;
}

/** A snippet as the page has it. */
const shown = ({ lines, marks, sites }) => ({ text: lines.join("\n"), marks, sites });

/**
 * The module: `snippets`, name → {c, js, py, make}. Each language has {text, marks,
 * sites}; `make` is runnable().
 */
export function snippetModule(snippets = readSnippets()) {
    const rows = Object.entries(snippets).map(([name, languages]) => {
        const texts = LANGUAGES.map((language) =>
            `${language}: ${JSON.stringify(shown(languages[language]))}`);
        const make = `make: ${runnable(languages.js.lines)}`;
        return `${JSON.stringify(name)}: {\n${[...texts, make].join(",\n")}\n}`;
    });
    return `export const snippets = {\n${rows.join(",\n")}\n};\n`;
}

/** For esbuild: the module is imported as "generated:snippets". */
export const snippetPlugin = {
    name: "snippets",
    setup(build) {
        build.onResolve({ filter: /^generated:snippets$/ }, ({ path }) =>
            ({ path, namespace: "snippets" }));
        build.onLoad({ filter: /.*/, namespace: "snippets" }, () =>
            ({ contents: snippetModule() }));
    },
};
