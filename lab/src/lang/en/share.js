// SPDX-License-Identifier: MIT
//
// share.js - texts, in English.

export const share = {
};
