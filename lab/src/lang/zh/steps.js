// SPDX-License-Identifier: MIT
//
// steps.js - texts, in Simplified Chinese.

export const steps = {
};
