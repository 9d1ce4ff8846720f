// SPDX-License-Identifier: MIT
//
// race.js - the part "Compare", in Simplified Chinese.
import { count, listed } from "./numbers.js";
import { spaced } from "./spaces.js";

export const race = {
    title: "洗牌，并排对比",
    lead: "每一行是一张牌，每一列是一个位置。公平的洗牌除了零星的浅色格子，一片空白；" +
        "出现图案就说明有偏差。",
    presets: "值得一看的对比",
    summary: (cards, trials) => `${count(cards)} 张牌，最多洗 ${count(trials)} 次`,
    pause: "暂停",
    resume: "继续",
    stop: "停止",
    again: "重新洗牌",
    againHint: "换一组随机数",
    add: "与另一种对比",
    close: "关闭这一种洗牌",
    lane: (letter) => `洗牌 ${letter}`,
    /** What a screen reader says: the letter, the title, the verdict and its meaning. */
    announced: ({ letter, title, verdict, words }) =>
        `洗牌 ${letter}，${title}：${verdict}。${words}`,
    report: "完整报告",
    about: (title) => `${title}。`,
    numbersAbout: (title) => `随机数：${title}。`,

    // ---- while it runs, and after ----
    done: "已洗次数",
    planned: (trials) => `/ ${count(trials)}`,
    rate: (shuffles) => spaced("每秒", shuffles, "次"),
    computing: "正在生成报告…",
    nothingYet: "目前什么也没发现。",
    clear: (trials) => `洗了 ${count(trials)} 次就已确定。再多洗一些，看看错在哪里。`,
    stopped: (trials) => `你在第 ${count(trials)} 次时停止了洗牌。`,
    enough: (trials) => `洗到第 ${count(trials)} 次停止：已足以看出错在哪里。`,
    cannotRun: (why) => `无法运行。${why}`,

    // ---- what was found ----
    wrong: "洗出来的结果",
    pending: "全部洗完后显示详情。",
    distance: (share) => `至少要有 ${share} 的洗牌换成别的结果，它才会公平。`,
    fits: (titles, more) => {
        const names = listed([...titles, ...(more > 0 ? [`另外 ${count(more)} 种`] : [])]);
        return `在所有已知的错误中，吻合的有：${names}。`;
    },
    noneFits: "已知的错误中没有一种与它完全吻合。",
    caught: (trials) => `洗 ${count(trials)} 次足以发现的偏差`,
    smaller: "更小的偏差可能没有被发现。",
    untested: "这说明什么",
    untestedWords: "它可能公平，也可能不公平：什么都没检验过。",

    /** Pairs worth a look: a title, and what to look for. */
    pairs: {
        any: ["与任意牌交换",
            "两种洗牌都把每张牌交换一次，但 A 可以与任意牌交换，对角线上就露了馅。"],
        sattolo: ["Sattolo 循环",
            "对角线是蓝色的：没有一张牌能留在原位。用来生成随机循环是对的，" +
            "用来洗牌就错了。"],
        coin: ["抛硬币排序",
            "如果每次比较都抛硬币，这里的各种排序中，" +
            "只有随机选基准的快速排序还是公平的洗牌。"],
        poker: ["扑克网站，1999 年",
            "最后一张牌永远不会留在最后，而且所有的顺序都出自 86,400,000 个种子：" +
            "一天里的每一毫秒。"],
        riffles: ["交错洗牌 7 次或 12 次",
            "洗七次的，几十副牌就被识破；洗十二次的要几万副：更接近公平，但还没到。"],
        modulo: ["rand() % n，8 位或 15 位",
            "取余数会偏向较小的数。用 15 位时偏得太少，一百万副牌也看不出来：" +
            "“未发现偏差”不等于“公平”。"],
        calm: ["一片空白，却不公平",
            "每张牌在每个位置出现得一样多。但用 A 有一半的顺序从不出现，" +
            "用 B 则是绝大多数。"],
        library: ["fairshuf 库",
            "我们自己写的。即使洗牌公平，检验最多也只能说“未发现偏差”。"],
    },
    seeViews: "看看它们怎样露馅",
};
