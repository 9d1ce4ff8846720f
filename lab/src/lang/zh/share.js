// SPDX-License-Identifier: MIT
//
// share.js - texts, in Simplified Chinese.

export const share = {
};
