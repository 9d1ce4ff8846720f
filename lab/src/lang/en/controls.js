// SPDX-License-Identifier: MIT
//
// controls.js - texts, in English.

export const controls = {
};
