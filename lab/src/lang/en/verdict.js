// SPDX-License-Identifier: MIT
//
// verdict.js - texts, in English.

export const verdict = {
};
