// SPDX-License-Identifier: MIT
//
// source.js - pasted code, as far as one must know it to run it: which function of it
// shuffles. It is looked through once, from the first letter to the last.

/** Characters that pasted code may have. */
export const MOST_CODE = 100000;

const QUOTES = "'\"`";
const OPEN = "([{";
const CLOSE = ")]}";

/** Where the comment or the text that begins at `i` ends; `i` itself if none does. */
function endOfText(code, i) {
    if (code.startsWith("//", i)) {
        const end = code.indexOf("\n", i);
        return end < 0 ? code.length : end;
    }
    if (code.startsWith("/*", i)) {
        const end = code.indexOf("*/", i + 2);
        return end < 0 ? code.length : end + 2;
    }
    if (!QUOTES.includes(code[i])) return i;
    let j = i + 1;
    while (j < code.length && code[j] !== code[i]) {
        if (code[j] === "\n" && code[i] !== "`") return j; // it was no text
        j += code[j] === "\\" ? 2 : 1;
    }
    return Math.min(j + 1, code.length);
}

/** Code without comments and texts; and without all that stands in brackets. */
function skeletons(code) {
    const bare = [];
    const outer = [];
    let depth = 0;
    for (let i = 0; i < code.length;) {
        const end = endOfText(code, i);
        if (end > i) {
            i = end;
            bare.push(" ");
            continue;
        }
        if (CLOSE.includes(code[i])) depth = Math.max(0, depth - 1);
        bare.push(code[i]);
        outer.push(depth === 0 ? code[i] : " ");
        if (OPEN.includes(code[i])) depth += 1;
        i += 1;
    }
    return [bare.join(""), outer.join("").replace(/\s+/g, " ")];
}

/** The names of the functions that the code declares, in their order. */
function functionsOf(outer) {
    const declared = new RegExp("(?:^|[;})] ?|(?:^| )(?:async|default|export) )" +
                                "function ?\\*? ?([\\w$]+)", "g");
    const assigned = new RegExp("(?:const|let|var) ([\\w$]+) ?= ?(?:async ?)?" +
                                "(?:function|\\( ?\\) ?=>|[\\w$]+ ?=>)", "g");
    return [...outer.matchAll(declared), ...outer.matchAll(assigned)]
        .sort((a, b) => a.index - b.index).map(([, name]) => name);
}

/**
 * The name of the function that shuffles: one that says so, rather than another; one that
 * no other calls, rather than a helper. "": the code declares none.
 */
export function functionName(code) {
    const [bare, outer] = skeletons(code);
    const words = bare.split(/[^\w$]+/);
    const uses = (name) => words.filter((word) => word === name).length;
    const all = functionsOf(outer);
    const named = all.filter((name) => /shuff/i.test(name));
    const some = named.length > 0 ? named : all;
    return some.filter((name) => uses(name) === 1).at(-1) ?? some.at(-1) ?? "";
}

/** The script that hands the function to the sandbox. Its lines are those of the code. */
export function scriptOf(code) {
    const plain = code.replace(/^([ \t]*)export[ \t]+(?:default[ \t]+)?/gm, "$1")
        .replace(/^([ \t]*)(?:module\.)?exports(?:\.\w+)?[ \t]*=/gm, "$1fairshufGiven =");
    const name = functionName(plain);
    if (plain.includes("fairshufGiven ="))
        return `fairshufSandbox((() => { let fairshufGiven; ${plain}\n` +
            "; return fairshufGiven; })());";
    // What is added to all arrays has no name of its own; the sandbox looks for it there.
    if (name !== "" || plain.includes(".prototype."))
        return `fairshufSandbox((() => { ${plain}\n` +
            `; return ${name || "undefined"}; })());`;
    let end = plain.trimEnd();
    while (end.endsWith(";")) end = end.slice(0, -1).trimEnd();
    return `fairshufSandbox((${end}\n));`;
}
