// SPDX-License-Identifier: MIT
//
// tokens.js - splits a line of C, JavaScript or Python for colouring. The snippets need
// little: keywords, numbers, calls and comments. No token spans two lines.

const KEYWORDS = {
    c: "bool break const do double else false for if int long return sizeof static " +
        "struct true void while",
    js: "break const do else false for function if let new of return true while",
    py: "and break def del else False for from if import in lambda None not or return " +
        "True while",
};

const TOKEN = {
    c: /(?<comment>\/\/.*)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g,
    js: /(?<comment>\/\/.*)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g,
    py: /(?<comment>#.*)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g,
};

const keywords = Object.fromEntries(Object.entries(KEYWORDS)
    .map(([language, words]) => [language, new Set(words.split(" "))]));

function kindOfWord(word, rest, language) {
    if (keywords[language].has(word)) return "keyword";
    return rest.startsWith("(") ? "call" : null;
}

/**
 * The tokens of a line that have a colour: [{from, to, kind}], in order. Kinds are
 * "keyword", "call", "number" and "comment".
 * @param {string} line
 * @param {string} language "c", "js" or "py"
 */
function tokensOf(line, language) {
    const tokens = [];
    for (const match of line.matchAll(TOKEN[language])) {
        const { comment, number, word } = match.groups;
        const to = match.index + match[0].length;
        const kind = comment !== undefined ? "comment" : number !== undefined ? "number"
            : kindOfWord(word, line.slice(to), language);
        if (kind) tokens.push({ from: match.index, to, kind });
    }
    return tokens;
}

/**
 * Cuts a line into pieces at the ends of tokens and marks: [{text, kind, mark}], where
 * `kind` is that of a token or null, and `mark` the one that covers the piece or null.
 */
export function piecesOf(line, language, marks) {
    const tokens = tokensOf(line, language);
    const cuts = [...new Set([0, line.length, ...[...tokens, ...marks]
        .flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
    const covering = (list, at) => list.find(({ from, to }) => from <= at && at < to);
    return cuts.slice(1).map((to, i) => ({
        text: line.slice(cuts[i], to),
        kind: covering(tokens, cuts[i])?.kind ?? null,
        mark: covering(marks, cuts[i]) ?? null,
    }));
}
