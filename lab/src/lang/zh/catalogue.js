// SPDX-License-Identifier: MIT
//
// catalogue.js - texts, in Simplified Chinese.

export const catalogue = {
};
