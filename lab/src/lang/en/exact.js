// SPDX-License-Identifier: MIT
//
// exact.js - texts, in English.

export const exact = {
};
