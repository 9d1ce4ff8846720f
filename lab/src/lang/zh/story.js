// SPDX-License-Identifier: MIT
//
// story.js - the story, in Simplified Chinese.
import { count } from "./numbers.js";

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
        lead: "两段代码都从最后一张牌走到第一张，把每张牌与随机选中的一张交换。它们只差一个记号。",
        a: "A 公平",
        b: "B 公平",
        hint: "先猜一猜。",
        right: "对了，B 是公平的。A 看上去同样随机，却是编程中最常见的错误之一。只要三张牌，就能看出" +
            "问题在哪里。",
        wrong: "不对，公平的是 B。A 是编程中最常见的错误之一，它看上去同样随机。只要三张牌，就能看出" +
            "问题在哪里。",
        random: (code) => [code, " 返回 0 到 k − 1 之间的随机整数，每个数的概率相同。"],
    },

    ways: {
        short: "27 种掷法",
        title: "三张牌，掷三次：27 种掷法",
        lead: "洗牌 A 把三面的骰子掷三次，每张牌一次。选好每次掷出的数，看看牌会怎么变。",
        start: "开始时",
        roll: (number, position) => `第 ${number} 次：位置 ${position} 换成`,
        face: (roll, rolled) => `第 ${roll} 次掷出位置 ${rolled}`,
        random: "三次一起掷",
        choose: (all) => `3 × 3 × 3 = ${all} 种掷法，概率都相同。选三个数，或者点一种掷法。`,
        way: (number, all, rolls) => `掷出 ${rolls.join("、")}：这是 ${all} 种掷法中的第 ${number} 种，` +
            "每种的概率都相同。",
        caption: (all) => `这 ${all} 种掷法，每一种都会得到 A、B、C 三张牌的六种顺序之一。`,
    },

    boxes: {
        short: "27 种掷法，6 个盒子",
        title: "把 27 种掷法分给 6 种顺序",
        lead: "三张牌有六种顺序。每种顺序是一个盒子，每种掷法落进它所得到的顺序的盒子里。",
        drop: "让它们落下",
        lift: "再提起来",
        box: (name, got, all) => `顺序 ${name}：${all} 种掷法中的 ${got} 种`,
        even: (ways, orders) => `平均：${ways} ÷ ${orders} = ${ways / orders}`,
        before: (ways, orders) => `${ways} 种掷法，${orders} 个盒子。每个盒子能分到一样多吗？`,
        result: (ways, { most, least, often, rarely }) =>
            `${ways} 种掷法里，${often.join("、")} 各得 ${most} 种，${rarely.join("、")} 各只得 ${least} 种。`,
        chosen: (name, got, all) => `${all} 种掷法中有 ${got} 种得到 ${name}：它的概率是 ${got}/${all}，` +
            "而公平的概率是 1/6。",
        reason: (ways, orders) => `一句话说明洗牌 A 为什么不公平：${ways} 种等可能的掷法，无法平均分给 ` +
            `${orders} 种顺序。`,
        caption: (ways, orders) => `${ways} 种掷法和 ${orders} 个盒子，每种顺序一个。点一个盒子，看看有` +
            "哪些掷法。",
    },

    fix: {
        short: "改一个记号",
        title: "只改一个记号",
        lead: "把 n 换成 i + 1。骰子先有三面，然后两面，最后一面。",
        apply: "把 n 换成 i + 1",
        undo: "换回 n",
        unfair: (ways) => `3 × 3 × 3 = ${ways} 种掷法，6 个盒子：怎么也分不匀。`,
        fair: (ways) => `3 × 2 × 1 = ${ways} 种掷法，6 个盒子：正好每个一种。公平。`,
        why: "最后的位置从三张牌里拿一张，下一个位置从剩下的两张里拿一张，第一个位置拿最后剩下的那张。" +
            "就像从帽子里抽名字：抽出来的牌不会再动。这就是 1938 年发表的 Fisher–Yates 洗牌。",
        caption: (ways, orders) => `${ways} 种掷法和 ${orders} 个盒子。`,
        code: "洗牌 A",
        more: "牌更多时呢？",
        cards: "牌数",
        division: (n, ways, orders) => {
            const each = ways / orders;
            return `${n} 张牌：${count(ways)} 种掷法，${count(orders)} 种顺序。` +
                (Number.isInteger(each)
                    ? `${count(ways)} ÷ ${count(orders)} = ${each}。只有两张牌时才分得匀。`
                    : `${count(ways)} ÷ ${count(orders)} = ${each.toFixed(2)}，不是整数。有些顺序` +
                      "出现得比别的多。");
        },
    },

    deck: {
        short: "52 张牌",
        title: "52 张牌时，错误变成了一幅图",
        lead: "每行是一张牌，每列是一个位置。橙色：这张牌来得太多。蓝色：来得太少。空白：在偶然允许的" +
            "范围内，不多不少。",
        wrong: "洗牌 A：与任意牌交换",
        right: "洗牌 B：Fisher–Yates",
        nothing: (trials) => `洗了 ${count(trials)} 次，未发现偏差`,
        caught: (decided, trials) => `不公平：洗到第 ${count(decided)} 次就已确定（目前 ${count(trials)} ` +
            "次）",
        read: "点一个格子可以读出数值。洗的次数越多，公平的图越接近空白，错误的图案却越来越清楚。",
        again: "换一批随机数，再洗一遍",
    },

    cost: {
        short: "代价",
        title: "这类错误付出过什么代价",
        lead: "只看一副牌，谁也看不出偏差。得有人去数。",
        more: "这个案例的详情",
        "planet-poker": {
            date: "1999 年",
            title: "Planet Poker：能被预测的牌",
            words: [
                "一家网上扑克站公布了自己的洗牌代码，想证明它是公平的。代码犯了洗牌 A 的错误。更糟的是，" +
                "整副牌由时钟决定：可能的牌有 8 × 10⁶⁷ 副，它只会发出其中的 86,400,000 副。一组安全工程师" +
                "写了个程序，能实时知道桌上的每一张牌。",
            ],
        },
        ballot: {
            date: "2010 年",
            title: "浏览器选择页：谁排在最后？",
            words: [
                "微软必须让欧洲的 Windows 用户从五种浏览器中选择，顺序应当随机。页面却用随机比较来排序。" +
                "结果 Internet Explorer 大约有一半的时间排在最后，而不是五分之一。微软随后换掉了这段代码。",
            ],
        },
    },

    yours: {
        short: "轮到你了",
        title: "轮到你了：你的洗牌公平吗？",
        lead: "粘贴一段 JavaScript 洗牌代码。页面会用十张牌运行它，最多 100,000 次，然后告诉你有没有偏差。",
        code: "一个接收数组的函数",
        run: "检验",
        more: "更多选项",
        ways: "接下来看什么",
        race: "任选两种洗牌，并排比较",
        steps: "一张一张地看，旁边就是代码",
        wall: "40 种洗牌，各自多快露馅",
        cases: "扑克、选择页，还有 Debian 的 shuf",
        decks: "52 张牌有多少种顺序，一个种子又能到达多少",
    },
};
