// SPDX-License-Identifier: MIT
//
// race.js - texts, in English.

export const race = {
};
