// SPDX-License-Identifier: MIT
//
// wall.js - texts, in English.

export const wall = {
};
