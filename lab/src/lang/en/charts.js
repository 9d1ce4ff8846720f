// SPDX-License-Identifier: MIT
//
// charts.js - texts, in English.

export const charts = {
};
