// SPDX-License-Identifier: MIT
//
// wall.js - texts of the part "All shuffles", in Simplified Chinese.
import { count } from "./numbers.js";

export const wall = {
    title: "洗牌大全，一起检验",
    lead: "我们所知的全部洗牌，有对有错，同时接受检验。行是牌，列是位置；蓝色表示太少，" +
        "橙色表示太多。越快被识破的洗牌排得越靠前。",
    deck: "牌数",
    cards: (n) => `${n} 张`,
    waiting: "等待中",
    running: (trials) => `已洗 ${count(trials)} 次`,
    caught: (decided) => `洗到第 ${count(decided)} 次被识破`,
    notCaught: (trials) => `洗了 ${count(trials)} 次，未发现偏差`,
    /** The map is blank, but another statistic shows it. */
    caughtBy: (view) => `识破它的是：${view}`,
    /** {ended, caught, all}: while the tests run. */
    status: ({ ended, caught, all }) =>
        `${all} 项检验已完成 ${ended} 项，识破 ${caught} 种洗牌。`,
    /** {caught, trials, unfair, fair, failed, falseAlarms}: at the end. unfair, fair: of
     * those that were tested; failed: tests that could not be carried out. */
    summary: ({ caught, trials, unfair, fair, failed, falseAlarms }) => {
        const lost = failed === 0 ? "" : `有 ${failed} 项检验未能完成，没有计入。`;
        if (unfair + fair === 0) return lost;
        const found = caught - falseAlarms;
        const missed = unfair - found;
        return `${unfair} 种不公平的洗牌中，有 ${found} 种在 ` +
            `${count(trials)} 次之内被识破。` +
            (missed === 0 ? "" : `其余 ${missed} 种要洗更多次。`) +
            (falseAlarms === 0 ? `${fair} 种公平的洗牌都未发现偏差。`
                : `有 ${falseAlarms} 种公平的洗牌看起来不公平，` +
                    "这种情况大约一百万次检验会遇到一次。") + lost;
    },
    close: "关闭",
};
