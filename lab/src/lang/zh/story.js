// SPDX-License-Identifier: MIT
//
// story.js - the story, in Simplified Chinese.
import { count } from "./numbers.js";

/** 4.5 → "4.5", 10.666 → "10.67", 1 → "1". */
const share = (value) => (Number.isInteger(value) ? count(value)
    : String(Number(value.toFixed(2))));

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
        lead: "两段代码都从最后一张牌走到第一张，把每张牌与随机选中的一张交换。它们只差一处。",
        a: "A 公平",
        b: "B 公平",
        hint: "先猜一猜。",
        right: "你选了 B，答对了。A 是洗牌代码里常见的错误：它会与任意一张牌交换，连已经放好的牌也不例外。" +
            "结果看上去同样随机，但只要三张牌，就能看出问题在哪里。",
        wrong: "你选了 A，但公平的是 B。A 是洗牌代码里常见的错误：它会与任意一张牌交换，连已经放好的牌也" +
            "不例外。结果看上去同样随机，但只要三张牌，就能看出问题在哪里。",
        random: (code) => [code, " 返回 0 到 k − 1 之间的随机整数，每个数的概率相同。"],
    },

    ways: {
        short: "27 种掷法",
        title: "三张牌，掷三次：27 种掷法",
        lead: "牌有三张时，洗牌 A 的每个 random(n) 就像掷一次三面骰子。它一共掷三次，每张牌一次。选好每次" +
            "掷出的数，看看牌会怎么变。",
        start: "开始时",
        roll: (number, position) => `第 ${number} 次：位置 ${position} 与哪个位置交换`,
        face: (roll, rolled) => `第 ${roll} 次掷出位置 ${rolled}`,
        random: "三次一起掷",
        choose: (all) => `一共有 3 × 3 × 3 = ${all} 种掷法，概率都相同。选三个数，或者点一种掷法。`,
        way: (number, all, rolls) => `你掷出了 ${rolls.join("、")}。这是 ${all} 种掷法之一，每种的概率都` +
            "相同。",
        caption: (all) => `这 ${all} 种掷法，每一种都会得到 J、Q、K 三张牌的六种顺序之一。`,
    },

    boxes: {
        short: "27 种掷法，6 个盒子",
        title: "27 种掷法没法平均分给 6 种顺序",
        lead: "三张牌有六种顺序。每种顺序是一个盒子，每种掷法落进它所产生的那种顺序的盒子里。",
        drop: "让它们落下",
        lift: "再看一遍",
        box: (name, got, all) => `顺序 ${name}：${all} 种掷法中的 ${got} 种`,
        even: (ways, orders) => `公平的份额：${ways} ÷ ${orders} = ${share(ways / orders)}`,
        before: (ways, orders) => `${ways} 种掷法，${orders} 个盒子。每个盒子能分到一样多吗？`,
        result: (ways, { most, least, often, rarely }) =>
            `${often.join("、")} 各得 ${most} 种，${rarely.join("、")} 各只得 ${least} 种。每个盒子本该得 ` +
            `${share(ways / 6)} 种，可是没有半种掷法。`,
        chosen: (name, got, all) => `${all} 种掷法中有 ${got} 种得到 ${name}，所以它的概率是 ${got}/${all}，` +
            "而公平的概率是 1/6。",
        reason: (ways, orders) => `一句话说明洗牌 A 为什么不公平：${ways} 种等可能的掷法，无法平均分给 ` +
            `${orders} 种顺序。`,
        caption: (ways, orders) => `${ways} 种掷法和 ${orders} 个盒子，每种顺序一个。点一个盒子，看看有` +
            "哪些掷法。",
    },

    fix: {
        short: "小小的改动",
        title: "小小的改动就让它公平",
        lead: "把 n 换成 i + 1。骰子先有三面，然后两面，最后只有一面。",
        code: "洗牌 A",
        apply: "把 n 换成 i + 1",
        undo: "换回洗牌 A",
        unfair: (ways) => `洗牌 A：3 × 3 × 3 = ${ways} 种掷法，6 个盒子，怎么也分不匀。`,
        fair: (ways) => `洗牌 B：3 × 2 × 1 = ${ways} 种掷法，6 个盒子，正好每个一种：公平。`,
        why: "这就像从帽子里抽名字。最后的位置从三张牌里拿一张，中间的位置从剩下的两张里拿一张，第一个位置" +
            "拿最后剩下的那张。抽出来的牌不会再动。",
        who: "这就是 1938 年的 Fisher–Yates 洗牌，这种写法由 Durstenfeld 在 1964 年给出。",
        caption: (ways, orders) => `${ways} 种掷法和 ${orders} 个盒子。`,
        more: "牌更多时呢？",
        cards: (n) => `${n} 张牌`,
        cardsLabel: "牌数",
        wrongWays: (ways, orders) => `洗牌 A：${count(ways)} 种掷法 ÷ ${count(orders)} 种顺序 = ` +
            `${share(ways / orders)}。` + (ways % orders === 0 ? "只有两张牌时才分得匀。"
            : "不是整数，所以有些顺序出现得比别的多。"),
        rightWays: (orders) => `洗牌 B：${count(orders)} 种掷法 ÷ ${count(orders)} 种顺序 = 1，永远如此。`,
    },

    deck: {
        short: "52 张牌",
        title: "用 52 张牌，错误一眼就能看见",
        lead: "一开始牌按 1 到 52 的顺序排好。顺序太多，数不过来，所以我们数每张牌落在哪里。橙色：太多。" +
            "蓝色：太少。空白：和应有的差不多。",
        wrong: "洗牌 A：与任意牌交换",
        right: "洗牌 B：Fisher–Yates",
        nothing: (trials) => `洗了 ${count(trials)} 次：未发现偏差`,
        caught: (decided, trials) => `洗了 ${count(trials)} 次：不公平，第 ${count(decided)} 次时就已确定。`,
        read: "洗牌 A 容易把一张牌留在原位或稍后一点的位置，那就是橙色的带子。零星的浅色格子只是偶然。" +
            "点一个格子可以读出数值。",
        again: "再洗一遍",
    },

    cost: {
        short: "上了新闻",
        title: "上了新闻的坏洗牌",
        lead: "只看一副牌，看不出偏差。得去数，而有人真的数了。",
        more: "完整的故事和出处",
        "planet-poker": {
            date: "1999 年",
            title: "Planet Poker：能被预测的牌",
            words: [
                "一家网上扑克站公布了自己的洗牌代码，想证明它是公平的。代码里有洗牌 A 的错误，还有一个更糟" +
                "的：整副牌由时钟决定。可能的牌有 8 × 10⁶⁷ 副，它却只有 86,400,000 副，一天里每毫秒一副。" +
                "几位安全工程师写了个程序，能说出桌上的每一张牌。",
            ],
        },
        ballot: {
            date: "2010 年",
            title: "浏览器选择页：谁排在最后？",
            words: [
                "微软必须让欧洲的 Windows 用户从五种浏览器中选择，顺序应当随机。页面却用 " +
                "sort(() => 0.5 - Math.random()) 来排序，这是另一个著名的错误。Internet Explorer 大约有" +
                "一半的时间排在最后，而不是五分之一。微软后来改用了 Fisher–Yates。",
            ],
        },
    },

    yours: {
        short: "轮到你了",
        title: "轮到你了：你的洗牌公平吗？",
        lead: "粘贴一个 JavaScript 洗牌函数，或者选一个例子。页面会用十张牌运行它，最多 100,000 次，看看" +
            "有没有偏差。",
        code: "一个接收数组的函数",
        examples: {
            comparator: "浏览器选择页的排序",
            a: "洗牌 A",
            b: "洗牌 B",
        },
        run: "检验",
        more: "更多选项",
        unfair: (decided) => `不公平。洗到第 ${count(decided)} 次就已确定。`,
        nothing: (trials) => `洗了 ${count(trials)} 次，未发现偏差。`,
        ways: "接下来看什么",
        race: "任选两种洗牌，并排比较",
        steps: "一张一张地看，旁边就是代码",
        wall: "40 种洗牌，各自多快露馅",
        cases: "扑克、选择页，还有 Debian 的 shuf",
        decks: "52 张牌有多少种顺序，一个种子又能到达多少",
    },
};
