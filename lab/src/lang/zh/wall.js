// SPDX-License-Identifier: MIT
//
// wall.js - texts, in Simplified Chinese.

export const wall = {
};
