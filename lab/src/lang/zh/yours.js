// SPDX-License-Identifier: MIT
//
// yours.js - the part "Try yours", in Simplified Chinese.
import { count, roughly } from "./numbers.js";
import { spaced } from "./spaces.js";

const shuffles = (trials) => `${count(trials)} 次洗牌`;

export const yours = {
    title: "你的洗牌公平吗？",
    lead: "粘贴一段 JavaScript 洗牌代码。本页会把它运行成千上万次，再检验结果。",
    safety: "在这里运行代码安全吗？",
    /** Limits in seconds: { patience, longest, slow }. */
    safetyText: ({ patience, longest, slow }) => [
        "代码在单独的 Web Worker 中运行，既访问不到本页，也连不上网络。",
        `如果 ${patience} 秒没有响应，或者总共超过 ${longest} 秒，` +
        `或者运行缓慢且超过 ${slow} 秒，代码会被停止。`,
        "内存不受限制。如果代码只分配内存而从不释放，可能会使这个标签页崩溃。",
        "链接里带的代码只会显示出来，你按下按钮之前不会运行。",
    ],

    code: "一个以数组为参数的函数：直接改动数组，或者返回新数组",
    start: "初始代码",
    ownCode: "你自己的代码",
    examples: {
        naive: "与任意牌交换",
        "fisher-yates": "Fisher–Yates 洗牌",
        comparator: "用随机比较函数排序",
        sattolo: "差一错误（Sattolo）",
        round: "用 Math.round 代替 Math.floor",
        splice: "一张一张取出",
        keys: "按随机键排序",
    },
    cards: "牌数",
    random: "Math.random",
    fromSeed: "由种子产生，可重复",
    fromBrowser: "浏览器自带",
    settings: "设置",
    run: "开始检验",
    runHint: "在代码框中按 Ctrl+Enter 也可以",
    stop: "停止",

    result: "结果",
    waiting: "结果会显示在这里。",
    name: "粘贴的代码",
    progress: (subject, trials, rate) =>
        [subject, `：${shuffles(trials)}，${spaced("每秒", roughly(rate), "次")}`],
    finished: (subject, trials) => [subject, `：${shuffles(trials)}`],
    computing: "正在生成报告…",
    report: "完整报告",
    stopped: {
        user: "你停止了检验。",
        long: (seconds) => `代码运行 ${seconds} 秒后被停止。`,
        slow: (seconds, rate) =>
            `代码太慢（每秒不到 ${count(rate)} 次洗牌），运行 ${seconds} 秒后被停止。`,
    },
    /** Where an error came from: the line, the shuffle, or both; 0 if unknown. */
    where: (line, shuffle) => `${[line > 0 && `第 ${count(line)} 行`,
                                  shuffle > 1 && `第 ${count(shuffle)} 次洗牌`]
        .filter(Boolean).join("，")}：`,
    inFile: (name) => `${name}：`,

    file: "或者检验一个文件",
    fileText: (order, save, json) => ["把文件拖到这里：每行一个顺序，例如 ", order,
        "（", save, " 会写出这样的文件），或者 ", json, " 写出的报告。"],

    long: (most) => `这段代码超过 ${count(most)} 个字符，因此不会写进网址，` +
        "本页的链接也不包含它。",
    longKept: "重新加载这个标签页不会丢失它。",
    longLost: "重新加载这个标签页会丢失它。",
    longMissing: (most) => `这个网址对应的代码超过 ${count(most)} 个字符，` +
        "只存在于当初粘贴它的标签页中。请在这里重新粘贴。",
};
