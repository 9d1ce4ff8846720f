// SPDX-License-Identifier: MIT
//
// report.js - the part "Report", in Simplified Chinese.
import { count, decimal, percent, percentAtLeast } from "./numbers.js";
import { spaced } from "./spaces.js";

const nounOf = (samples) => (samples ? "抽样" : "洗牌");
const trialsOf = (trials, samples) => `${count(trials)} 次${nounOf(samples)}`;

// ---- findings ------------------------------------------------------------------------

/** "第 7 行", "第 7 行（“七”）", "有一行“七”"; `line` or `text` can be null. */
const lineName = (line, text) => (line === null ? `有一行“${text}”`
    : text === null ? `第 ${count(line)} 行` : `第 ${count(line)} 行（“${text}”）`);

/** How many lines came back, if their number is wrong. */
const wrongNumber = ({ lines, wanted }) => (lines === wanted ? "。"
    : `。共返回 ${count(lines)} 行，应为 ${count(wanted)} 行。`);
const alike = (more) => (more > 0 ? `，类似的还有 ${count(more)} 行` : "");
const missing = (number) => (number === null ? "。" : `，缺少 ${count(number)}。`);

const changes = {
    "carriage-return": "多了一个回车符",
    "byte-order-mark": "多了一个字节顺序标记",
    blanks: "多了空白字符",
    "quotation-marks": "多了引号",
    zeros: "多了零",
    "nul-bytes": "多了 NUL 字节",
    capitals: "小写字母变成了大写",
    "end-cut": "末尾被截断",
    "beginning-cut": "开头被截断",
    "end-added": "末尾多了内容",
    "beginning-added": "开头多了内容",
};

/** What is wrong with the question itself. */
const plans = {
    "nothing-to-audit": "没有可检验的内容。",
    "empty-command": "命令是空的。",
    "no-size": "缺少行数。",
    "too-many-lines": ({ most }) => `行数太多，上限是 ${count(most)}。`,
    "too-few-cards": "至少要有 2 张牌；使用 --cycle 时至少 3 张。",
    "sample-of-more": "抽样的行数不能超过总行数。",
    "sample-too-large": "样本太大。",
    "unordered-sample-of-all": "不计顺序地抽取全部行，结果总是一样。",
    "not-a-sample": "只有抽样才能不计顺序，或者有放回。",
    "cycle-and-sample": "循环不能与抽样或副本一起使用。",
    "no-lines": "使用副本或单词时，被检验的程序必须按行读取输入。",
    "not-a-multiple": "行数必须大于副本数，并且是它的倍数。",
    "no-numbers": "其中没有数字。",
};
const planText = (details) => (typeof plans[details.why] === "function"
    ? plans[details.why](details) : plans[details.why]);

