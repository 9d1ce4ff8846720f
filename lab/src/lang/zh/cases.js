// SPDX-License-Identifier: MIT
//
// cases.js - texts, in Simplified Chinese.

export const cases = {
};
