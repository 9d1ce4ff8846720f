// SPDX-License-Identifier: MIT
//
// code.js - texts, in English.

export const code = {
};
