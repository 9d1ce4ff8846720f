// SPDX-License-Identifier: MIT
//
// views.js - texts, in Simplified Chinese.

export const views = {
};
