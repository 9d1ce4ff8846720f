// SPDX-License-Identifier: MIT
//
// cases.js - texts, in English.

export const cases = {
};
