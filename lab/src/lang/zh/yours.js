// SPDX-License-Identifier: MIT
//
// yours.js - texts, in Simplified Chinese.

export const yours = {
};
