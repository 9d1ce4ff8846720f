// SPDX-License-Identifier: MIT
//
// code.js - texts, in Simplified Chinese.

export const code = {
};
