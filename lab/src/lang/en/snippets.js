// SPDX-License-Identifier: MIT
//
// snippets.js - texts, in English.

export const snippets = {
};
