// SPDX-License-Identifier: MIT
//
// controls.js - texts, in Simplified Chinese.

export const controls = {
};
