// SPDX-License-Identifier: MIT
//
// story.js - texts, in English.

export const story = {
};