const findings = {
    ...plans,
    "no-memory": "内存不足。",
    "first-permutation": (details) => `第一个顺序有误。${planText(details)}`,
    "cannot-run": ({ name, error }) => `${spaced("无法运行", name ?? "该程序")}：` +
        `${error}。`,
    "cannot-read": ({ name, error }) => `${spaced("无法读取", name ?? "标准输入")}：` +
        `${error}。`,
    "cannot-read-out": ({ error }) => `无法读取文件 {out}：${error}。`,
    "cannot-write": ({ name, error }) => `无法写入 ${name}：${error}。`,
    "cannot-create-folder": ({ error }) =>
        `无法创建临时文件夹：${error}。请把 TMPDIR 设为别的文件夹。`,
    "printed-none": ({ name }) => spaced(name ?? "该程序", "没有输出任何顺序。"),
    "has-none": ({ name }) => spaced(name ?? "标准输入", "中没有任何顺序。"),
    status: ({ status }) => `程序以状态码 ${status} 结束。`,
    signal: ({ signal, name }) => `程序被信号 ${signal}（${name}）终止。`,
    "closed-output": ({ seconds }) => `程序关闭了输出，但 ${seconds} 秒内没有结束。`,
    "open-output": ({ seconds }) =>
        `程序结束了，但它启动的一个进程仍占用输出超过 ${seconds} 秒。`,
    "no-answer": ({ seconds }) => `程序在 ${seconds} 秒内没有响应。`,
    "no-out-file": "程序没有写出文件 {out}。",
    "output-too-long": ({ most }) => `输出没有尽头：已返回超过 ${count(most)} 字节。`,
    "line-too-long": ({ line, most }) =>
        `第 ${count(line)} 行太长：超过 ${count(most)} 字节。`,
    "no-newline": "返回的最后一行没有以换行符结尾。",
    nothing: ({ wanted }) => `什么也没有返回，应返回 ${count(wanted)} 行。`,
    lines: ({ lines, wanted }) => `返回了 ${count(lines)} 行，应为 ${count(wanted)} 行。`,
    lost: (all) => `${lineName(all.line, all.text)}没有返回，` +
        `一共丢失 ${count(all.lost)} 行` +
        wrongNumber(all),
    altered: (all) => `${lineName(all.line, all.text)}返回时成了“${all.came}”：` +
        `${changes[all.change]}${alike(all.more)}${wrongNumber(all)}`,
    added: (all) => `返回了从未给出的“${all.came}”${alike(all.more)}${wrongNumber(all)}` +
        (all.hint === "counts-from-0" ? "程序是从 0 开始计数的吗？"
            : all.hint === "counts-from-1" ? "程序是从 1 开始计数的吗？" : ""),
    "lines-and-added": ({ lines, wanted, came }) => `返回了 ${count(lines)} 行，应为 ` +
        `${count(wanted)} 行，而且“${came}”从未给出过。`,
    duplicated: (all) => `${lineName(all.line, all.text)}返回了 ${count(all.times)} 次` +
        `${all.copies > 1 ? `，应为 ${all.copies} 次` : ""}，一共多出 ` +
        `${count(all.too_many)} 行${wrongNumber(all)}`,
    "duplicated-and-lost": (all) => `${lineName(all.line, all.text)}返回了 ` +
        `${count(all.times)} 次${all.copies > 1 ? `，应为 ${all.copies} 次` : ""}，` +
        `而${lineName(all.lost_line, all.lost_text)}没有返回。一共多出 ` +
        `${count(all.too_many)} 行，丢失 ${count(all.lost)} 行${wrongNumber(all)}`,
    "not-a-number": ({ line, came }) => `第 ${count(line)} 行：“${came}”不是数字。`,
    "out-of-range": ({ line, came, least, most, hint }) =>
        `第 ${count(line)} 行：${came} 超出范围（${least} 到 ${count(most)}）。` +
        (hint === "from-zero" ? "如果抽样从 0 开始计数，请加上 --from-zero。" : ""),
    "number-twice": (all) => `第 ${count(all.line)} 行：${count(all.number)} 出现了两次` +
        missing(all.missing),
    "numbers-on-line": (all) => `第 ${count(all.line)} 行：` +
        `有 ${count(all.numbers)} 个数字，应为 ` +
        `${count(all.wanted)} 个${missing(all.missing)}`,
    "card-out-of-range": ({ card, least, most }) =>
        `没有 ${count(card)} 号牌，牌的编号是 ${least} 到 ${count(most)}。`,
    "card-twice": ({ card, missing: lost }) =>
        `${count(card)} 号牌出现了两次，缺少 ${count(lost)} 号牌。`,
    "not-a-permutation": "结果中并非每张牌恰好出现一次。",
    "no-cycle": "这个顺序不是单个循环。",
    "short-cycle": ({ lines, steps }) => "这个顺序不是包含全部 " +
        `${count(lines)} 行的单个循环：第 1 行所在的循环只有 ${count(steps)} 行。`,
};

// ---- the part ------------------------------------------------------------------------

