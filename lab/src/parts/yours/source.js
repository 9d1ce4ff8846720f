// SPDX-License-Identifier: MIT
//
// source.js - pasted code as a script. The engine does the rest: see sandbox_find.js.

/** Characters that pasted code may have. */
export const MOST_CODE = 100000;

const lineEnds = (text) => text.replace(/[^\n]/g, "");

// What can stand after "export", at the beginning of a line.
const LIST = /^[ \t]*export\s*(?:\{[^}]*\}|\*)\s*(?:from\s*(?:"[^"\n]*"|'[^'\n]*'))?;?/gm;
const NAMED_DEFAULT = new RegExp(
    "^([ \\t]*)export[ \\t]+default[ \\t]+(?=(?:async[ \\t]+)?function\\b[ " +
    "\\t*]*[\\w$]|class[ \\t]+(?!extends\\b)[\\w$])", "gm");
const DEFAULT = /^([ \t]*)export[ \t]+default\b/gm;
const DECLARATION = /^([ \t]*)export[ \t]+(?=(?:async|function|class|const|let|var)\b)/gm;

/**
 * A module as a script: what is exported by default is handed over, the other exports are
 * plain declarations. Its lines are those of the code.
 */
export const scriptOf = (code) => code
    .replace(LIST, lineEnds)
    .replace(NAMED_DEFAULT, "$1")
    .replace(DEFAULT, "$1self.fairshufGiven =")
    .replace(DECLARATION, "$1");
