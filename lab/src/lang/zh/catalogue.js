// SPDX-License-Identifier: MIT
//
// catalogue.js - the shuffles and the random numbers of the catalogue, in Simplified
// Chinese.

export const catalogue = {
    fair: "公平",
    wrong: "错误",
    source: (origin) => `来源：${origin}。`,
    /** A title with its number: "Riffle shuffles (7)". */
    numbered: (title, number) => `${title}（${number}）`,
    /** A shuffle and the random numbers that it uses. */
    both: (shuffle, die) => `${shuffle}，随机数：${die}`,

    shuffles: {
        "original": {
            title: "Fisher–Yates 洗牌，纸笔版",
            story: "最初的做法：随机取一个 k，在剩下的牌里划掉第 k 张，抄到新的列表上。" +
                "它是公平的，但耗时随牌数的平方增长。",
            origin: "Fisher 和 Yates，1938 年",
        },
        "removing": {
            title: "Fisher–Yates 洗牌，逐张取出",
            story: "从牌堆里随机取出一张放到新的牌堆上，直到取完。它是公平的，" +
                "但每次取出都要移动后面所有的牌。",
            origin: "Fisher 和 Yates，1938 年；教程里常用列表这样写",
        },
        "down": {
            title: "Fisher–Yates 洗牌，从末尾开始",
            story: "最后一张牌与随机选出的一张交换：它自己，或前面任意一张。" +
                "再轮到倒数第二张，一直到第二张。",
            origin: "Durstenfeld，1964 年；Knuth 的算法 P",
        },
        "up": {
            title: "Fisher–Yates 洗牌，从开头开始",
            story: "做法相同，方向相反。每张牌与随机选出的一张交换：它自己，或后面任意一张。",
            origin: "Durstenfeld，1964 年；Knuth",
        },
        "inside-out": {
            title: "由内而外，写入副本",
            story: "一张一张地拼出洗好的副本，不必事先知道有多少张牌。" +
                "原数组和副本不能是同一个。",
            origin: "教科书，源自 Durstenfeld 和 Knuth",
        },
        "inside-out-swap": {
            title: "由内而外，原地交换",
            story: "在同一个数组里由内而外，从第二张到最后一张，" +
                "每张与随机选出的一张交换：它自己，或前面任意一张。",
            origin: "教科书，源自 Durstenfeld 和 Knuth",
        },
        "keys-redraw": {
            title: "按随机键排序，不许重复",
            story: "每张牌抽一个随机键，重复了就重抽，然后按键排序。没有重复的键，" +
                "所以公平。",
            origin: "解决键重复的办法",
            parameter: "每个键的位数",
        },
        "coin-quick-random": {
            title: "抛硬币排序：快速排序，随机基准",
            story: "每次比较都抛硬币。这里的抛硬币排序中，只有这一种仍然公平：" +
                "基准是随机选的一张牌，所以各张牌的机会都相同。",
            origin: "Hoare 1961 年的快速排序，基准随机选取",
        },
        "swap-with-any": {
            title: "与任意牌交换",
            story: "每张牌都与整副牌里的任意一张交换。这样共有 nⁿ 种等可能的掷法，" +
                "牌数超过 2 时，无法平均分给 n! 种顺序。",
            origin: "许多语言的常见写法；Jeff Atwood 的三张牌",
        },
        "swap-with-any-down": {
            title: "与任意牌交换，从末尾开始",
            story: "同样的错误，只是循环从最后一张走到第一张，" +
                "偏向的也就成了另一些顺序。",
            origin: "许多语言的常见写法",
        },
        "step-short": {
            title: "少走一步",
            story: "Fisher–Yates 洗牌，但循环条件是 i > 1 而不是 i > 0：" +
                "最前面剩下的两张牌从不交换。",
            origin: "代码评审中常见",
        },
        "sattolo": {
            title: "Sattolo 循环",
            story: "它从不选中牌自己，所以没有一张牌能留在原位。" +
                "用来生成随机循环是对的，用来洗牌就错了。",
            origin: "Sattolo，1986 年；被一些文章当成洗牌来介绍",
        },
        "stops-early": {
            title: "忘了最后一张牌",
            story: "循环从 1 走到 n − 2 而不是 n − 1，所以最后一张牌从不移动。",
            origin: "一篇列出五种 Fisher–Yates 写法的文章",
        },
        "one-too-far": {
            title: "多了一个位置",
            story: "从第二步起，可能选中刚放好的那张牌，又把它挪走。",
            origin: "一篇教程的示例，照字面写成代码",
        },
        "never-last": {
            title: "扑克网站的洗牌（1999 年）",
            story: "每张牌与除最后一张以外的任意牌交换，所以最后一张牌永远不会留在最后。",
            origin: "ASF Software，Planet Poker，1999 年",
        },
        "math-round": {
            title: "四舍五入，而不是向下取整",
            story: "Math.round(Math.random() * i) " +
                "让第一个和最后一个位置只得到应有份额的一半。",
            origin: "JavaScript 中常见",
        },
        "reinsert": {
            title: "抽出来，随便插回去",
            story: "不是交换而是移动，但同样是 nⁿ 种等可能的掷法对应 n! 种顺序。",
            origin: "“与任意牌交换”的变体",
        },
        "transpositions": {
            title: "随机交换",
            story: "一次又一次地交换两个随机位置。每次都更接近公平，却永远到不了。",
            origin: "许多文章的读者都提过",
            parameter: "交换次数",
        },
        "distinct-swaps": {
            title: "随机交换两张不同的牌",
            story: "每次交换都把偶排列变成奇排列，或者反过来。次数固定，" +
                "就有一半的顺序不可能出现。",
            origin: "“改进”过的随机交换",
            parameter: "交换次数",
        },
        "adjacent-swaps": {
            title: "随机交换相邻的牌",
            story: "牌一次只走一步，走不远。次数固定时，还有一半的顺序不可能出现。",
            origin: "常识",
            parameter: "交换次数",
        },
        "keeps-the-deck": {
            title: "随机交换，洗完不复原",
            story: "每次洗牌都从上一次留下的顺序开始。单看每一次的顺序都公平，" +
                "但每次都取决于上一次。",
            origin: "常识",
            parameter: "交换次数",
        },
        "keys": {
            title: "按随机键排序",
            story: "键相同的牌保持原来的先后。如果很少重复，就接近公平，" +
                "例如每个键 53 位时；8 位时则不然。",
            origin: "常见写法；ORDER BY random()",
            parameter: "每个键的位数",
        },
        "coin-insertion": {
            title: "抛硬币排序：插入排序",
            story: "每次比较都抛硬币。最后一张牌有一半的概率留在最后。",
            origin: "sort(() => Math.random() - 0.5)，Chromium 156，牌少时",
        },
        "coin-timsort": {
            title: "抛硬币排序：TimSort",
            story: "每次比较都抛硬币。三张牌在 16 次中有 6 次原样不动，" +
                "有 5 次只是颠倒过来。",
            origin: "sort(() => Math.random() - 0.5)，Node 20，少于 64 张牌；Python",
        },
        "coin-selection": {
            title: "抛硬币排序：选择排序",
            story: "每次比较都抛硬币。开始时越靠后的牌，越可能排到最前。",
            origin: "用随机比较来排序",
        },
        "coin-exchange": {
            title: "抛硬币排序：交换排序",
            story: "对每一对位置抛一次硬币，正面就交换这两张牌。",
            origin: "用随机比较来排序",
        },
        "coin-bubble": {
            title: "抛硬币排序：冒泡排序",
            story: "对相邻两张牌抛硬币，共 n − 1 轮，一轮比一轮短。" +
                "最后一张牌有一半的概率留在最后。",
            origin: "用随机比较来排序",
        },
        "coin-merge": {
            title: "抛硬币排序：归并排序",
            story: "每次比较都抛硬币。若 n 是 2 的幂，每张牌在每个位置的概率都相等，" +
                "但各种顺序的概率仍不相等。",
            origin: "GNU C 库 2.36 的 qsort()，用随机比较",
        },
        "coin-quick": {
            title: "抛硬币排序：快速排序，以第一张为基准",
            story: "每次比较都抛硬币。基准是第一张牌，它往往落到中间。",
            origin: "用随机比较来排序",
        },
        "coin-heap": {
            title: "抛硬币排序：堆排序",
            story: "每次比较都抛硬币，而这种排序反复追问哪张牌最大。",
            origin: "用随机比较来排序",
        },
        "riffle": {
            title: "交错洗牌",
            story: "把牌切成两半，让它们交错落下。洗七次之后，" +
                "52 张牌与公平的距离仍约为三分之一。",
            origin: "Gilbert、Shannon 和 Reeds；Bayer 和 Diaconis，1992 年",
            parameter: "洗几次",
        },
        "overhand": {
            title: "过手洗牌",
            story: "每次大约四张，一叠一叠地摞起来。相邻的牌要洗很久才会分开。",
            origin: "牌桌",
            parameter: "洗几次",
        },
        "rotation": {
            title: "只切一次牌",
            story: "每张牌在每个位置出现得一样多，但 n! 种顺序里只有 n 种会出现。",
            origin: "只数位置是不够的：经典反例",
        },
        "rotation-flip": {
            title: "切一次牌，也许再颠倒",
            story: "每张牌在每个位置出现得一样多，但有 4 张或更多牌时，" +
                "n! 种顺序里只有 2n 种会出现。",
            origin: "二面体群",
        },
        "affine": {
            title: "乘一乘，加一加",
            story: "位置 i 放第 a·i + b 张牌（模 n）。n 为素数时连两张牌的组合都公平，" +
                "但会出现的顺序仍然很少。",
            origin: "仿射群",
        },
        "even-only": {
            title: "只有偶排列",
            story: "公平的洗牌，若得到奇排列就再交换一次。一半的顺序从不出现，" +
                "而且牌多时，只有数交换次数才看得出来。",
            origin: "交错群",
        },
        "buffer": {
            title: "洗牌缓冲区",
            story: "缓冲区里随机出去一张，再进来下一张。除非缓冲区装得下整副牌，" +
                "否则后面的牌不可能排到最前。",
            origin: "训练数据的加载程序",
            parameter: "缓冲区的牌数",
        },
        "blocks": {
            title: "只洗块，不洗牌",
            story: "各块的顺序是公平的，但同一块里的牌始终在一起。",
            origin: "分块打乱的文件",
            parameter: "每块的牌数",
        },
        "promoted": {
            title: "第一张牌有优待",
            story: "公平的洗牌，但偶尔（默认 100 次里有 1 次）" +
                "把洗牌之前的第一张牌放回最前面。",
            origin: "作弊",
            parameter: "百分比",
        },
        "repeats-last": {
            title: "有时什么也不做",
            story: "公平的洗牌，但偶尔（默认 20 次里有 1 次）会失败，" +
                "于是上一次的顺序又出现一遍。",
            origin: "失败了也没人发现的洗牌",
            parameter: "百分比",
        },
    },

    dice: {
        "exact": {
            title: "完美",
            story: "会偏向某些数的原始随机数一律重抽，所以每个数的概率完全相等。",
        },
        "modulo": {
            title: "rand() % n",
            story: "原始随机数取余会偏向较小的数。像 Windows 那样用 15 位时，" +
                "52 张牌最多偏 630 分之一；用 31 位时，偏差小得根本察觉不到。",
            parameter: "原始随机数的位数",
        },
        "scale": {
            title: "floor(random() * n)",
            story: "随机小数乘以 n 再向下取整，和取余数一样不均匀，" +
                "只是占便宜的数分散开了。",
            parameter: "小数的二进制位数",
        },
        "few-seeds": {
            title: "优秀的生成器，但种子很少",
            story: "每次洗牌都用很短的种子启动优秀的生成器。顺序的种数不可能多于种子数。",
            parameter: "种子的位数",
        },
        "time-seeded": {
            title: "每次洗牌前调用 srand(time(NULL))",
            story: "Windows 的 15 位生成器，每次的种子比上次晚一秒。" +
                "相邻的种子给出的顺序互相关联，而且分布得过于均匀。",
        },
        "clock-seeded": {
            title: "用一天中的时刻作种子",
            story: "Borland 的 32 位生成器，种子是一天 86,400,000 毫秒中的一个，" +
                "和 1999 年被破解的那个扑克游戏一样。",
        },
        "java48": {
            title: "java.util.Random，每次洗牌重新播种",
            story: "它的状态只有 48 位，取值比 17 张牌的顺序还少。17 张或更多时，" +
                "有些顺序从不出现。",
        },
    },

    /** Functions of libfairshuf. */
    library: {
        shuffle: "fair_shuffle()",
        copy: "fair_shuffle_copy()",
        permutation: "fair_permutation32()",
        head: "fair_shuffle_head()，再接上其余的牌",
        cycle: "fair_cycle()，从第一张牌起",
        custom: "fair_shuffle_with() 加自己的交换函数",
    },
    libraryStory: "fairshuf 库，用它自己的生成器和随机数。",
    libraryOrigin: "libfairshuf",
};
