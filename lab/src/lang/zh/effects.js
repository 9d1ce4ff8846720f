// SPDX-License-Identifier: MIT
//
// effects.js - what a report found, or would have found, in Simplified Chinese. Messages
// have the codes of the C core (docs/audit-json.md), and take the values that come with
// them.
//
// is, should: two shares as texts; seen, wanted: two numbers as texts.
import { count, listed } from "./numbers.js";

const suggestions = {
    "runs-stay-together": "：成串上升的牌还连在一起",
    "falling-order": "：牌往往从大到小排列",
    "order-kept": "：牌往往保持原来的先后",
    "order-changed": "：牌往往改变原来的先后",
    "order-reversed": "：牌往往颠倒过来",
    "neighbours-apart": "：相邻的牌被拆开了",
    "neighbours-together": "：相邻的牌还在一起",
};
const suggest = (code) => suggestions[code] ?? "";
const signs = { even: "偶排列", odd: "奇排列" };

export const effects = {
    effects: {
        "card-at-position": ({ card, position, is, should }) =>
            `${card} 号牌在位置 ${position} 的比例是 ${is}，公平时应为 ${should}。`,
        "card-never-at-position": ({ card, position, shuffles }) =>
            `${count(shuffles)} 次洗牌中，${card} 号牌从未在位置 ${position} 出现。`,
        "card-always-at-position": ({ card, position, shuffles }) =>
            `${count(shuffles)} 次洗牌中，${card} 号牌每次都在位置 ${position}。`,
        "card-before-card": ({ first, second, is, should }) =>
            `${first} 号牌排在 ${second} 号牌之前的比例是 ${is}，公平时应为 ${should}。`,
        "card-always-before-card": ({ first, second }) =>
            `每次洗牌，${first} 号牌都排在 ${second} 号牌之前。`,
        "order-never": ({ order, shuffles }) =>
            `${count(shuffles)} 次洗牌中，顺序 ${order} 从未出现。`,
        "orders-never": ({ never, orders, shuffles, order }) =>
            `${count(shuffles)} 次洗牌中，${orders} 种顺序里有 ` +
            `${count(never)} 种从未出现，例如 ${order}。`,
        "order-share": ({ order, is, should }) =>
            `顺序 ${order} 出现的比例是 ${is}，公平时应为 ${should}。`,
        "one-order": "每次都洗出同一种顺序。",
        "same-order": "每次都洗出同一种顺序。",
        "few-orders": ({ distinct, shuffles }) =>
            `${count(shuffles)} 次洗牌只洗出 ${count(distinct)} 种不同的顺序。`,
        "orders-repeat": ({ repeated, shuffles, expected, orders }) =>
            `${count(shuffles)} 次洗牌中有 ${count(repeated)} ` +
            `次洗出了以前出现过的顺序，公平时应为 ${expected} 次。` +
            `看上去总共只有大约 ${orders} 种顺序。`,
        "mean-fixed-points": ({ seen, wanted }) =>
            `平均有 ${seen} 张牌留在原位，公平时应为 ${wanted} 张。`,
        "mean-cycles": ({ seen, wanted }) =>
            `平均每个顺序有 ${seen} 个循环，公平时应为 ${wanted} 个。`,
        "mean-descents": ({ seen, wanted, suggests }) =>
            `平均有 ${seen} 张牌后面跟着更小的牌，` +
            `公平时应为 ${wanted} 张${suggest(suggests)}。`,
        "mean-rising-sequences": ({ seen, wanted, suggests }) =>
            `平均每个顺序有 ${seen} 个上升序列，` +
            `公平时应为 ${wanted} 个${suggest(suggests)}。`,
        "mean-inversions": ({ seen, wanted, suggests }) =>
            `平均有 ${seen} 对牌先后颠倒，公平时应为 ${wanted} 对${suggest(suggests)}。`,
        "mean-successions": ({ seen, wanted, suggests }) =>
            `平均有 ${seen} 张牌后面正好跟着下一号牌，` +
            `公平时应为 ${wanted} 张${suggest(suggests)}。`,
        "sign-share": ({ sign, is, should }) =>
            `${signs[sign]}的比例是 ${is}，公平时应为 ${should}。`,
        "sign-always": ({ sign, shuffles }) =>
            `${count(shuffles)} 次洗牌全是${signs[sign]}：一半的顺序从未出现。`,
        "single-cycle": "每种顺序都是一个大循环：从来没有牌留在原位。",
        "no-card-stays": "从来没有牌留在原位。",
        "sorted": "每次洗出来的牌都是排好序的。",
        "repeats-previous": ({ is }) => `有 ${is} 的洗牌与上一次的顺序相同。`,
        "depends-on-previous": ({ is, should }) =>
            `每次的顺序都取决于上一次：${is} 的牌留在原来的位置，公平时应为 ${should}。`,
        "depends-on-earlier": "每次的结果都取决于更早的结果。",
        "too-even": ({ title, p }) =>
            `“${title}”的计数过于均匀，超出了偶然的范围（p = ${p}）：` +
            "这些顺序遵循某种规律。",
        "statistic-differs": ({ title }) => `统计量“${title}”与公平的洗牌有差别。`,
        "equal-lines-together": ({ is, should }) =>
            `相同的行聚在一起：相邻两行相同的比例是 ${is}，公平时应为 ${should}。`,
        "equal-lines-apart": ({ is, should }) =>
            `相同的行被隔开：相邻两行相同的比例是 ${is}，公平时应为 ${should}。`,
        "depends-on-words": ({ same, pairs }) =>
            "顺序取决于行的内容：用相同的内容成对运行，" +
            `${count(pairs)} 对中有 ${count(same)} 对的顺序相同。`,
        "item-share": ({ item, of, is, should }) =>
            `第 ${item} 项在${of === "draws" ? "抽取" : "抽样"}中出现的比例是 ${is}，` +
            `公平时应为 ${should}。`,
        "item-never": ({ listed: items, samples }) =>
            `${count(samples)} 次抽样中，第 ${listed(items)} 项从未出现。`,
        "items-never": ({ never, items, samples, listed: some }) =>
            `${count(samples)} 次抽样中，${count(items)} 项里有 ${count(never)} 项从未出现，` +
            `例如第 ${listed(some)} 项。`,
        "item-at-position": ({ item, position, is, should }) =>
            `第 ${item} 项在样本中位置 ${position} 的比例是 ${is}，公平时应为 ${should}。`,
        "few-samples": ({ distinct, runs }) =>
            `${count(runs)} 次运行只得到 ${count(distinct)} 种不同的样本。`,
    },
    detectable: {
        "some-card-at-position": ({ is, should }) =>
            `某张牌在某个位置的比例是 ${is} 而不是 ${should}`,
        "some-item": ({ is, should, of }) =>
            `某一项在${of === "draws" ? "抽取" : "抽样"}中出现的比例是 ${is} ` +
            `而不是 ${should}`,
        "some-item-never": "某一项从不出现",
        "even-or-odd": ({ is }) => `偶排列或奇排列的比例达到 ${is}`,
        "keys-or-riffles": ({ bits, riffles }) =>
            `按不超过 ${count(bits)} 位的随机键排序，` +
            `或交错洗牌不超过 ${count(riffles)} 次`,
        "keys": ({ bits }) => `按不超过 ${count(bits)} 位的随机键排序`,
        "riffles": ({ riffles }) => `交错洗牌不超过 ${count(riffles)} 次`,
        "swaps": ({ swaps }) => `随机交换不超过 ${count(swaps)} 次的洗牌`,
        "at-most-orders": ({ most, bits }) =>
            `最多只能给出 ${most} 种顺序的洗牌，例如种子只有 ${count(bits)} 位的洗牌`,
        "at-most-samples": ({ most, bits }) =>
            `最多只能给出 ${most} 种样本的程序，例如种子只有 ${count(bits)} 位的程序`,
    },
};
