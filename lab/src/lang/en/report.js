// SPDX-License-Identifier: MIT
//
// report.js - texts, in English.

export const report = {
};
