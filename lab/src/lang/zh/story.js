// SPDX-License-Identifier: MIT
//
// story.js - texts, in Simplified Chinese.

export const story = {
};
