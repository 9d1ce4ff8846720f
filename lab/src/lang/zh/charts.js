// SPDX-License-Identifier: MIT
//
// charts.js - what charts say, in Simplified Chinese.
import { count } from "./numbers.js";
import { spaced } from "./spaces.js";

const nounOf = (kind) => (kind === "samples" ? "抽样" : "洗牌");
const asFar = (trials) => `就 ${count(trials)} 次洗牌来看`;
const range = ([first, last]) => (first === last ? `${first}` : `${first}–${last}`);
const card = (cards) => `${range(cards)} 号牌`;
const position = (positions) => `位置 ${range(positions)}`;
const beyond = (off, all) =>
    `${count(all)} 个格子中共有 ${count(off)} 个的偏离超出了偶然的范围。`;

export const charts = {
    /** Sentences as one text. */
    join: (sentences) => sentences.join(""),
    /** The title of a picture, which has no full stop, and what it shows. */
    titled: (title, text) => `${title}。${text}`,
    empty: "还没有洗过牌。",
    /** How far to trust a sentence that finds nothing: after a comma. */
    asFar,
    /** Below a map, until a cell is chosen. */
    hint: "想查看某一格，可以把鼠标移上去、点一下，或者用方向键。",
    save: (file) => `把这张图保存为 ${file}`,
    multiple: (times) => `× ${times}`,

    /** The heat map. Cards and positions are [first, last]: they may share a cell. */
    heat: {
        title: "每张牌最后落在哪里",
        rows: "牌",
        columns: "位置",
        /** deviation: -0.3 is 30% too rare, 0 if chance explains it; by: its size, as text;
         * times: null if shares are exact. */
        cell: ({ cards, positions, times, share, fair, deviation, by }) =>
            `${card(cards)}在${position(positions)}：` +
            (times === null ? share : `${count(times)} 次（${share}）`) +
            (deviation === -1 ? `，${times === null ? "不会" : "从未"}出现；` +
                `公平时应为 ${fair}。`
                : deviation !== 0 ? `，比公平份额（${fair}）` +
                    `${deviation > 0 ? "多" : "少"} ${by}。`
                : `；公平时应为 ${fair}` +
                    (times === null ? "。" : "，差别可能只是偶然。")),
        cellEmpty: (cards, positions) =>
            `${card(cards)}在${position(positions)}：还没有数据。`,
        off: ({ cards, positions, is, should }) =>
            `${card(cards)}在${position(positions)} 的比例是 ${is}，公平时应为 ${should}。`,
        never: ({ cards, positions, fair }) =>
            `${card(cards)}从不出现在${position(positions)}，公平时的比例应为 ${fair}。`,
        offTogether: ({ cards, positions, by, more }) =>
            `${card(cards)}出现在${position(positions)} 的次数比应有的` +
            `${more ? "多" : "少"} ${by}。`,
        pooled: (n, size) =>
            `共 ${count(n)} 张牌，每一格由相邻的 ${size} × ${size} 格合并而成。`,
        fine: (trials) => `${asFar(trials)}，每张牌在每个位置出现的次数都正常。`,
        together: (trials) =>
            `没有哪一格特别突出，但所有格子合起来看，${count(trials)} 次洗牌的偏离已超出` +
            "偶然的范围。",
        others: (off, all) => (off === 1 ? "其他格子都在偶然的范围之内。"
            : beyond(off, all)),
        exactFine: "每张牌在每个位置的概率都相等。",
        exactOthers: (off, all) => (off === all ? "没有一格等于公平的概率。"
            : `${count(all)} 格中${all > 400 ? "至少" : ""}有 ` +
              `${count(off)} 格不等于公平的概率。`),
    },

    /** What the colours mean. */
    legend: {
        fair: "公平",
        never: "从不",
        orMore: (end) => spaced(end, "或更多"),
        orLess: (end) => spaced(end, "或更少"),
        chance: (within) => spaced(`空白：±${within}`, "以内，可能只是偶然"),
        chanceShort: (within) => spaced(`空白：±${within}`, "以内"),
        deviations: (value) => `${value} 个标准差`,
        /** Beyond 1,000 or, if sign is "−", beyond −1,000. */
        manyDeviations: (sign) =>
            `${sign === "−" ? "低于" : "高于"} ${sign}1,000 个标准差`,
        expected: "符合预期",
    },

    /** Two cards: which comes first, which follows which. */
    pairs: {
        precedence: {
            rows: "牌",
            columns: "排在哪张牌之前",
            cell: ({ a, b, share, fair, off }) =>
                `${a} 号牌排在 ${b} 号牌之前的比例：${share}；` +
                `公平时应为 ${fair}（${off}）。`,
            worst: ({ a, b, share, fair }) =>
                `${a} 号牌排在 ${b} 号牌之前的比例是 ${share}，公平时应为 ${fair}。`,
            fine: (trials) => `${asFar(trials)}，任意两张牌，各自在前的次数都一样多。`,
        },
        successor: {
            rows: "牌",
            columns: "紧挨在哪张牌之前",
            cell: ({ a, b, share, fair, off }) =>
                `${a} 号牌紧挨在 ${b} 号牌之前的比例：${share}；` +
                `公平时应为 ${fair}（${off}）。`,
            worst: ({ a, b, share, fair }) =>
                `${a} 号牌紧挨在 ${b} 号牌之前的比例是 ${share}，公平时应为 ${fair}。`,
            fine: (trials) => `${asFar(trials)}，每张牌跟在其他牌之后的次数都正常。`,
        },
        beyond,
    },

    /** Orders written as digits. */
    digits: {
        rows: "数位",
        columns: "取值",
        cell: ({ digit, value, share, fair, off }) =>
            `第 ${digit} 位取 ${value} 的比例：${share}；公平时应为 ${fair}（${off}）。`,
        worst: ({ digit, value, share, fair }) =>
            `第 ${digit} 位取 ${value} 的比例是 ${share}，公平时应为 ${fair}。`,
        fine: (trials) => `${asFar(trials)}，每一位取各个值的次数都相等。`,
        beyond: (off) => `共有 ${count(off)} 格的偏离超出了偶然的范围。`,
    },

    /** All orders of a few cards, as bars. */
    bars: {
        slider: "顺序",
        none: "未选",
        choose: "拖动滑块或点击柱子，选择一种顺序。",
        fairLine: (share) => `- - 公平：${share}`,
        fair: "公平",
        likeliest: "最可能",
        rarest: "最不可能",
        never: "没有出现",
        impossible: "不可能",
        /** one order: text of its share; against: of `more`, `less`, `times`, `even`. */
        order: ({ order, share, against }) => `顺序 ${order}：${share}，${against}。`,
        orderNever: (order) => `顺序 ${order} 没有出现过。`,
        orderImpossible: (order) => `顺序 ${order} 不可能出现。`,
        even: "正好等于公平份额",
        times: (value) => `是公平份额的 ${value} 倍`,
        more: (by) => `比公平份额多 ${by}`,
        less: (by) => `比公平份额少 ${by}`,
        fineCounted: (orders, share) =>
            `${orders} 种顺序与公平份额 ${share} 的差别都没有超出偶然的范围。`,
        fineExact: (orders, share) => `${orders} 种顺序的概率全部相等：各 ${share}。`,
        /** often, rarely, never: how many orders; counted: whether they are counts. */
        summary: ({ orders, often, rarely, never, counted, impossible }) => {
            const groups = [
                often > 0 && `${count(often)} 种出现得太多`,
                rarely > 0 && `${count(rarely)} 种出现得太少`,
                never > 0 &&
                    `${count(never)} 种${impossible ? "不可能出现" : "从未出现"}（✕）`,
            ].filter(Boolean);
            return `${orders} 种顺序中，${groups.join("，")}。` +
                (counted ? "这超出了偶然的范围。" : "");
        },
        small: "差别太小，在这个高度上看不出来。",
    },

    /** How evidence grew. */
    curve: {
        title: "证据如何增长",
        none: "目前还没有证据，正反都没有。",
        y: "不公平的证据强度",
        x: (kind) => `${nounOf(kind)}次数`,
        limit: (odds) => `到这里可判定不公平：${odds}`,
        million: (value) => `${count(value * 100)} 万`,
        decided: ({ limit, decided, odds, trials, kind }) =>
            `不公平的证据强度在 ${count(decided)} 次${nounOf(kind)}之后超过了 ${limit}，` +
            `${count(trials)} 次之后是 ${odds}。`,
        open: ({ limit, highest, odds, trials, kind }) =>
            `${count(trials)} 次${nounOf(kind)}之后，不公平的证据强度是 ${odds}，` +
            `最高也没超过 ${highest}；要达到 ${limit} 才能判定不公平。`,
        axisMillions: (value) => `${value * 100} 万`,
    },

    /** One number of each order, such as its cycles. */
    scalar: {
        empty: "还没有统计。",
        came: "■ 实际",
        fair: "● 公平",
        range: (from, to) => `${from} 到 ${to}`,
        tip: ({ name, share, fair }) => `${name}：${share}\n公平：${fair}`,
        mean: (seen, fair) => `平均值是 ${seen}，公平时应为 ${fair}。`,
        noValue: "没有哪个值单独超出偶然的范围。",
        fine: (trials) => `${asFar(trials)}，每个值出现的次数都正常。`,
        worst: ({ name, share, fair }) =>
            `值为 ${name} 的洗牌占 ${share}，公平时应为 ${fair}。`,
        worstNamed: ({ name, share, fair }) =>
            `${name}：占洗牌的 ${share}，公平时应为 ${fair}。`,
    },

    /** The tests of a report. */
    tests: {
        below: (limit) => `小于 ${limit}`,
        axis: "公平时出现的概率",
        limit: (level) => `越过 ${level} 即不公平`,
        dot: ({ title, p, corrected }) => `${title}：p = ${p}，校正后 ${corrected}`,
        none: "洗牌次数太少，做不了任何检验。",
        fine: (title, p) => `没有结果越过界线。最不寻常的是“${title}”，` +
            `校正后的 p 是 ${p}。`,
        beyond: ({ beyond: far, all, level }) =>
            `${count(all)} 项检验中有 ${count(far)} 项越过了 ${level} 的界线。`,
        incomplete: "这些检验不作数，因为没有洗完计划的次数就结束了。结论以证据曲线为准。",
        left: (number) => `另有 ${count(number)} 项检验需要更多次洗牌。`,
        /** Names of tests, of those parts of a view that have their own test. */
        titles: {
            "successor-symmetric": "哪些牌相邻",
            "successor-antisymmetric": "相邻两张谁在前",
            "precedence-linear": "牌偏前还是偏后",
            "precedence-rest": "两张牌谁在前",
            "sample-place": "哪一项在哪个位置",
            "sample-item": "样本中有哪些项",
            "sample-pairs": "哪两项一同出现",
            "sample-range": "各区间抽到多少项",
            "sample-unseen": "从未出现的项",
            "sample-serial": "与上一个样本相同的项",
            "sample-step": "首项与上一个样本首项之差",
            "sample-repeats": "以前出现过的样本",
        },
        mean: (title) => `${title}：平均值`,
    },
};
