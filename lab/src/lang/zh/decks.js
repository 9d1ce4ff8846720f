// SPDX-License-Identifier: MIT
//
// decks.js - texts of the part "52! orders", in Simplified Chinese.
import { count, decimal, oneIn, percent, roughly, scientific, superscript }
    from "./numbers.js";
import { spaced } from "./spaces.js";

const ten = (power) => `10${superscript(power)}`;
const two = (bits) => `2${superscript(Math.round(bits))}`;

/** "42.9 亿", "2⁶⁴". */
const many = (bits) => (bits < 40 ? roughly(Math.round(2 ** bits)) : two(bits));

/** 3.6 × 10²⁷ of log10 = 27.55. */
const large = (log10) => (log10 < 15 ? roughly(10 ** log10)
    : log10 < 300 ? scientific(10 ** log10, 2) : ten(Math.floor(log10)));

/** A part of all orders: "66.7%" of log10 = 0.176, "316 万分之一" of log10 = 6.5. */
const part = (log10) => (log10 < 1 ? percent(10 ** -log10) : oneIn(log10));

/** Atoms of a bacterium: one picogram of water has 10¹¹. */
const BACTERIUM = 1e11;

/** "3 张牌有 3! = 6 种顺序。", "52 张牌有 52! 种顺序，约 8 × 10⁶⁷ 种。" */
const orders = (n, log10) => `${n} 张牌有 ${n}!` +
    (log10 < 9 ? ` = ${count(Math.round(10 ** log10))} 种顺序。`
        : ` 种顺序，${spaced("约", log10 < 15 ? large(log10) : scientific(10 ** log10, 1),
                             "种")}。`);

