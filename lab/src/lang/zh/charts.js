// SPDX-License-Identifier: MIT
//
// charts.js - texts, in Simplified Chinese.

export const charts = {
};
