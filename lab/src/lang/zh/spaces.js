// SPDX-License-Identifier: MIT
//
// spaces.js - spaces between Chinese and other letters or digits.

const CHINESE = /\p{Script=Han}/u;
const gap = (left, right) =>
    (CHINESE.test(left.at(-1) ?? "一") === CHINESE.test(right.at(0) ?? "一") ||
     /[（）“”，。：；、\s]/.test(`${left.at(-1)}${right.at(0)}`) ? "" : " ");

/** ("12", "次") → "12 次", ("1.2 万", "次") → "1.2 万次", ("甲", "乙") → "甲乙". */
export const spaced = (...texts) => texts.map(String)
    .reduce((text, next) => text + gap(text, next) + next);
