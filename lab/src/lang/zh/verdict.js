// SPDX-License-Identifier: MIT
//
// verdict.js - verdicts and what they mean, in Simplified Chinese.
import { count, oneIn } from "./numbers.js";

const noun = (kind) => (kind === "samples" ? "抽样" : "洗牌");

export const verdict = {
    badges: {
        "unfair": "不公平",
        "no-evidence": "未发现偏差",
        "suspect": "可疑",
        "not-a-shuffle": "不是洗牌",
        "could-not-test": "无法检验",
        "proved-fair": "已证明公平",
        "proved-unfair": "已证明不公平",
        "one-shuffle-only": "仅限一次洗牌",
    },
    running: "检验中…",
    starting: "正在开始…",
    paused: "已暂停",
    /** Clear before the end. log10: of the tries in which a fair shuffle does this once. */
    decided: ({ decided, kind, log10 }) =>
        `${noun(kind)} ${count(decided)} 次就已确定。公平的洗牌偏成这样的概率至多为 ` +
        `${oneIn(log10)}。`,
    byTests: (trials, kind) =>
        `这是由全部 ${count(trials)} 次${noun(kind)}的检验得出的。` +
        "公平的洗牌这样检验一百万轮，大约只有一轮通不过。",
    suspect: (trials, kind) =>
        `这 ${count(trials)} 次${noun(kind)}有些反常。` +
        "公平时，检验一千轮大约只有一轮会这样。请增加次数再试。",
    noEvidence: (trials, kind) =>
        `${count(trials)} 次${noun(kind)}中未发现偏差。但这并不能证明它公平。`,
    /** Why nothing could be tested, and what to do, by reason. */
    untested: {
        "no-orders": "没有可检验的内容：还没有洗出第一副牌就停止了。" +
            "请让它多运行一会儿，或检查输入是否为空。",
        "no-views": "所选的统计量都不适用于这样的牌数。请另选。",
        "too-few": "洗牌次数太少：哪怕根本没洗也看不出来。请增加次数。",
        "stopped": "没有洗完计划的次数就停止了，所以检验不作数。请让它运行到结束。",
    },
    nothing: "什么都无法检验，所以没有结论。请增加洗牌次数。",
};
