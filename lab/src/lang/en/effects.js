// SPDX-License-Identifier: MIT
//
// effects.js - texts, in English.

export const effects = {
};