export const decks = {
    title: "52!",
    lead: "一副 52 张的牌有 52 × 51 × 50 × … × 1 种顺序，记作 52!。" +
        "公平的洗牌能给出其中的每一种，而许多随机数生成器连零头都给不出。",
    back: "回到“隐蔽的偏差”",

    own: {
        title: "一副从未有人见过的牌",
        lead: "洗一洗这副牌。顺序实在太多，你洗出的这一种很可能从未有人见过，" +
            "以后也很可能不会再有人见到。你手里拿过的任何一副洗匀的牌都是这样。",
        deck: "整副牌，从上到下",
        shuffle: "洗牌",
        again: "再洗一次",
        first: "一副新牌。把所有顺序列成一张表，它排在第 1 位。",
        number: (number) => ["把所有顺序列成一张表，你这副牌排在第 ", number, " 位。"],
    },

    numberTitle: "所有顺序的总数",
    numberLabel: (digits) => `52!，一个 ${digits} 位数`,
    numberNote: "这就是 52!，一个 68 位数。与其他大数比一比：",
    /** [what is counted, where the number is from]. */
    ladder: {
        people: ["地球上的人", "约 82 亿；联合国，2024 年"],
        seeds32: ["32 位的种子", "2³²，常见的大小"],
        seconds: ["大爆炸以来的秒数", "约 138 亿年"],
        sand: ["所有海滩上的沙粒", "粗略估计；夏威夷大学"],
        seeds64: ["64 位的种子", "2⁶⁴"],
        stars: ["可见宇宙中的恒星", "粗略估计；Driver，2003 年"],
        seeds128: ["128 位的种子", "2¹²⁸"],
        earth: ["构成地球的原子", "近似值；杰斐逊实验室"],
        sun: ["构成太阳的原子", "由质量和元素组成算出"],
        galaxy: ["银河系所有恒星的原子",
            "恒星总质量约为太阳的 610 亿倍；Licquia 和 Newman，2015 年"],
        decks: ["52 张牌的顺序", "52!，正是上面那个数"],
    },
    ladderCaption: "刻度上每一格都是前一格的一百亿倍。32 位的种子比全球人口还少，" +
        "128 位的种子也远少于构成地球的原子。一副牌的顺序，" +
        "大约与银河系所有恒星的原子一样多。",

    everyoneTitle: "如果所有人都来洗牌呢？",
    everyoneLead: "设想一下：从大爆炸至今，地球上每个人一直每秒洗一副牌，" +
        "而且没有哪一副重复出现过。52! 种顺序里，已经见过多少？",
    settingNames: { people: "人数", rate: "每人每秒洗几副", years: "年数" },
    settings: {
        people: (value) => roughly(value),
        rate: (value) => roughly(value),
        years: (value) => (value === 1.38e10 ? "138 亿：大爆炸至今" : roughly(value)),
    },
    /** Logarithms, and how many atoms of the Earth are as small a part of it. */
    seen: (seen, missing, atoms) => (missing === 0 ? "全部见过：洗牌次数比顺序的种数还多。"
        : `${spaced("一共见过", large(seen), "副牌")}：占全部顺序的 ` +
          `${missing < 9 ? part(missing) : spaced(large(missing), "分之一")}。` +
          "如果把全部顺序比作地球，见过的" +
          (atoms < 1 ? "还不到其中的一个原子。"
              : `${spaced("约为其中的", large(Math.log10(atoms)), "个原子")}` +
                `${atoms < BACTERIUM ? "，比一个细菌的原子还少。" : "。"}`)),
    zoomIn: "一直放大到看得见",
    depth: "放大，每步十倍",
    strip: (power) => (power === 0 ? "全部顺序"
        : `全部顺序的 ${power === 1 ? 10 : ten(power)} 分之一`),
    zoomCaption: (zoom, missing) => {
        const steps = Math.floor(missing);
        if (steps === 0) return "最上面一条是全部 52! 种顺序。橙色：已经见过的部分。";
        return "每一条都是上面一条的前十分之一。" +
            (zoom < steps
                ? `再放大 ${steps - zoom} 次，橙色的部分（已经见过的顺序）` +
                    "才会占到一条的十分之一以上。"
                : "橙色：终于看到了已经见过的那部分顺序。");
    },

    reachTitle: "你的生成器能给出多少种顺序？",
    reachLead: "生成器的随机数是算出来的：种子相同，数就相同，牌的顺序也相同。" +
        "种子有多少个，它最多就能给出多少种顺序。",
    seedOf: "种子的位数",
    bits: (bits) => `${count(bits)} 位`,
    bitsTick: (bits) => (bits === 0 ? "0 位" : count(bits)),
    otherBits: "其他位数",
    cards: "牌数",
    yours: (bits) => `你的：${count(bits)} 位`,
    upTo: (cards) => (cards < 2 ? "连 2 张牌都不够" : `${count(cards)} 张牌的全部顺序`),
    markKey: (n, bits) => `每条横条里的竖线是 ${n}!，约 2${superscript(bits)}：` +
        `${n} 张牌的顺序数。`,
    /** {n, bits, most, log10Orders, missing}: all orders can occur. */
    enough: ({ n, bits, most, log10Orders }) =>
        `${orders(n, log10Orders)}${count(bits)} 位的种子共有 ` +
        `${spaced(many(bits), "个")}：足以给出所有顺序，` +
        `最多够 ${count(most)} 张牌用。公平的洗牌必须做到这一点，但这还不够：` +
        "随机数本身的质量也要好。",
    /** The same: some orders cannot occur. */
    tooFew: ({ n, bits, most, log10Orders, missing }) =>
        `${orders(n, log10Orders)}${count(bits)} 位的种子共有 ` +
        `${spaced(many(bits), "个")}，顺序最多也只有这么多种：` +
        `只占全部的 ${part(missing)}。生成器再好，其余的顺序也永远不会出现。` +
        (most < 2 ? "这样的种子连两张牌的两种顺序都给不全。"
                  : `这样的种子最多够给出 ${count(most)} 张牌的全部顺序。`),
    reachCaption: (few, all, n) => "每多一位，种子就多一倍。" +
        (few === 0 ? `列出的 ${all} 种生成器，种子都足以给出 ${n} 张牌的全部顺序。`
            : `列出的 ${all} 种生成器中有 ${few} 种的种子太少：橙色的横条没到竖线，` +
                `${n} 张牌的有些顺序给不出。`),
    /** [name, who uses it]. */
    generators: {
        rand15: ["15 位", "用 rand() 得到的种子（RAND_MAX 为 32,767 时）"],
        second: ["当天的第几秒", "用时钟作种子"],
        millisecond: ["当天的第几毫秒", "1999 年被破解的扑克游戏"],
        bits32: ["32 位", "许多程序的 seed(number)，PHP 的 mt_srand()"],
        bits48: ["48 位", "java.util.Random、drand48()"],
        bits64: ["64 位",
            "Chrome 和 Node 的 Math.random()：128 位的生成器，种子只有 64 位"],
        bits128: ["128 位", "NumPy 的 default_rng()，不自己指定种子时"],
        bits256: ["256 位", "fairshuf，密钥来自操作系统"],
        mersenne: ["19,937 位", "梅森旋转算法，前提是整个状态都播了种"],
    },

    againTitle: "同一副牌多久会再次出现？",
    againLead: "23 个人中，有两人生日相同的可能性超过一半。用少量种子发出的牌也是这样：" +
        "种子还远远没有用完，就会出现重复。这里用公平的洗牌来发 52 张牌；生成器很好，" +
        "但每副牌都换一个新种子，而种子只有寥寥几位。",
    seedBits: "种子的位数",
    deal: "发牌",
    dealAgain: "再发一批",
    dealing: "正在发牌…",
    decksDealt: "已发的牌（副）",
    pairs: "相同的牌（对）",
    meanLabel: "首次重复（平均）",
    /** {pairs, decks, expected, seeds}. */
    pairsCaption: ({ pairs, decks: dealt, expected, seeds }) =>
        `蓝色：${count(dealt)} 副牌中有 ${count(pairs)} 对相同。橙色：` +
        `${count(seeds)} 个种子平均应有 ${decimal(expected)} 对。`,
    /** {first, decks, seeds, mean, fairPower, ages}; first: null if no deck occurred again;
     * ages: of the universe, until everyone on Earth has dealt that many. */
    dealt: ({ first, decks: dealt, seeds, mean, fairPower, ages }) =>
        (first === null ? `${count(dealt)} 副牌没有一副重复，这很少见。`
                        : `第 ${count(first)} 副牌之前已经出现过。`) +
        `有 ${count(seeds)} 个种子时，平均约 ${count(mean)} 副之后首次重复：` +
        "即种子数平方根的 1.25 倍。如果 52! 种顺序全都能出现，" +
        `则要到约 ${ten(fairPower)} 副之后：就算全世界每人每秒发一副，` +
        `也要花上宇宙年龄 ${spaced(roughly(ages), "倍的时间")}。`,
};
