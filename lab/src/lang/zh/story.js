// SPDX-License-Identifier: MIT
//
// story.js - the story, in Simplified Chinese.
import { count, scientific } from "./numbers.js";

/** 4.5 → "4.5", 10.666 → "10.67", 1 → "1". */
const share = (value) => (Number.isInteger(value) ? count(value)
    : String(Number(value.toFixed(2))));

/** "= 4.5", and "≈ 10.67" of what is rounded. */
const quotient = (ways, orders) =>
    `${100 * ways % orders === 0 ? "=" : "≈"} ${share(ways / orders)}`;

const mistake = "A 犯了一个常见的错误：交换时可能选中任何一张牌，" +
    "连前面的步骤已经放好的牌也不例外。听起来好像洗得更匀，" +
    "其实会让一些顺序比别的顺序更容易出现。只要三张牌，就能看出为什么。";

export const story = {
    next: "下一页 →",
    start: "看看为什么 →",
    back: "← 上一页",
    screens: "故事的各页",
    screen: (number, title) => `第 ${number} 页：${title}`,
    deckIs: (deck) => `现在的牌是 ${deck}`,

    guess: {
        short: "哪个公平？",
        title: "这两种洗牌只有一种是公平的，是哪一种？",
        lead: "两段代码都从最后一张牌处理到第一张，把每张牌与随机选出的一张交换。" +
            "它们只有一处不同。",
        note: "如果各种顺序出现的概率都相同，洗牌就是公平的。" +
            "`random(k)` 返回 0 到 k − 1 之间的一个随机整数。",
        chosen: (answer) => `你猜的是：${answer}`,
        a: "A 公平",
        b: "B 公平",
        hint: "先猜一猜。",
        sort: "你用的是 `sort(() => Math.random() - 0.5)` 吗？",
        toSort: "马上检验",
        right: `你选了 B，答对了。${mistake}`,
        wrong: `你选了 A，但公平的是 B。${mistake}`,
    },

    ways: {
        short: "27 种掷法",
        title: "三张牌，掷三次：27 种掷法",
        lead: "只有三张牌时，洗牌 A 里的每个 random(n) 就像掷一次三面骰子。一共掷三次，" +
            "每张牌一次。选定每次掷出的数，看看牌怎样移动。（这里的位置从 1 开始编号。）",
        start: "开始时",
        roll: (number, position) => `第 ${number} 次：位置 ${position} 与哪个位置交换？`,
        face: (roll, rolled) => `第 ${roll} 次掷出位置 ${rolled}`,
        random: "三次一起掷",
        choose: (all) => `一共有 3\u00a0×\u00a03\u00a0×\u00a03 = ${all} 种掷法，` +
            "概率都相同。每个小方块是一种掷法，字母和颜色表示最后得到的顺序。" +
            "点一个方块，看看它是怎么掷出来的。",
        way: (rolls, order, all) => `掷出 ${rolls.join("、")}，` +
            `得到 ${order}${order === "JQK" ? "，和开始时的顺序一样" : ""}。` +
            `这是 ${all} 种等可能的掷法之一。`,
        caption: (all) => `这 ${all} 种掷法，每一种都会得到 J、Q、K 三张牌的六种顺序之一。`,
    },

    boxes: {
        short: "27 种掷法，6 个盒子",
        title: "27 种掷法，能平均分给 6 种顺序吗？",
        lead: "三张牌有六种顺序。每种顺序是一个盒子，一种掷法得到哪种顺序，" +
            "就落进哪个盒子。",
        drop: "让它们落下",
        lift: "再看一遍",
        box: (name, got, all) => `顺序 ${name}：${all} 种掷法中的 ${got} 种`,
        even: (ways, orders) => `公平份额：${ways} ÷ ${orders} = ${share(ways / orders)}`,
        before: (ways, orders) => `${ways} 种掷法，${orders} 个盒子。` +
            "每个盒子能分到一样多吗？",
        result: (ways, { most, least, often, rarely }) =>
            `${often.join("、")} 各有 ${most} 种掷法，` +
            `${rarely.join("、")} 各只有 ${least} 种。要公平，` +
            `每种顺序都得有 ${share(ways / 6)} 种，可是一种掷法没法劈成两半。`,
        chosen: (name, got, all) => `${all} 种掷法中有 ${got} 种得到 ${name}，` +
            `所以它的概率是 ${got}/${all}，本该是 1/6。`,
        reason: (ways, orders) => "一句话说明洗牌 A 为什么不公平：" +
            `${ways} 种等可能的掷法，无法平均分给 ${orders} 种顺序。`,
        caption: (ways, orders) => `${ways} 种掷法，${orders} 个盒子，每种顺序一个盒子。` +
            "点一个盒子，看看落进去的是哪些掷法。",
    },

    fix: {
        short: "小小的改动",
        title: "小小一改，就公平了",
        lead: "循环中 i 依次是 2、1、0。如果不是每次都从 3 张牌里选，" +
            "而是从 i + 1 张牌里选（先 3 张，再 2 张，最后 1 张），会怎么样？",
        code: "洗牌 A",
        apply: "把 n 换成 i + 1",
        undo: "换回洗牌 A",
        unfair: (ways) => "洗牌 A 每次都从全部三张牌里选，连已经放好的也不例外：" +
            `3\u00a0×\u00a03\u00a0×\u00a03 = ${ways} 种掷法，没法平均分进 6 个盒子。`,
        fair: (ways) => "洗牌 B 只从剩下的牌里选，到最后一次只剩一张：" +
            `3\u00a0×\u00a02\u00a0×\u00a01 = ${ways} 种掷法，正好每个盒子一种，` +
            "所以是公平的。",
        why: "洗牌 B 就像抓阄：最后一个位置从三张牌里抽一张，" +
            "中间的位置从剩下的两张里抽一张，第一个位置拿最后剩下的那张。" +
            "抽定的牌不会再动。",
        who: "洗牌 B 就是 Fisher–Yates 洗牌（1938 年），" +
            "这里是 Durstenfeld 的写法（1964 年）。",
        caption: (ways, orders) => `${ways} 种掷法，${orders} 个盒子。`,
        more: "牌更多时呢？",
        cards: (n) => `${n} 张牌`,
        cardsLabel: "牌数",
        wrongWays: (ways, orders) =>
            `洗牌 A：${count(ways)} 种掷法 ÷ ${count(orders)} 种顺序 ` +
            `${quotient(ways, orders)}。` +
            (ways % orders === 0 ? "只有两张牌时才分得匀。"
            : "这不是整数，所以有些顺序会比别的顺序更常出现。"),
        rightWays: (orders) =>
            `洗牌 B：${count(orders)} 种掷法 ÷ ${count(orders)} 种顺序 = 1，永远如此。`,
    },

    deck: {
        short: "52 张牌",
        title: "换成 52 张牌，偏差就显出来了",
        lead: "52⁵² 种掷法，同样没法平均分给 52! 种顺序。数目太大，数不过来，" +
            "所以改为统计每张牌落在哪里。每行是一张牌，按开始时的位置编号；" +
            "每列是结束时的一个位置。橙色：太多。蓝色：太少。空白：可能只是偶然。",
        wrong: "洗牌 A：与任意牌交换",
        right: "洗牌 B：Fisher–Yates",
        nothing: (trials) => `洗了 ${count(trials)} 次：未发现偏差`,
        caught: (decided, trials) => `洗了 ${count(trials)} 次：不公平，` +
            `洗到第 ${count(decided)} 次就已确定。`,
        band: "用洗牌 A，牌往后移几个位置的情况太多，这就是那条橙色带；" +
            "最前面的牌太少落到末尾，这就是那个蓝色的角。",
        read: "把鼠标移到格子上，或者点一下，就能看到数值。",
        again: "再洗一遍",
    },

    cost: {
        short: "上了新闻",
        title: "洗牌出错，上了新闻",
        lead: "只看一副牌是看不出偏差的，得去数，或者去读代码。还真有人这么做了。",
        more: "完整的故事和出处",
        "planet-poker": {
            date: "1999 年",
            title: "Planet Poker：能被预测的牌",
            words: (seeds, orders) =>
                "一家在线扑克网站公布了自己的洗牌代码，想证明它是公平的。" +
                "代码里有和洗牌 A 一样的错误。真正致命的是另一个错误：" +
                "随机数完全由时钟决定。" +
                `52 张牌有 ${scientific(orders, 1)} 种顺序，` +
                `它却最多只洗得出 ${count(seeds)} 种，一天里每毫秒一种。` +
                "几位安全工程师写了个程序，能说出牌局中的每一张牌。",
        },
        ballot: {
            date: "2010 年",
            title: "浏览器选择页：谁排在最后？",
            words: () =>
                "微软必须让欧洲的 Windows 用户自己挑选浏览器，最主要的五种要按随机顺序排列。" +
                "页面却用排序来打乱，每次比较的结果是 `0.5 - Math.random()`：" +
                "这是另一个著名的错误。用 Internet Explorer 打开这个页面，" +
                "大约有一半的次数是 Internet Explorer 自己排在最后，本该只有五分之一。" +
                "微软后来改用了 Fisher–Yates 洗牌。",
        },
    },

    yours: {
        short: "轮到你了",
        title: "轮到你了：你的洗牌公平吗？",
        lead: "粘贴一个 JavaScript 洗牌函数（直接打乱数组，或者返回打乱后的数组都行），" +
            "或者选一个例子。本页会用十张牌运行它，最多 100,000 次，看看有没有偏差。",
        code: "一个以数组为参数的函数",
        examples: {
            comparator: "随机排序",
            a: "洗牌 A",
            b: "洗牌 B",
        },
        run: "检验",
        more: "更多选项",
        unfair: (decided) => `洗到第 ${count(decided)} 次就已确定。`,
        sort: "为什么？每次随机比较就像抛一次硬币。抛硬币只能得到二分之一、四分之一、" +
            "八分之一这样的概率，而三张牌的每种顺序都需要恰好 1/6。抛多少次也凑不出来。" +
            "各种浏览器的排序方法不同，所以结果也因浏览器而异。",
        fair: "公平的写法",
        nothing: (trials) => `洗了 ${count(trials)} 次，未发现偏差。`,
        ways: "接下来看什么",
        race: "任选两种洗牌，并排比较",
        steps: "一种洗牌，一张一张地看，附代码",
        wall: (shuffles) => `${shuffles} 种洗牌，看看不公平的多快就被识破`,
        cases: "扑克网站、浏览器选择页，还有 Debian 的 shuf",
        decks: "52 张牌的顺序多得惊人，种子能给出的却少得可怜",
    },
};
