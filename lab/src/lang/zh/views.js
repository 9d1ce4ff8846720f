// SPDX-License-Identifier: MIT
//
// views.js - the part "Hidden bias", and the statistics that an audit looks at, in
// Simplified Chinese.
import { count, listed } from "./numbers.js";

export const views = {
    title: "乍看很公平",
    lead: "这些洗牌让每张牌在每个位置出现得一样多，或者几乎一样多。热图一片空白，" +
        "它们却并不公平。换个角度看同样的洗牌，它们就会一一露馅。",
    cases: "偏差隐蔽的洗牌",
    settings: "换一种洗牌",
    heading: "位置",
    other: "换个角度看同样的洗牌",
    report: "完整报告",
    computing: "正在生成报告…",
    counted: (trials, planned) => `${count(trials)} / ${count(planned)} 次洗牌`,

    /** Shuffles worth a look: a title, and what is done. */
    caseTexts: {
        cut: ["只切一次牌", "在随机的位置切一次牌，仅此而已。"],
        affine: ["乘一乘，加一加",
            "位置 i 放第 a·i + b 张牌（模 13）。连两张牌的组合都是公平的。"],
        even: ["只有偶排列", "Fisher–Yates 洗牌，如果得到奇排列就再交换一次。"],
        swaps: ["交换 52 次，每次两张不同的牌",
            "对 10 张牌来说绰绰有余，而且没有一次白换。"],
        random: ["随机交换，平均每张牌三次", "52 张牌，随机挑两个位置交换，共 156 次。"],
        merge: ["抛硬币的归并排序", "16 张牌，每次比较都抛硬币决定。"],
        keys: ["按很短的随机键排序",
            "每个键 9 位：两张牌可能抽到同一个键，于是保持原来的先后。"],
        riffles: ["八次交错洗牌", "比著名的七次多一次。"],
        kept: ["洗完不复原", "每次洗牌都从上一次留下的顺序开始。"],
        seeds: ["16 位的种子", "公平的洗牌，优秀的生成器，但每副牌都重新播种。"],
        clock: ["用时钟作种子", "午夜以来的毫秒数，就像 1999 年的那个扑克游戏。"],
        cycle: ["Sattolo 循环", "这一种在热图上也看得出来。数一数循环，就知道它到底是什么。"],
        fair: ["Fisher–Yates 洗牌", "公平的那一种：不应有任何异常。"],
    },

    /** What one statistic says, by itself. Odds are of `oneIn`: "1 in 10⁴⁴". */
    finding: {
        proved: (odds) => "单凭这一项就足以说明问题：" +
            `公平的洗牌出现这种结果的概率至多为 ${odds}。`,
        beyond: (odds) => `单凭这一项就足以说明问题：公平的洗牌出现这种结果的概率${odds}。`,
        about: (odds) => "单凭这一项就足以说明问题：" +
            `公平的洗牌出现这种结果的概率约为 ${odds}。`,
        tooFew: (trials) => `对这一项来说，${count(trials)} 次洗牌还不够。`,
        nothing: "这里没有异常。",
        soFar: "这里目前没有异常。",
        p: (p) => `这里没有异常（p = ${p}，已按全部检验校正）。`,
    },
    oneIn: (power) => `${power} 分之一`,
    lessThanOneIn: (power) => `小于 ${power} 分之一`,

    /** All statistics, as tiles. */
    tiles: {
        title: "同样的洗牌，全部统计量",
        strip: "横条表示每项结果有多反常。公平的洗牌要越过刻度线，" +
            "平均试两百万次也碰不到一次。",
        noPicture: "只计数，不画图",
        noticed: (odds) => `已识破：${odds}`,
        waits: "需要更多次洗牌",
        nothing: "没有异常",
        tooFew: "洗牌次数太少，任何统计量都用不上。",
        none: (all) => `${count(all)} 项统计量都没有发现异常。`,
        /** titles: of those that found something, if they are few. */
        some: ({ caught, all, titles, positions }) =>
            `${count(all)} 项统计量中有 ${count(caught)} 项识破了它` +
            `${titles.length > 0 ? `：${listed(titles)}` : ""}。` +
            (positions ? "热图上也看得出来。" : "热图上什么也看不出来。"),
    },
    groups: {
        where: "牌落在哪里",
        digits: "把顺序写成数位",
        number: "每个顺序归结为一个数",
        before: "与之前的牌比较",
    },

    /** Decks that came before. */
    repeats: {
        here: "这里",
        fair: "公平",
        decks: "牌（副）",
        bar: (distinct, again) => `${count(distinct)} 副不同，${count(again)} 副出现过`,
        fairBar: (distinct) => `${count(distinct)} 副不同`,
        allDifferent: (decks) => `${count(decks)} 副牌，全都不同。`,
        some: ({ decks, distinct, pairs }) =>
            `${count(decks)} 副牌，${count(distinct)} 种不同的顺序：有 ${count(pairs)} 对` +
            "相同的牌。",
        expected: (pairs) => `公平的洗牌大约有 ${pairs} 对。`,
        hardly: (odds) => `洗牌公平时，哪怕只出现一对，概率也只有 ${odds}。`,
    },

    /** Each statistic: a title, what is counted, and an example to check by hand. */
    about: {
        position: ["位置",
            "哪张牌在哪个位置。",
            "3 1 2：3 号牌排第一，1 号牌排第二，2 号牌排第三。"],
        successor: ["相邻",
            "哪张牌紧跟在哪张牌之后。第一张算作跟在最后一张之后。",
            "3 1 2：1 跟在 3 之后，2 跟在 1 之后，3 跟在 2 之后。"],
        precedence: ["谁先谁后",
            "任意两张牌，不论远近，哪张在前。",
            "3 1 2：3 在 1 前，3 在 2 前，1 在 2 前。"],
        lehmer: ["Lehmer 数位",
            "从第二个位置起，对每个位置，数一数前面有几张牌比这里的牌大。" +
            "第一位有两个可能的值，下一位三个，依此类推，每个值的概率都相等。",
            "3 1 2：1 之前有一张更大的，2 之前有一张。数位是 1 1。"],
        "lehmer-inverse": ["牌的 Lehmer 数位",
            "对每张牌，数一数后面有几张更小的牌。2 号牌的数位有两个可能的值，" +
            "3 号牌的有三个，依此类推，每个值的概率都相等。",
            "3 1 2：2 之后没有更小的，3 之后有两张。数位是 0 2。"],
        "lehmer-pairs": ["成对的 Lehmer 数位",
            "连续两位 Lehmer 数位：前一位会不会透露后一位？",
            "3 1 2 的数位是 1 1，所以计入“1、1”这一对。"],
        "swap-down": ["从末尾开始的交换",
            "要得到这个顺序，从末尾开始的 Fisher–Yates 洗牌必须做哪些交换。" +
            "每一步的各种交换，概率都应相等。",
            "3 1 2：位置 3 与 2 交换，然后位置 2 与 1 交换。"],
        "swap-up": ["从开头开始的交换",
            "要得到这个顺序，从开头开始的 Fisher–Yates 洗牌必须做哪些交换。",
            "3 1 2：位置 1 与 3 交换，然后位置 2 与 3 交换。"],
        "swap-down-pairs": ["成对的交换",
            "Fisher–Yates 洗牌连续两次交换：前一次会不会透露后一次？",
            "会自我重复的随机数，单看每个是公平的，成对看就不是了。"],
        triples: ["最前面三张牌",
            "最前面是哪三张牌，以什么顺序排列。",
            "10 张牌有 720 种这样的开头。"],
        whole: ["完整顺序",
            "每种顺序出现多少次：这就是全部信息。",
            "3 张牌有 6 种顺序，每种应占六分之一。"],
        repeats: ["出现过的牌",
            "整副牌的顺序是否与之前某次完全相同。",
            "今天是 3 1 2，上周也是 3 1 2，就算一次重复。52 张牌若洗得公平，" +
            "没有人会见到重复。"],
        sign: ["偶或奇",
            "把牌排好需要偶数次（0）还是奇数次（1）交换。全部顺序中一半是偶，一半是奇。",
            "2 1 3 要交换一次：奇。3 1 2 要两次：偶。"],
        cycles: ["循环",
            "从一个位置出发，走到那里的牌所写的位置，再这样走下去，直到回到起点，" +
            "这就是一个循环。共有几个？",
            "2 1 3 有两个：位置 1 和 2 互指，位置 3 指向自己。"],
        "fixed-points": ["留在原位的牌",
            "有几张牌在自己原来的位置。不论多少张牌，平均都是一张。",
            "3 2 1 有一张：2 号牌排第二。"],
        descents: ["下降",
            "有多少次，一张牌后面跟着更小的牌。",
            "3 1 2 有一次：从 3 到 1。"],
        "inverse-descents": ["上升序列数减一",
            "从左到右依次拿起 1 号、2 号、3 号牌……其间要回到左边几次？" +
            "每一遍拿起一个上升序列，所以上升序列比这个次数多一个。" +
            "每次交错洗牌最多让上升序列的个数翻倍。",
            "3 1 2：一遍拿起 1 和 2，再回去拿 3。回去一次，所以有两个上升序列。"],
        inversions: ["逆序",
            "有多少对牌，不论远近，先后颠倒。",
            "3 1 2 有两对：3 在 1 前，3 在 2 前。"],
        successions: ["后面跟着下一号牌",
            "有多少张牌后面正好跟着下一号牌。",
            "3 1 2 有一张：1 后面跟着 2。"],
        "serial-position": ["与上一副比：位置",
            "一张牌在上一副里的位置，和现在的位置。",
            "先是 3 1 2，再是 3 2 1：位置 1 的牌没动，位置 2 和 3 变了。"],
        "serial-lehmer": ["与上一副比：Lehmer 数位",
            "Lehmer 数位，但牌按上一副的先后重新编号。",
            "先是 3 1 2，再是 1 3 2：从旧顺序看，新顺序是 2 1 3。数位是 1 0。"],
        "serial-fixed-points": ["与上一副比：留在原位的牌",
            "有几张牌还在上一副里的位置。",
            "先是 3 1 2，再是 3 2 1：一张，即 3 号牌。"],
        "serial-cycles": ["与上一副比：循环",
            "循环，但牌按上一副的先后重新编号。",
            "同一副牌来两次：有几张牌就有几个循环。"],
        "serial-descents": ["与上一副比：下降",
            "下降，但牌按上一副的先后重新编号。",
            "同一副牌来两次：一次下降也没有。"],
    },
};
