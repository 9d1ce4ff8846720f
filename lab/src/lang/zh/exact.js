// SPDX-License-Identifier: MIT
//
// exact.js - texts, in Simplified Chinese.

export const exact = {
};