export const report = {
    findings,
    changes,
    remarks: {
        cycle: "从第 1 行出发，循环依次经过其他各行的顺序。1 号牌是第 2 行，依此类推。",
        "some-lines": ({ cards, lines, groups, neighbours }) => `${count(lines)} 行中 ` +
            `${cards} 行的顺序：均匀分布的 ${groups} 组，每组 ${neighbours} 个相邻行。`,
    },

    /** The verdict as a heading, by verdict; `name` is a title or an element. */
    headline: {
        unfair: (name) => [name, "：不公平"],
        "no-evidence": (name) => [name, "：未发现偏差"],
        suspect: (name) => [name, "：可疑"],
        "not-a-shuffle": (name) => [name, "：不是洗牌"],
        "could-not-test": (name) => [name, "：无法检验"],
        "proved-fair": (name) => [name, "：已证明公平"],
        "proved-unfair": (name) => [name, "：已证明不公平"],
        "one-shuffle-only": (name) => [name, "：仅限一次洗牌"],
    },
    withDie: (title, die) => `${title}（随机数：${die}）`,
    proofLead: (n) => `${count(n)} 张牌。这是证明，不是抽样：每一种可能的掷法都数到了。`,
    blank: "报告",
    blankLead: "本页的每次检验最后都会生成一份报告：结论、结论的含义和全部图片。",
    codeOfMistake: "含有这个错误的代码",
    cannotShow: "这份报告无法显示。",
    json: "↓ JSON",
    pictures: "↓ 全部图片（SVG）",
    print: "打印",

    // No report yet.
    make: "生成报告",
    makeText: (compare, yours) => ["在“", compare, "”中检验目录里的洗牌，或在“", yours,
        "”中检验你自己的代码。也可以先看一个例子："],
    example: "检验 10 张牌的“与任意牌交换”",
    open: "打开报告",
    openText: (option, command) => ["把 ", option, " 写出的文件拖到这里，例如用 ", command,
        " 生成的文件。"],
    inFile: (name) => `${name}：`,
    missing: (subject, seed) => ["这是一份报告的网址，检验对象是 ", subject,
                                 seed ? `（种子 ${seed}）。` : "。"],
    missingCode: (link) => ["要重新生成报告，请", link, "并运行。"],
    missingLink: "打开代码",
    missingFile: "网址中不包含报告本身。请打开报告文件，或者重新生成。",

    // While it is made.
    making: (title, n) => [title, `，${count(n)} 张牌`],
    planned: (trials, seed) => `最多 ${count(trials)} 次洗牌，种子 ${seed}`,
    progress: (trials, planned, seed) =>
        `已洗 ${count(trials)} 次，最多 ${count(planned)} 次，种子 ${seed}`,
    done: "已洗次数",
    computing: "正在生成报告…",
    failed: "无法生成这份报告。",

    // Heading.
    cards: (n) => `${count(n)} 张牌`,
    lines: (n) => `${count(n)} 行`,
    sample: (size, items, putBack) => `从 ${count(items)} 项中抽取 ${count(size)} 项` +
        (putBack ? "，每次放回" : ""),
    seenIn: (trial, samples) => `出现在第 ${count(trial)} 次${nounOf(samples)}中。`,
    complaint: "程序输出：",
    seenAs: (n) => `，按 ${count(n)} 张牌检验`,
    facts: { how: "检验对象", size: "规模", trials: "次数", seed: "种子", time: "用时",
             repeats: "重复", remark: "范围", note: "备注", tool: "生成工具" },
    how: {
        program: "程序，每次重新启动",
        batch: "一次输出许多顺序的程序",
        file: "文件中的顺序",
        "built-in": "目录中的洗牌",
        library: "fairshuf 库的函数",
        javascript: "JavaScript 函数",
    },
    trials: trialsOf,
    trialsStopped: (trials, planned, samples) =>
        `${trialsOf(trials, samples)}后停止，原计划 ${count(planned)} 次`,
    trialsEnough: (trials, planned, samples) =>
        `${trialsOf(trials, samples)}（上限 ${count(planned)} 次），已经足够`,
    trialsOf: (trials, planned, samples) =>
        `${trialsOf(trials, samples)}（计划 ${count(planned)} 次）`,
    seconds: (seconds) => (seconds < 0.01 ? "不到 0.01 秒"
        : seconds < 100 ? `${decimal(seconds, 2)} 秒`
            : `${count(Math.round(seconds / 60))} 分钟`),
    command: "在命令行上做同样的检验：",

    // What it means.
    effects: "问题在哪里",
    distance: "与公平的距离",
    distanceText: (bound, estimate) => `至少 ${percentAtLeast(bound)}` +
        (estimate > bound ? `，估计约 ${percent(estimate)}` : "") +
        "。也就是说，要变得公平，有这么大比例的洗牌必须换成别的结果。0% 为公平，" +
        "100% 为最不公平。",
    distanceUnknown: {
        undiagnosed: "没有计算，因为检验被中断了；也没有查明是哪种错误。",
        seen: "未知，因为各次的顺序互相依赖。",
        possible: "未知：证据来自各次顺序的前后衔接或重复，因此它们可能互相依赖。",
        little: "未知：数据太少。",
    },
    mistake: "这是哪种错误？",
    sameAs: (number) => (number === 1 ? "单凭这些检验，看不出它与这种洗牌有什么区别："
        : `单凭这些检验，看不出它与以下 ${number} 种洗牌有什么区别：`),
    nearest: (name, distance) => ["已知的错误中没有与此完全相同的，最接近的是：", name,
        distance === null ? "。" : `，相差 ${decimal(distance, 2)} 个标准差。`],
    caught: "若有这些偏差，应已发现",
    caughtText: (trials, samples) => "如果有以上任何一种偏差，" +
        `${trialsOf(trials, samples)}就会以 90% 的概率发现它。更小的偏差仍可能存在。`,
    unseen: "任何检验都看不出的问题",
    unseenText: "有没有人能预测顺序。如果种子可以猜到，洗牌结果看上去也和别的没有两样，" +
        "直到顺序开始重复。",

    // Pictures.
    repeatsText: ({ kept, distinct, pairs, expected }) => `前 ${count(kept)} 个顺序` +
        `${distinct === 1 ? "全部相同" : `中有 ${count(distinct)} 种不同的顺序`}。` +
        `相同的有 ${count(pairs)} 对；公平的洗牌大约会有 ` +
        `${expected >= 10 ? count(expected) : decimal(expected, 2)} 对。`,
    allOrders: "所有顺序",
    allTests: "所有检验",
    groups: {
        numbers: ["数值", "概括一个顺序：每个值出现了多少次，本应出现多少次"],
        digits: ["数位", "顺序可以写成一串数位；每个数位的各个值应当出现得一样多"],
        pairs: ["牌对", "哪张在前，哪张紧跟其后"],
    },
    offTests: (number) => `◆ ${count(number)} 项检验超出偶然的范围`,
    precedence: "两张牌中哪张在前",
    successor: "哪张牌紧挨在哪张之前（首尾相接）",
    parity: ["偶", "奇"],

    // Tables.
    tests: "每项检验的数值",
    testsText: "p 是公平的洗牌至少偏离这么多的概率；“校正后”考虑了检验的项数。" +
        "证据强度表示一项检验多么有力地否定公平：无论何时查看，" +
        "公平的洗牌达到 1,000 的概率至多为千分之一。",
    testsHeads: ["检验", "值", "期望值", "p", "校正后", "不公平的证据强度"],
    tooFew: "太少",
    strongest: "最强",
    farthest: "偏离公平最远的格子",
    cellsHeads: ["牌", "位置", "比例", "至少", "至多", "偏离"],
    cellsText: (n) => `公平时的比例是 ${percent(1 / n)}。如果各次顺序相互独立，` +
        "且没有人看着结果来决定次数，那么这些上下限同时成立，一百万次里只有一次例外。",
};
