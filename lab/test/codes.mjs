// SPDX-License-Identifier: MIT
//
// codes.mjs - every code of an error, a finding, a remark or a proof has a message in
// every language, and the message needs only values that the code has. TAP on stdout.
//
// The codes of the core are those that lab/core/lab.h, lab/src/core.js and
// docs/audit-json.md list; those of the page are the ones that its source names.
import { readdirSync, readFileSync } from "node:fs";
import { en } from "../src/lang/en/index.js";
import { zh } from "../src/lang/zh/index.js";
import { messageOf } from "../src/messages.js";
import { readReport } from "../src/parts/report/read.js";
import { end, result } from "./tap.mjs";

const languages = { en, zh };
const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

// ---- lists of codes ------------------------------------------------------------------

/** Codes of a comment in C or JavaScript: "bad-seed {most}", several with commas
 * between. */
function commentCodes(text) {
    const codes = new Map();
    for (const [, line] of text.matchAll(/^ \* {5}([a-z][^\n]*)$/gm)) {
        const [listed] = line.split(/ {2,}|(?<=\})\s+(?=[a-z])/);
        const each = listed.matchAll(/([a-z][a-z0-9-]*)(?: \{([^}]*)\})?/g);
        for (const [, code, values] of each)
            codes.set(code, values ? values.split(", ") : []);
    }
    return codes;
}

/** Codes of a table in Markdown: names in the first column, their values in the
 * second. */
function tableCodes(text, start) {
    const table = text.slice(text.indexOf(start)).trimStart().split(/\n\n/)
        .find((paragraph) => paragraph.startsWith("|"));
    const names = (cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    const codes = new Map();
    for (const row of table.split("\n").slice(2)) {
        const [, first, second] = row.split("|");
        for (const code of names(first)) codes.set(code, names(second));
    }
    return codes;
}

function* filesBelow(folder) {
    for (const entry of readdirSync(new URL(folder, root), { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) yield* filesBelow(path);
        else if (path.endsWith(".js") && !path.includes("/lang/")) yield path;
    }
}

/** Codes of errors that the page makes itself. Their values are not listed anywhere. */
function pageCodes() {
    const codes = new Map();
    for (const path of filesBelow("lab/src")) {
        for (const [, code] of read(path).matchAll(
            /(?:new PageError\(\s*|\bcode: )"([a-z][a-z-]*)"/g)) codes.set(code, null);
    }
    return codes;
}

// ---- messages ------------------------------------------------------------------------

const SAMPLES = { name: "riffle:0", error: "no such file", came: "x", text: "x",
                  lost_text: "y", change: "zeros", why: "no-numbers", hint: null,
                  where: "n", shape: "length", values: [3, 4], meaning: "bits" };

/** What is wrong with the message of a code. */
function faultOf(messages, code, values) {
    const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
    if (message === undefined) return "has no message";
    if (typeof message !== "function") return message === "" ? "is empty" : "";
    const missing = new Set();
    const details = new Proxy({}, { get(_, key) {
        if (values !== null && !values.includes(key)) missing.add(key);
        return key in SAMPLES ? SAMPLES[key] : 3;
    } });
    const text = [message(details)].flat().join("");
    if (missing.size > 0) return `uses ${[...missing]}, which it does not have`;
    return /undefined|NaN|\[object/.test(text) || text === "" ? `says "${text}"` : "";
}

/** The faults of all messages of some codes, in all languages. */
const faultsOf = (codes, messagesOf) =>
    Object.entries(languages).flatMap(([name, language]) =>
        [...codes].flatMap(([code, values]) => {
            const fault = faultOf(messagesOf(language), code, values);
            return fault === "" ? [] : [`${name}: ${code} ${fault}`];
        }));

// ---- tests ---------------------------------------------------------------------------

/** A list that is too short was not read as it should. */
function compare(name, codes, least, messagesOf) {
    const few = codes.size < least ? [`only ${codes.size}: ${[...codes.keys()]}`] : [];
    result([...few, ...faultsOf(codes, messagesOf)], `${name}: ${codes.size} codes`);
}

const errors = ({ errors: { codes } }) => codes;
const header = read("lab/core/lab.h");
const listed = header.slice(0, header.indexOf("lab/src/core.js has some"));
compare("lab.h", commentCodes(listed), 25, errors);
const core = read("lab/src/core.js");
compare("core.js", commentCodes(core.slice(0, core.indexOf("*/"))), 6, errors);
compare("the page", pageCodes(), 25, errors);
const document = read("docs/audit-json.md");
compare("findings", tableCodes(document, "The `details` of a finding"), 35,
        ({ report }) => report.findings);
compare("remarks", tableCodes(document, "`remark_details` is"), 2,
        ({ report }) => report.remarks);
compare("proofs", tableCodes(document, "\n| `how_code` |"), 12, ({ exact }) => exact.how);
const [, changes] = /`change` is ((?:`[\w-]+`(?:,| or)?\s+)*`[\w-]+`)/.exec(document);
compare("changes of lines", new Map([...changes.matchAll(/`([\w-]+)`/g)]
    .map(([, code]) => [code, []])), 11, ({ report }) => report.changes);
const shapes = [...read("lab/src/parts/report/shapes.js")
    .matchAll(/wrong\(where, "(\w+)"/g)].map(([, shape]) => [shape, null]);
result(Object.entries(languages).flatMap(([name, { errors: { shapes: known } }]) =>
    shapes.filter(([shape]) => !Object.hasOwn(known, shape))
        .map(([shape]) => `${name}: ${shape} has no message`)),
       `${shapes.length} shapes`);

// The comparison notices what it should.
for (const [messages, fault] of [
    [{}, "has no message"], [{ a: "" }, "is empty"],
    [{ a: ({ other }) => `${other}` }, "uses other"], [{ a: () => "undefined" }, "says"],
]) {
    const found = faultOf(messages, "a", ["name"]);
    result(found.startsWith(fault) ? [] : [`found: ${found}`], `noticed: ${fault}`);
}
// A document can lack a value, but what it quotes can be anything.
const quotes = { a: ({ text }) => `“${text}” came back.` };
for (const [details, wanted] of [
    [{ code: "a", text: "NaN" }, "“NaN” came back."], [{ code: "a" }, undefined],
    [{ code: "b" }, undefined], [null, undefined],
]) {
    const found = messageOf(quotes, details);
    result(found === wanted ? [] : [`found: ${found}`], `message of ${JSON.stringify(details)}`);
}

// Exact results that cannot be.
const exactResult = {
    schema: "fairaudit-exact", version: 1, tool: "t", verdict: "proved-unfair", fair: false,
    shuffle: "s", die: "d", n: 2, method: "m", how: "h", denominator: "4",
    numerators: ["1", "3"], distance: 0.25, distance_numerator: "1",
    distance_denominator: "4", impossible: 0, sequences: 4,
};
const refusal = (changes) => {
    try {
        readReport(JSON.stringify({ ...exactResult, ...changes }));
        return "";
    } catch ({ code, details }) {
        return `${code} ${details?.where}`;
    }
};
for (const [changes, wanted] of [
    [{}, ""], [{ impossible: -1 }, "impossible"], [{ sequences: -1 }, "sequences"],
    [{ distance: 2 }, "distance"], [{ denominator: null }, "denominator"],
    [{ denominator: "0" }, "denominator"],
    [{ distance_denominator: null }, "distance_denominator"],
]) {
    const found = refusal(changes);
    result(found === (wanted && `report-shape ${wanted}`) ? [] : [`found: ${found}`],
           `exact result with ${JSON.stringify(changes)}`);
}
end();
