// SPDX-License-Identifier: MIT
//
// steps.js - texts, in English.

export const steps = {
};
