// SPDX-License-Identifier: MIT
//
// yours.js - texts, in English.

export const yours = {
};
