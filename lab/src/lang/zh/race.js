// SPDX-License-Identifier: MIT
//
// race.js - texts, in Simplified Chinese.

export const race = {
};
