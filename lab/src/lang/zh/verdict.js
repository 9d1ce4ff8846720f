// SPDX-License-Identifier: MIT
//
// verdict.js - texts, in Simplified Chinese.

export const verdict = {
};
