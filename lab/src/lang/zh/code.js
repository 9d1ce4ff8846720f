// SPDX-License-Identifier: MIT
//
// code.js - texts of the code panel, in Simplified Chinese. Backquotes enclose code.

export const code = {
    heading: "代码",
    badNumbers: "这段代码是公平的，不公平的是它得到的随机数。",
    label: (title) => `代码：${title}`,
    languages: "编程语言",
    copy: "复制",
    copied: "已复制",
    notCopied: "复制失败",
    wrong: "错在哪里",
    wasWrong: "原来错在哪里",
    right: "为什么公平",
    wrongToken: "错误：", // for screen readers, before the marked code
    fixedToken: "已修正：",
    fix: "改法：",
    fixed: "已修正：",
    fixInstead: (token, fix) => ["把 ", token, " 改成 ", fix],
    fixDelete: (token) => ["删掉 ", token],
    fixedInstead: (token, fix) => [token, " 改成了 ", fix],
    fixedDelete: (token) => ["删掉了 ", token],
    and: "，", // between two fixes
    stop: "。",
    change: (token, fix) => (fix ? `把 ${token} 改成 ${fix}` : `删掉 ${token}`),
    // What the functions do that are not shown.
    helpers: {
        random: "`random(k)` 返回 0 到 k − 1 之间的整数，每个数的概率相同。",
        fraction: "`fraction()` 返回 0 到 1 之间（不含 1）的小数，均匀分布。",
    },
};
