// SPDX-License-Identifier: MIT
//
// views.js - texts, in English.

export const views = {
};
