// SPDX-License-Identifier: MIT
//
// catalogue.js - texts, in English.

export const catalogue = {
};
