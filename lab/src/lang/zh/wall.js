// SPDX-License-Identifier: MIT
//
// wall.js - texts of the part "All shuffles", in Simplified Chinese.
import { count } from "./numbers.js";

export const wall = {
    title: "陈列墙",
    lead: "我们知道的所有洗牌，有对有错，同时接受检验。行是牌，列是位置；蓝色表示太少，橙色表示太多。" +
        "越快被发现的洗牌排得越靠前。",
    deck: "牌数",
    cards: (n) => `${n} 张`,
    waiting: "等待中",
    running: (trials) => `已洗 ${count(trials)} 次`,
    caught: (decided) => `${count(decided)} 次洗牌后被发现`,
    notCaught: (trials) => `${count(trials)} 次洗牌未发现偏差`,
    /** The map is blank, but another statistic shows it. */
    caughtBy: (view) => `发现它的是：${view}`,
    /** {ended, caught, all}: while the tests run. */
    status: ({ ended, caught, all }) =>
        `${all} 项检验已完成 ${ended} 项，发现 ${caught} 种洗牌有偏差。`,
    /** {caught, trials, unfair, fair, falseAlarms}: at the end. */
    summary: ({ caught, trials, unfair, fair, falseAlarms }) => {
        const found = caught - falseAlarms;
        const missed = unfair - found;
        return `${unfair} 种不公平的洗牌中，有 ${found} 种在 ${count(trials)} 次之内被发现。` +
            (missed === 0 ? "" : `其余 ${missed} 种需要更多次。`) +
            (falseAlarms === 0 ? `${fair} 种公平的洗牌都未发现偏差。`
                : `有 ${falseAlarms} 种公平的洗牌看起来不公平，大约一百万次检验会发生一次。`);
    },
    close: "关闭",
};
