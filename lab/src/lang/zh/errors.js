// SPDX-License-Identifier: MIT
//
// errors.js - errors, in Simplified Chinese. `codes` has a sentence for each code. Its
// argument is the details of the error; `text` is what a program wrote, and can be an
// element.
import { count } from "./numbers.js";

/** What a value of a report should be. */
const shapes = {
    text: "文本",
    flag: "true 或 false",
    number: "数字",
    natural: "不小于 0 的整数",
    nonNegative: "不小于 0 的数",
    probability: "概率",
    cards: (least, most) => `牌数（${least} 到 ${most}）`,
    examined: (most) => `牌数（最多 ${most}）`,
    digits: "由数字组成的文本",
    list: "列表",
    shorter: "更短的列表",
    filled: "非空列表",
    object: "对象",
    choice: (choices) => `以下之一：${choices.join("、")}`,
    length: (wanted, found) => `${count(wanted)} 个值的列表，而不是 ${count(found)} 个`,
    rows: (least, most) => (least === most ? `${least} 行的列表`
                                           : `${least} 到 ${most} 行的列表`),
    steps: (last) => `各行依次有 2、3……${last} 个值的列表`,
};

const wanted = (shape, values) =>
    (typeof shapes[shape] === "function" ? shapes[shape](...values) : shapes[shape]);

