// SPDX-License-Identifier: MIT
//
// errors.js - texts, in Simplified Chinese.

export const errors = {
};
