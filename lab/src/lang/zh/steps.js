// SPDX-License-Identifier: MIT
//
// steps.js - "Step by step", in Simplified Chinese.
import { count, listed } from "./numbers.js";
import { spaced } from "./spaces.js";

const coin = ["反面", "正面"];
const packet = { top: "上半叠", bottom: "下半叠", held: "手中的一叠" };

const suits = ["黑桃", "红桃", "方块", "梅花"];

export const steps = {
    title: "逐步演示",
    lead: "看清每一次掷骰，也可以自己指定结果。并排的两种洗牌用的是同样的随机数。",
    join: (sentences) => sentences.join(""),
    colon: "：",

    // ---- controls ----

    shuffle: "洗牌",
    with: "对比",
    compare: "对比…",
    single: "只看一种洗牌",
    cardsLabel: "牌数",
    trial: "第几次洗牌",
    randomNumbers: (die, seed) => `随机数：${die} · 种子 ${seed}`,
    settings: (n, die, seed) => `${count(n)} 张牌 · 随机数：${die} · 种子 ${seed}`,
    first: "开头",
    back: "后退",
    play: "播放",
    pause: "暂停",
    forward: "前进",
    last: "结尾",
    step: "步骤",
    speed: "速度",
    sound: "声音",
    soundHint: "牌移动时发出咔嗒声",
    happens: "发生了什么",
    allSteps: "全部步骤",
    goTo: (step) => `转到第 ${step} 步`,
    stage: "牌桌。左右方向键后退、前进，空格键播放。",

    // ---- messages ----

    shuffling: "正在洗牌…",
    cannotShow: (problem) => `无法显示。${problem}`,
    working: "正在计算…",
    counting: "正在计数…",
    unknown: (problem) => `没有精确结果。${problem}`,

    // ---- cards and positions ----

    deck: "整副牌，从上到下",
    card: (name) => `${name} 号牌`,
    cards: (names, playing) => (playing ? listed(names) : `${listed(names)} 号牌`),
    playing: (rank, suit) => `${suits[suit]} ${rank}`,
    slot: (position, name) => `位置 ${position}：${name}`,
    inPacket: (group, name) => `${packet[group]}：${name}`,
    cardStuck: "，永远不动",
    cardDone: "，已确定",
    withKey: (key) => `，键 ${key}`,
    range: (first, last) => `${first} 至 ${last}`,
    positions: (ranges, number) => (number === 0 ? "无" : `位置 ${ranges}`),
    allOpen: "每个位置都还可能变化。",
    allDone: "✓ 所有位置都已确定。",
    done: (positions) => `✓ 已确定，不再变化：${positions}`,

    // ---- rolls ----

    before: "第一次掷骰之前",
    stepOf: (step, steps) => `第 ${count(step)} 步，共 ${count(steps)} 步`,
    random: (fraction) => `随机数：${fraction}`,
    notRolled: "尚未掷骰",
    rolled: (number, sides) => `${number} / ${sides}`,
    sides: (sides) => `/ ${sides}`,
    coin,
    coinFace: ["反", "正"],

    // ---- rolls that the visitor chose ----

    chosen: {
        number: (fraction) => `指定的数：${fraction}`,
        steps: (steps, number) => `指定了 ${count(number)} 次掷骰：第 ${steps} 步`,
        back: "恢复随机掷骰",
        note: (roll) => `这次掷骰是你指定的。随机的结果是 ${roll}。`,
        same: "这次掷骰是你指定的，与随机的结果相同。",
        tag: "指定",
        pick: "点击横条的一段，指定另一种结果",
    },

    // ---- what a step does ----

    newDeck: "洗牌之前的牌。",
    keptDeck: "上一次洗牌留下的牌。",
    willRoll: (rolls) => `一共要掷 ${count(rolls)} 次。`,
    neverRolled: "不需要掷骰，没有牌移动。",
    waits: (steps) => `${count(steps)} 步之后已经结束。`,
    onlyFirst: (steps) => `只显示前 ${steps} 次掷骰。`,
    oneSide: "只有一张牌可选。",
    noMove: "没有牌移动。",
    stays: (position, card) => `选中了位置 ${position} 自己：${spaced(card, "不动")}。`,
    swap: (positions, cards) => `${spaced(cards, "互换")}（${positions}）。`,
    swapFor: (position, other, cards) => `位置 ${position} 与位置 ${other} 交换：` +
        `${cards}。`,
    move: ({ card, from, to }) => `${spaced(card, "从位置")} ${from} 移到位置 ${to}，` +
        "它越过的牌各挪一位。",
    packetsSwap: (first, second) => `${first} 的牌移到${second} 的牌后面。`,
    reversed: (positions) => `${positions} 的牌颠倒顺序。`,
    cardTo: (card, position) => `${spaced(card, "到位置")} ${position}`,
    moves: (number, moves) => `${number} 张牌移动：${listed(moves)}。`,
    manyMove: (number) => `${number} 张牌移动。`,
    nowAllDone: "所有位置都已确定。",
    nowDone: (positions, number) => `${positions} ${number === 1 ? "" : "都"}已确定。`,
    neverMoves: (card) => spaced(card, "永远不会移动。"),
    movesAgain: (position, step, card) =>
        `位置 ${position} 在第 ${step} 步已经放好，它的牌（${card}）又被移动了。`,
    brief: {
        none: "没有牌移动",
        swap: (cards) => spaced(cards, "互换"),
        cut: (positions) => `${positions} 切牌`,
        reversed: (positions) => `${positions} 颠倒`,
        many: (number) => `${number} 张牌移动`,
    },
    riffle: {
        packets: (top, bottom, apart) => `切成上半叠（${apart ? "左" : "灰线"}）` +
            `${top} 张和下半叠（${apart ? "右" : "虚线"}）${bottom} 张，` +
            "分别等于这次交错洗牌中反面和正面的次数。",
        label: ["反面：上半叠", "正面：下半叠"],
        falls: (rolled, card) => `${coin[rolled]}：` +
            `${rolled === 0 ? "上" : "下"}半叠落下一张，${card}。`,
        brief: (rolled, card) => spaced(card, `来自${rolled === 0 ? "上" : "下"}半叠`),
        done: "两叠牌已经交错在一起。",
    },
    overhand: {
        packets: (apart) => (apart ? "上：手中的牌。下：新的牌堆，最后一叠在最前。"
            : "灰线：手中的牌。蓝线：新的牌堆，最后一叠在最前。"),
        cut: (cards) => "切牌（平均掷四次切一次）：" +
            `最上面的 ${count(cards)} 张放到新的牌堆上。`,
        grows: (cards) => `这里不切：手中的一叠现在有 ${count(cards)} 张。`,
        rest: (cards) => `剩下的 ${count(cards)} 张放到最上面。`,
        briefCut: (cards) => `一叠 ${count(cards)} 张`,
        briefOn: "不切",
    },
    cut: {
        packets: "切成的两叠",
        none: "切在最上面，什么也没有变。",
        after: (cards) => `在第 ${count(cards)} 张之后切牌：上面一叠移到下面。`,
        willBe: (cards) => (cards === 0 ? "不会切牌。"
            : `将在第 ${count(cards)} 张之后切牌。`),
        flip: ["反面：不颠倒", "正面：颠倒"],
        flipped: (rolled, cut) => (rolled === 0
            ? (cut === 0 ? "反面：牌保持不变。" : "反面：只切牌。")
            : cut === 0 ? "正面：最上面一张不动，其余的牌颠倒顺序。"
                : "正面：切牌，然后最上面一张不动，其余的牌颠倒顺序。"),
    },
    keys: {
        gets: (card, key) => spaced(card, `得到键 ${key}。`),
        taken: (key, card) => `键 ${key} 已被占用，${spaced(card, "重新抽取")}。`,
        sorted: "现在按键排序。",
    },
    sort: {
        swap: (rolled) => `${coin[rolled]}：交换`,
        keep: (rolled) => `${coin[rolled]}：不动`,
        larger: (rolled, larger, smaller) => `${coin[rolled]}：${larger} > ${smaller}`,
        compares: (cards, rolled) => spaced(cards, `抛硬币比大小：${coin[rolled]}。`),
        swapped: "两张牌交换。",
        counts: (card) => spaced(card, "算作较大的一张。"),
    },

    // ---- what steps can do ----

    reach: {
        again: (positions) => `这次掷骰可能选中已经轮到过的${positions}。`,
        neverKeeps: (position) => `位置 ${position} 永远留不住原来的牌。`,
        uneven: (sides, positions) => `${sides} 种结果无法平均分给 ${positions} 个位置。`,
        chooses: (position, positions) => `为位置 ${position} 选牌：掷骰从` +
            `${positions}（有下划线）中选一张。`,
        fromOn: (step) => `从第 ${step} 步起，掷骰还可能选中已经轮到过的位置：` +
            "放好的牌会再次移动。",
        noneKeeps: "没有哪一步能让本位置的牌留在原位。",
        allUneven: "掷骰的结果没有平均分给各个位置。",
        summary: ({ open, dieFair, all }) => "每一步都从本位置和" +
            `${open ? "尚未确定" : "已经轮到过"}的位置中选择，` +
            `${dieFair ? "概率都相同" : "但由于随机数的缘故，概率不同"}。` +
            (!all ? "" : open ? "已确定的位置不再变化。" : "直到最后才有位置确定下来。"),
        depends: (steps, number) => `第 ${steps} 步${number === 1 ? "" : "各"}做什么，` +
            "取决于之前的掷骰。",
        noTurn: (positions) => `${positions} 从未轮到。`,
    },

    // ---- what comes out ----

    comesOut: "会出现什么结果",
    eachStep: "每一步做什么",
    oneLine: "一句话证明",
    facts: {
        fair: (orders) => `${orders} 种顺序，概率全都相同。`,
        noneMoves: "没有一张牌会移动。",
        stuck: (card, position) => spaced(card, `永远不会移动，始终在位置 ${position}。`),
        noneStays: "没有一张牌能留在原位。",
        neverStays: (card, position) => spaced(card, `永远不会留在位置 ${position}。`),
        never: (card, positions) => spaced(card, `永远到不了${positions}。`),
        neverAndOthers: (line, others) => `${line}另外 ` +
            `${count(others)} 张牌也有到不了的位置。`,
        nearlyNone: (orders) => `${orders} 种顺序中几乎全部都不可能出现。`,
        impossible: (number, orders, share) =>
            `${orders} 种顺序中有 ${number} 种不可能出现：${share}。`,
        notEqual: "各种顺序出现的概率不可能相同。",
        ratio: (times) => "每种顺序都可能出现，但概率不同：" +
            `概率最大的是最小的 ${times} 倍。`,
        unequal: "每种顺序都可能出现，但概率不同。",
        extreme: ({ card, position, share, fair }) => `${spaced(card, "最后在位置")} ` +
            `${position} 的概率是 ${share}，公平时应为 ${fair}。`,
    },
    proof: {
        about: (number) => `约 ${number}`,
        oneEach: ({ product, ways, factorial, orders }) => `${product}${ways} 种掷法，` +
            `${factorial}${orders} 种顺序：每种顺序恰好对应一种掷法。`,
        someEach: ({ product, ways, factorial, orders, each }) =>
            `${product}${ways} 种掷法，` +
            `${factorial}${orders} 种顺序：每种顺序恰好对应 ${each} 种掷法。`,
        uneven: ({ product, ways, factorial, orders }) => `${product}${ways} ` +
            `种掷法本可以平均分给 ${factorial}${orders} 种顺序，但实际并没有。`,
        tooFew: ({ product, ways, factorial, orders, missing }) =>
            `只有 ${product}${ways} 种掷法，却有 ${factorial}${orders} 种顺序：` +
            `至少有 ${missing} 种不可能出现。`,
        cannotShare: ({ product, ways, factorial, orders }) => `${product}${ways} ` +
            `种掷法无法平均分给 ${factorial}${orders} 种顺序。每种掷法的概率相同，` +
            "所以有些顺序更常出现。",
        again: "有的掷骰会重来，所以各种掷法的概率不同，数掷法证明不了什么。",
        open: "掷骰的次数取决于之前的结果，所以各种掷法的概率不同，数掷法证明不了什么。",
        coins: (orders) => "硬币只能给出二分之一、四分之一、八分之一等等。" +
            `公平的洗牌要求每种顺序的概率是 1/${orders}，抛多少次硬币都凑不出来。`,
        dice: (sides, orders) => `这里的骰子都是 ${sides.join(" 或 ")} 面。` +
            `公平的洗牌要求每种顺序的概率是 1/${orders}，掷多少次都凑不出来。`,
        unfairDie: "随机数并不完美，所以各种掷法的概率不同，数掷法证明不了什么。",
        tooMany: "掷骰次数太多，数不清掷法。",
    },

    // ---- all possible rolls ----

    branch: {
        title: "接下来的所有可能",
        lead: (sides) => `下一次掷骰有 ${sides} 种结果。`,
        leadWays: (sides) => `下一次掷骰有 ${sides} 种结果。柱子按最后得到的顺序，` +
            "分别统计之后的等可能情形。",
        still: "无论掷出什么，牌都还不会移动。",
        choose: "选一种结果，就从它继续。",
        /** For screen readers: the roll, what it does, and what is special about it. */
        take: (roll, does, note) =>
            `从 ${roll} 继续：${does}${note === "" ? "" : `（${note}）`}`,
        real: "实际结果",
        chosen: "指定",
        drawn: "随机结果",
        together: (cases) => (cases === 1 ? "从这里开始只有 1 种情形："
            : `从这里开始共 ${count(cases)} 种等可能的情形：`),
        even: "还能出现的每种顺序都一样多。",
        uneven: "各种顺序不一样多。",
        never: "有些顺序一种也没有，永远不会出现。",
        order: (order, cases) => `${order}：${count(cases)} 种情形`,
        bars: (pairs) =>
            pairs.map(([order, cases]) => `${order}：${count(cases)}`).join("，"),
        end: "到此结束，不用再掷了。",
    },
};
