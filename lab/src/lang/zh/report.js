// SPDX-License-Identifier: MIT
//
// report.js - texts, in Simplified Chinese.

export const report = {
};
