// SPDX-License-Identifier: MIT
//
// snippets.js - texts, in Simplified Chinese.

export const snippets = {
};
