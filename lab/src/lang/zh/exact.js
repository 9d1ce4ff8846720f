// SPDX-License-Identifier: MIT
//
// exact.js - the part "The proof", in Simplified Chinese.
import { count, listed } from "./numbers.js";

const divided = (number, by, share) =>
    `${number}\u00a0÷\u00a0${by}\u00a0=\u00a0${share}`;
const leaves = (number) => `${count(number)} 片叶子`;

export const exact = {
    title: "数遍每一种掷法",
    lead: "不靠运气，也不靠统计：本页逐一跟踪骰子的每一种可能，数出每种顺序出现多少次。" +
        "得到的结果就是证明。",
    presetsLabel: "值得一看的证明",
    presets: {
        any: "与任意牌交换",
        fair: "Fisher–Yates 洗牌",
        sattolo: "Sattolo",
        poker: "扑克网站，1999 年",
        coin: "抛硬币排序",
        sorted: "720 种顺序，按概率排序",
        modulo: "rand() % n，15 位",
        riffle: "交错洗牌 7 次，52 张牌",
    },
    cards: "牌数",
    settings: "选择一种洗牌",
    stop: "停止",
    working: "正在逐一尝试每种掷法。牌多时需要一分钟或更久。",

    // Heading.
    subject: (title, n) => [title, `，${count(n)} 张牌`],
    withDie: (title, die) => `${title}（随机数：${die}）`,
    oneShuffle: "这是对一副排好序的牌洗一次的结果。实际使用时，" +
        "每次洗牌都从上一次留下的顺序开始，这时单看每一次，各种顺序的概率可能几乎相同；" +
        "不公平之处在于前后两次顺序之间的关联，检验能看出这一点。",
    luckilyFair: (n) => `${count(n)} 张牌时碰巧是公平的。请增加牌数再试。`,

    // Facts.
    distance: "与公平的距离",
    impossible: "不可能的顺序",
    largest: "概率最大的顺序",
    least: "概率最小的顺序",
    unknown: "未知",
    exactlyFair: "完全公平",
    moreThanZero: "大于 0",
    lessThan: (limit) => `小于 ${limit}`,
    nearlyOne: "接近 1",
    beyondDigits: "差别在第 12 位数字之后",
    none: "没有",
    allPossible: (orders) => `全部 ${orders} 种都可能`,
    nearlyAll: "几乎全部",
    ofOrders: (orders) => `共 ${orders} 种顺序`,
    someOf: (some, all) => `${some} / ${all}`,
    never: "从不",
    itsShare: "等于公平份额",
    likeAll: "所有顺序都一样",
    /** How much of its fair share an order gets: a value, and what it means. */
    share: (value) => [value, "与公平份额之比"],
    times: (value) => [`${value} 倍`, "与公平份额相比"],
    more: (by) => [`多 ${by}`, "与公平份额相比"],
    less: (by) => [`少 ${by}`, "与公平份额相比"],
    distanceNote: "距离是指：要让洗牌变得公平，有多大比例的洗牌必须换成别的结果。" +
        "0 为公平，1 为最不公平。",
    about: (value) => `约 ${value}`,
    inFull: "完整分数",
    missing: (what, why) => `未显示：${listed(what)}。${why}`,
    missingNames: { orders: "每种顺序的概率", distance: "与公平的距离",
                    extremes: "概率最大和最小的顺序", map: "位置热图" },
    longFractions: "分数太长。",
    manyOrders: (orders) => `一共有 ${orders} 种顺序，无法逐一跟踪。`,
    thinBars: (orders) => `${orders} 根柱子会细得看不见。下面的表格列出了所有顺序。`,

    // How it was found, by code; `how` of the core is the fallback.
    how: {
        "all-tried": "尝试了所有掷法",
        "few-tried": "尝试了所有掷法",
        "orders-followed": "逐次掷骰跟踪了每种顺序的概率",
        "cards-followed": "每张牌单独跟踪，因此只知道位置",
        "one-sequence-each": "每种顺序恰好对应一种掷法",
        "one-sequence-at-most": "每种顺序至多对应一种掷法",
        symmetry: "所有的牌和位置地位平等",
        "even-only": "所有偶排列概率相同，奇排列不可能出现",
        "first-card": "以第一张牌开头的顺序概率都是一个值，其余的顺序概率都是另一个值",
        "unchanged-deck": "原样不变的概率更大，其余顺序概率相同",
        descents: "用顺序的下降数计算的公式",
        "inverse-descents": "用逆排列的下降数计算的公式",
        "coin-flips": "按所需抛硬币的次数对顺序分组",
        "cycle-lengths": "关于循环长度的马尔可夫链",
    },
    howFound: (how) => `依据：${how}。`,
    howCounted: (how, sequences) => `依据：${how}，共 ${count(sequences)} 种。`,

    // Why there is no result.
    problem: "没有精确结果。",
    fairDie: "改用完美的随机数",
    fewCards: (n) => `改用 ${count(n)} 张牌`,
    back: "回到示例",

    // Leaves and boxes.
    treeTitle: "每一次掷骰通向哪里",
    treeCaption: (number, orders) => "树的每根树枝是一次掷骰的一种结果，" +
        (number === 1 ? "唯一的叶子就是唯一的掷法。"
            : `${leaves(number)}中的每一片是一种掷法。`) +
        `每个盒子是 ${orders} 种顺序之一。`,
    columnsCaption: (number, orders) =>
        (number === 1 ? "这个方块是唯一的叶子，即唯一的掷法。"
            : `每个方块是 ${leaves(number)}之一，即一种掷法。`) +
        `每一列是 ${orders} 种顺序之一。`,
    heavyCaption: (number, orders) => `每个方块是 ${leaves(number)}之一，即一种掷法，` +
        `高度表示它的概率。每一列是 ${orders} 种顺序之一。`,
    deal: "让叶子落下",
    collect: "放回叶子",
    box: (name, got, all) => `顺序 ${name}：${leaves(all)}中的 ${got} 片`,
    even: (number, boxes, share) => `公平：${divided(number, boxes, share)}`,
    fairLine: (share) => `- - 公平：${share}`,
    modelTitle: (title) => `对比：${title}`,
    choose: "选择一种顺序，查看通向它的叶子。",
    tooFew: (number, orders, empty) => `${leaves(number)}不够分给 ${orders} 个盒子：` +
        `有 ${empty} 个空着。`,
    uneven: (number, orders, share) => `${leaves(number)}无法平均分给 ${orders} 种顺序：` +
        `${divided(number, orders, share)}。`,
    unevenParts: (parts, orders) => `各片叶子的概率不同，概率都是 1/${parts} 的整数倍，` +
        `而 ${parts} 不能被 ${orders} 整除。`,
    fairDeal: (number, orders, each) => `${leaves(number)}，${orders} 种顺序：` +
        `每种顺序恰好分到 ${each} 片。`,
    fairParts: (orders) => `各片叶子的概率不同，但 ${orders} 种顺序各自的总和相同。`,
    notDealt: (number, orders, empty) => `${leaves(number)}本可以平均分给 ` +
        `${orders} 种顺序，实际却` +
        (empty === 0 ? "没有分匀。" : `有 ${empty} 种顺序一片也没有。`),
    notDealtParts: (orders, empty) => "各片叶子的概率不同，" +
        `${orders} 种顺序各自的总和也不同` +
        (empty === 0 ? "。" : `：有 ${empty} 种顺序一片也没有。`),
    /** One order: how many leaves of all, and its share; against: "its fair share". */
    order: ({ name, got, all, share, against }) =>
        `顺序 ${name}：${leaves(all)}中的 ${got} 片${share ? `，合计 ${share}` : ""}；` +
        `${against}。`,
    orderNever: (name) => `顺序 ${name}：没有叶子通向它，因此不可能出现。`,
    noTree: (most, link) => [`树最多画到 ${most} 张牌。`, link, "。"],
    noTreeLink: (n) => `看 ${count(n)} 张牌的树`,
    manyLeaves: (number, most) => `这棵树有 ${leaves(number)}，最多只画 ${most} 片。`,
    smaller: (link) => ["可以改看 ", link, "。"],
    loaded: (die) => ["这棵树对应公平的骰子。换成 ", die, "，有些面更容易出现，" +
        "相应的叶子也一样。"],

    // Bars, map, table.
    bars: "所有顺序",
    sort: "排序方式",
    sortOrder: "按顺序",
    sortProbability: "按概率",
    height: "高度",
    heightProbability: "概率",
    heightDifference: "与公平之差",
    groups: "概率相同的顺序",
    heads: ["顺序数", "概率", "小数", "与公平相比", "哪些"],
    fair: "公平",
    cannot: "✕ 不可能",
    andMore: (number) => ` 等，另有 ${count(number)} 种`,
    moreRows: (number) => `再显示 ${count(number)} 行`,
    allAlike: (orders) => `全部 ${count(orders)} 种顺序概率相同。`,
    /** groups: [number of orders, probability] of the first groups; more: other
     * groups. */
    shares: (orders, groups, more) => `${count(orders)} 种顺序中，` +
        groups.map(([number, share]) => `${count(number)} 种为 ${share}`).join("，") +
        (more > 0 ? `，其余分属另外 ${count(more)} 组。` : "。"),
};
