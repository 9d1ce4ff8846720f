// SPDX-License-Identifier: MIT
//
// effects.js - texts, in Simplified Chinese.

export const effects = {
};