export const errors = {
    shapes,
    incomplete: "页面有一部分无法显示。",
    unexpected: (text) => [text, "请重新加载页面。"],
    codes: {
        // The core: codes of lab/core/lab.h, of core.js, and of client.js.
        "no-memory": "内存不足。",
        "n-too-small": ({ least }) => `至少要有 ${count(least)} 张牌。`,
        "n-too-large": ({ most }) => `最多只能有 ${count(most)} 张牌。`,
        "bad-seed": ({ most }) => `种子必须有 1 到 ${count(most)} 个字节。`,
        "bad-trials": ({ most }) => `洗牌次数必须是 1 到 ${count(most)} 的整数。`,
        "bad-how": "只有代码和文件才能这样检验。",
        "unknown-shuffle": ({ name }) => `没有名为“${name}”的洗牌。`,
        "unknown-die": ({ name }) => `没有名为“${name}”的随机数。`,
        "unknown-function": ({ name }) => `库中没有函数“${name}”。`,
        "takes-no-number": ({ name }) => `“${name}”：这个名称后面不能带数字。`,
        "not-a-number": ({ name }) => `“${name}”：冒号后面必须是数字。`,
        "number-out-of-range": ({ name, least, most }) =>
            `“${name}”：数字必须在 ${count(least)} 到 ${count(most)} 之间。`,
        "die-without-probabilities": "这种随机数由种子产生，没有可以计算的精确概率。",
        "unlimited-choices": "这种洗牌可能无休止地掷下去，而且没有已知的公式。",
        "too-many-choices": ({ n, hint }) => `${count(n)} 张牌时，掷法太多，` +
            "无法逐一尝试，也没有已知的公式。" +
            `${hint === "smaller-n" ? "请减少牌数。" : ""}`,
        "exact-failed": ({ error }) => `计算失败：${error}。`,
        "too-many-sequences": ({ most, n }) =>
            `${count(n)} 张牌时，这棵树的叶子超过 ${count(most)} 片。`,
        "trial-too-large": ({ most }) =>
            `每次洗牌都从上一次留下的顺序开始，因此只能显示前 ${count(most)} 次洗牌。`,
        "shown-is-not-audited": "这种洗牌无法逐步演示：这是本页自身的错误。",
        "no-such-step": ({ steps }) => `这次洗牌只有 ${count(steps)} 步。`,
        "too-many-sides": ({ sides, most }) =>
            `这个骰子有 ${count(sides)} 面，最多只能显示 ${count(most)} 面。`,
        "bad-choices": ({ steps }) => "指定的掷骰必须按先后排列，" +
            `每次的数不小于 0 且小于 1。只能指定前 ${count(steps)} 次掷骰。`,
        "page-must-add": "这项检验的顺序必须由页面提供。",
        "page-cannot-add": "页面不能给这项检验添加顺序。",
        "not-a-permutation": "结果中并非每张牌恰好出现一次。",
        "card-out-of-range": ({ shuffle, card, least, most }) => `第 ${count(shuffle)} ` +
            `次洗牌：没有 ${count(card)} 号牌，牌的编号是 ${least} 到 ${count(most)}。`,
        "card-twice": ({ shuffle, card, missing }) => `第 ${count(shuffle)} 次洗牌：` +
            `${count(card)} 号牌出现了两次，缺少 ${count(missing)} 号牌。`,
        "not-whole": ({ name }) => `“${name}”必须是不小于 0 的整数。`,
        "not-text": ({ name }) => `“${name}”必须是文本。`,
        closed: "检验已经结束。",
        "incomplete-orders": ({ bytes }) => `每个顺序必须有 ${count(bytes)} 个字节。`,
        "bad-key": ({ bytes }) => `密钥必须有 ${count(bytes)} 个字节。`,
        "worker-stopped": "计算意外中止。请重新加载页面。",

        // Pasted code.
        "code-empty": "还没有代码。请粘贴一个以数组为参数的函数。",
        "code-too-long": ({ length, most }) =>
            `代码有 ${count(length)} 个字符，上限是 ${count(most)} 个。`,
        "code-no-function": "找不到以数组为参数的函数。如果粘贴的是类，" +
            "它需要一个这样的静态方法。",
        "code-threw": ({ text }) => ["代码运行出错：", text],
        "code-threw-unknown": "代码运行出错，抛出的内容无法显示。",
        "code-broken": ({ text }) => ["浏览器无法读懂这段代码：", text],
        "code-promise": "函数返回了一个 Promise。它必须直接返回洗好的数组。",
        "code-not-array": ({ text }) => ["函数返回值的类型是 ", text, "，不是数组。"],
        "code-count": ({ count: found, wanted: cards }) =>
            `函数返回了 ${count(found)} 张牌，应为 ${count(cards)} 张。`,
        "code-no-card": ({ position, text }) =>
            [`位置 ${position} 上是 `, text, "，它不是任何一张牌。"],
        "code-twice": ({ card, first, second }) =>
            `${card} 号牌出现了两次，在位置 ${first} 和位置 ${second}。`,
        "code-endless": ({ from, to, seconds }) => (from === to
            ? `第 ${count(from)} 次洗牌`
            : `第 ${count(from)} 到 ${count(to)} 次洗牌中的某一次`) +
            `用时超过 ${seconds} 秒，代码已被停止。是不是有死循环？`,
        "code-endless-start": ({ seconds }) =>
            `函数之外的代码运行超过了 ${seconds} 秒，已被停止。是不是有死循环？`,

        // Files of orders.
        "file-empty": "文件里没有任何顺序。",
        "file-word": ({ text }) =>
            ["“", text, "”不是数字。每行应是一个顺序，例如 3 1 2。"],
        "file-single": "只有一个数字，不成顺序。每行至少要有 2 个。",
        "file-cards": ({ count: found, most }) =>
            `这个顺序有 ${count(found)} 张牌，本页最多检验 ${most} 张。`,
        "file-count": ({ count: found, wanted: cards }) =>
            `这一行有 ${count(found)} 个数字，而第一行有 ${count(cards)} 个。`,
        "file-range": ({ number, first, last }) =>
            `${count(number)} 超出范围，牌的编号是 ${first} 到 ${last}。`,
        "file-twice": ({ number }) => `${count(number)} 出现了两次。`,

        // Proofs.
        "exact-stopped": "计算已停止。",

        // Reports.
        "report-list": "这是洗牌算法的列表，不是报告。",
        "report-schema": "这不是 fairaudit 的报告：它的“schema”不同。",
        "report-newer": ({ version, known }) =>
            `这份报告的版本是 ${version}，本页只认识版本 ${known}。` +
            "请用更高版本的页面打开。",
        "report-version": ({ known }) => `“version”应为 ${known}。`,
        "report-shape": ({ where, shape, values }) =>
            `“${where}”应为${wanted(shape, values)}。`,
        "report-no-evidence": "有“decided”，却缺少“evidence”。",
        "report-decided": "“decided”不能大于“trials”。",
        "report-damaged": "这个文件中的报告已损坏。",
        "report-empty": "文件是空的。",
        "report-not-json": ({ text }) => ["这不是 JSON：", text],
        "report-too-large": "文件太大，不会是报告。",
    },
};
