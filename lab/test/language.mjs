// SPDX-License-Identifier: MIT
//
// language.mjs - all languages have the same messages: the same names, the same kinds (text,
// list, function), the same numbers of arguments. A missing translation fails. TAP on stdout.
import { en } from "../src/lang/en/index.js";
import { zh } from "../src/lang/zh/index.js";
import { end, result } from "./tap.mjs";

const SOURCE = ["en", en];
const translations = [["zh", zh]];
const OWN = /^(tag|name|numbers\.plural)$/; // a matter of one language

const kindOf = (value) => (Array.isArray(value) ? `list of ${value.length}`
    : typeof value === "function" ? `function of ${value.length}` : typeof value);

/** All messages below a value: [path, value]. */
function* messages(value, path = []) {
    if (kindOf(value) !== "object") {
        yield [path.join("."), value];
        return;
    }
    for (const [key, below] of Object.entries(value)) yield* messages(below, [...path, key]);
}

/** What is wrong with a translation, a line for each message. */
export function faultsOf(source, translation) {
    const wanted = new Map(messages(source));
    const found = new Map(messages(translation));
    const faults = [];
    for (const [path, value] of wanted) {
        if (OWN.test(path)) continue;
        if (!found.has(path)) faults.push(`${path} is missing`);
        else if (kindOf(found.get(path)) !== kindOf(value))
            faults.push(`${path} is a ${kindOf(found.get(path))}, not a ${kindOf(value)}`);
        else if (value !== "" && found.get(path) === "")
            faults.push(`${path} is empty`);
        else if (typeof value === "string" && / [a-z]+ /.test(value) &&
                 found.get(path) === value)
            faults.push(`${path} is not translated`);
    }
    for (const path of found.keys())
        if (!wanted.has(path)) faults.push(`${path} is in no other language`);
    return faults;
}

const [sourceCode, source] = SOURCE;
for (const [code, translation] of translations)
    result(faultsOf(source, translation), `${code} has all messages of ${sourceCode}`);

// The comparison notices what it should.
const small = { a: "some plain words", b: { c: (x) => x, d: ["x", "y"] } };
for (const [wrong, fault] of [
    [{ a: "甲", b: { c: (x) => x } }, "b.d is missing"],
    [{ a: "甲", b: { c: () => "", d: ["x", "y"] } }, "b.c is a function of 0"],
    [{ a: "甲", b: { c: (x) => x, d: ["x"] } }, "b.d is a list of 1"],
    [{ a: "", b: small.b }, "a is empty"],
    [{ a: small.a, b: small.b }, "a is not translated"],
    [{ a: "甲", b: small.b, e: "" }, "e is in no other language"],
]) {
    const faults = faultsOf(small, wrong);
    result(faults.length === 1 && faults[0].startsWith(fault) ? [] : [`found: ${faults}`],
           `noticed: ${fault}`);
}
end();
