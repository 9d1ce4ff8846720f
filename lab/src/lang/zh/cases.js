// SPDX-License-Identifier: MIT
//
// cases.js - texts of the part "Famous cases", in Simplified Chinese.
import { count } from "./numbers.js";

export const cases = {
    title: "著名案例",
    lead: "公开出过错的洗牌，以及看起来正确、其实有陷阱的代码。每个案例都有可以动手操作的图、原因、损失和出处。",
    list: "案例",
    groups: { public: "真实发生过", traps: "陷阱" },
    all: "全部案例",
    wrongTitle: "错在哪里",
    costTitle: "后果",
    lessonTitle: "教训",
    sourcesTitle: "出处",
    codeLabel: "代码，错误之处已标出",
    proof: "用 3 张牌证明",

    "planet-poker": {
        title: "Planet Poker 扑克网站",
        date: "1999 年 9 月",
        damage: "知道五张牌，就能推出其余 47 张。",
        story: [
            "Planet Poker 用 ASF 公司的软件经营真钱德州扑克。为了证明游戏诚实，洗牌的代码被公布出来。" +
            "一家安全公司里的几位扑克爱好者读了这段代码。",
        ],
        wrong: [
            "每张牌都与一个随机位置交换，这种做法即使写对了也不公平。而且它没有写对：漏掉了最后一个位置，" +
            "所以最后一张牌永远不会留在最后。",
            "更糟的是随机数生成器。它只有 32 位，最多能发出 2³²（42.9 亿）种牌，而全部顺序有 8 × 10⁶⁷ 种。" +
            "每局之前又用午夜以来的毫秒数作种子，于是只剩 86,400,000 种。",
        ],
        cost: [
            "他们写了一个程序：输入五张牌，即自己的两张和桌上最先翻开的三张，程序就在牌局进行中显示其余所有的牌。" +
            "再参考服务器的时钟，只需要试大约 200,000 个种子。",
            "他们说从未用它牟利。CNN 作了报道；ASF 表示那时已经换掉了洗牌程序。" +
            "Planet Poker 表示，受影响牌局的玩家已经拿回了钱。",
        ],
        lesson: [
            "洗牌再好也好不过它的种子。种子应取自操作系统的随机数，52 张牌至少要 226 位，并使用 Fisher–Yates 洗牌。",
        ],
    },
    poker: {
        title: "坐到牌桌前",
        lead: "本页的 C 代码像 1999 年那样发一副牌。你能看到自己的两张牌和桌上最先翻开的三张。" +
            "然后，你的浏览器会试遍一天中的每一毫秒。",
        own: "你的牌",
        table: "桌上的牌",
        find: "找出这副牌",
        deal: "再发一局",
        searching: "正在尝试 86,400,000 个种子…",
        known: (k) => `已知 ${k} 张牌`,
        decks: (number) => `${count(number)} 种`,
        found: (left, time) => (left === 1
            ? `只有一种牌符合：它是在 ${time} 洗出来的。`
            : `有 ${left} 种牌符合，再看一张就能确定：它是在 ${time} 洗出来的。`),
        rest: "其余的牌，按将要出现的顺序：",
        mapTitle: "52 张牌各自落在哪里",
    },

    ballot: {
        title: "浏览器选择页",
        date: "2010 年 2 月",
        damage: "Internet Explorer 每两次就有一次排在最后，而不是五次一次。",
        story: [
            "微软曾向欧盟委员会承诺，Windows 会以随机顺序列出多种浏览器供用户选择。" +
            "斯洛伐克新闻网站 DSL.sk 用 Internet Explorer 打开这个页面几万次，并作了统计。",
        ],
        wrong: [
            "页面用排序来打乱浏览器，比较函数却像抛硬币。排序信任比较的结果，而且只比较几次，" +
            "所以有些顺序出现得多得多。结果取决于排序算法，而每个浏览器的排序都不一样。",
            "IBM 的 Rob Weir 解释了原因。我们不知道 Internet Explorer 内部用什么排序，" +
            "但“抛硬币的插入排序”与数据吻合：最后一个以 1/2 的概率留在最后，以 1/16 的概率排到第一。" +
            "DSL.sk 测得 50% 和 6%。",
        ],
        cost: [
            "这个顺序本来是为了了结微软与欧盟之间的反垄断案。这个错误并没有偏向微软，但还是上了新闻，" +
            "最早的报道两周后得到修正。",
        ],
        lesson: ["微软改用了 Fisher–Yates 洗牌。这样就够了。"],
    },
    ballotPicture: {
        title: "自己打开选择页",
        load: "打开一次",
        loadMany: "打开 1,000 次",
        start: "这是排序之前的列表。打开选择页，看看谁排在最后。",
        said: (loads, share) => `已打开 ${loads} 次，Internet Explorer 排在最后的占 ${share}。`,
        lastTitle: "谁排在最后？",
        share: (seen, exact) => `${seen}（精确值 ${exact}）`,
        caption: "各浏览器排在最后的比例，括号内是精确概率。竖线是公平的比例 20%。",
    },

    "random-comparator": {
        title: "sort(() => Math.random() - 0.5)",
        date: "年年都有",
        damage: "在 Node 20 里，三张牌有 6/16 的概率原样不动，而不是 1/6。",
        story: ["只有一行，好记，结果看起来也打乱了。所以直到今天，它仍然出现在教程、问答和代码评审里。"],
        wrong: [
            "比较函数不能自相矛盾。一旦矛盾，语言标准就把顺序交给具体实现决定。所以同一行代码在不同引擎里、甚至" +
            "每次更新之后，都可能是另一种洗牌。我们试过的全都不公平。",
        ],
        cost: [
            "测验选项、商品列表、播放列表：凡是这样打乱的，都会偏向某些位置。2017 年，代码集 " +
            "30-seconds-of-code 还把它当作洗牌函数；2023 年，SillyTavern 把它删掉了。",
        ],
        lesson: ["用 Fisher–Yates 洗牌。如果一定要用排序，就给每张牌一个随机的键，再按键排序。"],
    },
    comparator: {
        v8: "Node 20 和 Python：TimSort",
        v8Caption: "三张牌各种顺序的精确概率。竖线是公平的比例 1/6。",
        here: "你的浏览器",
        run: "在这个浏览器里排序 60,000 次",
        /** sort: the one whose probabilities fit, if any does. */
        measured: (share, sort) => `在这里，三张牌有 ${share} 原样不动。公平的话应为 16.7%。` +
            `${sort ? `各种顺序的比例都符合：${sort}。` : "这些比例与下列排序都不符合。"}`,
        tableLead: "三张牌原样不动的概率取决于排序算法：",
        sort: "排序（抛硬币比较）",
        unchanged: "不变的概率",
        sorts: {
            "coin-timsort": ["TimSort", "（Node 20、Python 3.11）"],
            "coin-insertion": ["插入排序", "（Chromium 156，牌少时）"],
            "coin-merge": ["归并排序", ""],
            "coin-quick": ["快速排序，以第一张为基准", ""],
            "coin-heap": ["堆排序", ""],
        },
    },

    "small-seeds": {
        title: "状态很大，种子很小",
        date: "1998 年至今",
        damage: "32 位的种子只够 12 张牌的全部顺序，52 张远远不够。",
        story: [
            "1998 年的梅森旋转算法是许多语言的默认生成器。它的状态有 19,937 位，足够给出 2,080 张牌的全部顺序。" +
            "听起来绰绰有余。",
        ],
        wrong: [
            "关键在于状态是怎么填满的。许多程序只用一个 32 位的数来填满它，于是随机数序列只有 2³² 种，牌也最多 2³² 种。" +
            "PHP 手册在 mt_srand() 一页上专门提醒了这一点。",
            "java.util.Random 的状态有 48 位：够 16 张牌的全部顺序，17 张就不够了。",
        ],
        cost: [
            "只要看到几张牌，就可以试遍所有种子。免费程序 php_mt_seed 专门对付 PHP：据作者说，" +
            "四核处理器不到一分钟就能试完全部 2³² 个种子。",
        ],
        lesson: ["使用由操作系统以 256 位以上播种的生成器，不要再用一个数或时间去重新播种。"],
    },
    seeds: {
        caption: "几种生成器的种子够到哪里。没到竖线的，给不出 52 张牌的全部顺序。",
        more: "52!：生成器能发出多少种牌",
    },

    "debian-shuf": {
        title: "Debian 12 的 shuf",
        date: "直到 2025 年",
        damage: "让它在 1 到 100 中选一个数，有 11 个数永远选不到。",
        story: [
            "shuf 是 Linux 上打乱文本行的命令。我们用自己的工具检验了 Debian 12 的版本（coreutils 9.1）：" +
            "让它在 1 到 100 中选一个数，共 20,000 次。",
        ],
        wrong: [
            "随机数本身没有问题，但起点的种子太小。shuf 只取输出看起来需要的字节数作种子：在这里只有一个字节。" +
            "一个字节有 256 种取值，没有一种能得到 16、17、23 和另外八个数；有一个数则达到应有次数的三倍以上。",
            "8.6 到 9.5 版都有这个毛病。输出越少影响越大；大约 1,500 行以上时，种子才足够大。",
        ],
        cost: [
            "用 shuf 从一百个里挑一个的抽奖、抽样和测试都不公平，而单独运行一次谁也看不出来。" +
            "2025 年 1 月的 9.6 版总是使用完整的种子，但许多机器上仍是旧版本。",
        ],
        lesson: ["种子不能按需要裁小。你可以用上面第二条命令检验自己的机器；fairshuf 可以代替 shuf。"],
    },
    shuf: {
        cell: (number, times) =>
            `${number}：${times === 0 ? "从未出现" : `${count(times)} 次`}`,
        /** {never, trials, most, fair}. */
        caption: ({ never, trials, most, fair }) => `1 到 100 的数。蓝色并划掉的：${trials} ` +
            `次运行中从未出现的 ${never} 个数。橙色越浓出现越多：最多 ${count(most)} 次，而公平时约 ${count(fair)} 次。`,
        open: "打开完整报告",
    },

    "xor-swap": {
        title: "异或交换",
        date: "陷阱",
        damage: "一张牌与自己交换，就变成 0。",
        story: ["用三次异或，不需要第三个变量就能交换两个数。这是个有名的技巧。先用两个位置试试，再用同一个位置试试。"],
        wrong: [
            "如果两边是同一个变量，第一行算的是 x ^ x，结果是 0，原来的值就没了。Fisher–Yates 洗牌必须允许牌留在原位，" +
            "所以经常让一个位置与自己交换：52 张牌每次洗牌平均约 3.5 次。",
        ],
        cost: ["牌会凭空消失。发现的人往往这样“修复”：抽取时排除自己的位置。结果成了不公平的 Sattolo 洗牌。"],
        lesson: ["用第三个变量。编译器会让它和这个技巧一样快，甚至更快。"],
    },
    xor: {
        position: ["交换位置", "与位置"],
        swap: "异或交换",
        again: "重新开始",
        start: "五张牌。试试让位置 2 与自己交换。",
        erased: (position, lost) => `位置 ${position} 与自己交换，变成了 0。5 张牌已丢失 ${lost} 张。`,
        /** {i, j, lost}. */
        done: ({ i, j, lost }) => `位置 ${i} 和 ${j} 已交换。` +
            (lost === 0 ? "没有丢失。" : `5 张牌已丢失 ${lost} 张。`),
    },

    "off-by-one": {
        title: "差一错误",
        date: "陷阱",
        damage: "一个字符决定公平还是不公平。",
        story: ["Fisher–Yates 洗牌很短，每个边界都很重要。下面几种写法与正确的只差一个边界。热图是 7 张牌的精确结果。"],
        wrong: [
            "把 random(i + 1) 写成 random(i)，就排除了牌自己：没有牌能留在原位。循环早结束一步，最后一张牌就从来不动。" +
            "范围大了一，就会碰到已经定好的牌。",
        ],
        cost: [
            "BusyBox 是小型 Linux 系统的工具箱，它的 shuf 犯过第一种错：有人用它随机挑一行，却从来挑不到第一行。" +
            "2026 年，一个知名的算法代码库里也发现了同样的错误边界。",
        ],
        lesson: ["数一数可能的结果：先 n 种选择，再 n − 1 种，再 n − 2 种，直到 1 种。"],
    },
    ranges: {
        down: { title: "Fisher–Yates：正确", caption: "热图一片空白：每张牌在每个位置的概率都相等。" },
        sattolo: { title: "random(i)", caption: "对角线是蓝色：没有牌能留在原位。" },
        "stops-early": { title: "早结束一步", caption: "最后一张牌总在最后。" },
        "one-too-far": { title: "多了一个位置", caption: "已经定好的牌又被移动。" },
        key: "行是牌，列是位置。蓝色：太少。橙色：太多。",
    },

    "rand-modulo": {
        title: "rand() % n",
        date: "陷阱",
        damage: "小的数比大的数出现得多。",
        story: [
            "随机字有 2 的幂那么多种取值。除非 n 也是 2 的幂，否则无法平均分给 n 个数。取余数会把多出来的都分给最小的几个数。",
        ],
        wrong: [
            "8 位的字和 52 张牌：256 = 4 × 52 + 48，于是 48 个位置各得到 256 种取值中的 5 种，最后 4 个位置只有 4 种。" +
            "15 位时差别很小，64 位时微乎其微，但永远不是零。",
        ],
        cost: ["15 位时，52 张牌的偏差小到一百万次洗牌也看不出来。8 位时，几千次就够了：见“对比”。"],
        lesson: [
            "如果落在多出来的部分，就重新抽。好的库都这么做：OpenBSD 的 arc4random_uniform() 就是为此而写，" +
            "fairshuf 也这样做。",
        ],
    },
    modulo: {
        bits: "随机字的位数",
        sides: "n",
        /** {words, sides, times, more}. */
        said: ({ words, sides, times, more }) => (more === 0
            ? `${count(words)} 种取值分给 ${sides} 个数：每个正好 ${count(times)} 种。`
            : `${count(words)} 种取值分给 ${sides} 个数：前 ${more} 个各得 ${count(times + 1)} 种，` +
              `其余 ${sides - more} 个只有 ${count(times)} 种。`),
        caption: "每个数分到多少种取值，最左是 0，最右是 n − 1。橙色：比别的多一种。",
        tableLead: "如果每次掷骰都是 rand() % n，三张牌的 Fisher–Yates 洗牌的精确概率如下。公平时都应为 1/6：",
        order: "顺序",
        with: (bits) => `${bits} 位`,
    },
};
