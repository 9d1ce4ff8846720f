// SPDX-License-Identifier: MIT
//
// errors.js - texts, in English.

export const errors = {
};
