// SPDX-License-Identifier: MIT
//
// page.js - the page around the parts, in Simplified Chinese.

export const page = {
    /** The titles of the tabs, by part. */
    tabs: {
        story: "故事",
        race: "对比",
        steps: "逐步演示",
        exact: "证明",
        wall: "洗牌大全",
        views: "隐蔽的偏差",
        cases: "著名案例",
        decks: "52! 种顺序",
        yours: "试试你的代码",
        report: "报告",
    },
    /** What is behind each tab, as a tooltip. */
    hints: {
        story: "用七页讲清一种常见的洗牌为什么不公平",
        race: "两种洗牌并排对比：每张牌最后在哪里？",
        steps: "一种洗牌，每次掷骰都看得清清楚楚，附代码",
        exact: "数遍所有可能的掷法，得出精确的概率",
        wall: "我们所知的全部洗牌，看看不公平的多快就被识破",
        views: "看似公平、其实不公平的洗牌，以及它们怎样露馅",
        cases: "在众目睽睽之下出错的洗牌，以及代码里的陷阱",
        decks: "52 张牌的顺序多得惊人，种子能给出的却少得可怜",
        yours: "检验你自己的代码，或者记录洗牌结果的文件",
        report: "结论、结论的含义和全部图片",
    },
    title: (part) => `${part} · fairshuf 实验室`,
    parts: "页面各部分",
    skip: "跳到正文",
    language: "语言",
    light: "浅色",
    dark: "深色",
    toLight: "切换到浅色",
    toDark: "切换到深色",
    about: (tool) => "fairshuf 用来打乱文件的行和数组的元素，也能检验其他洗牌有没有偏差。" +
        `本页运行的就是它的 C 代码（${tool}），编译成了 WebAssembly。` +
        "任何数据都不会离开你的浏览器。",
    licences: "本页及其全部组件的许可证",
    /** What of an address cannot be shown. used: [name, shown, asked for]; ignored: [name,
     * asked for]. */
    replaced: (used, ignored) => "本页无法完全按这个网址显示。" +
        (used.length === 0 ? "" : `改用：${used.map(([name, shown, asked]) =>
            `${name} ${shown}（而不是 ${asked}）`).join("，")}。`) +
        (ignored.length === 0 ? "" : `忽略：${ignored.map(([name, asked]) =>
            `${name} ${asked}`).join("，")}。`),
    /** What the settings in an address are called. */
    settings: {
        part: "栏目", lang: "语言", n: "牌数", trials: "洗牌次数", trial: "第几次洗牌",
        step: "步骤", speed: "速度", choose: "指定的掷骰", die: "随机数",
        da: "A 的随机数", db: "B 的随机数", screen: "故事页码", order: "顺序",
        sort: "柱子的顺序", height: "柱子的高度", open: "打开的洗牌", view: "统计量",
        case: "案例", hand: "这局牌的种子", loads: "打开次数", ballot: "选择页的种子",
        xor: "交换", word: "原始随机数的位数", sides: "n", seed: "种子",
        deal: "发牌的种子", mine: "你这副牌的种子",
        people: "人数",
        rate: "每秒洗牌数", years: "年数", zoom: "放大", bits: "位数", deck: "牌数",
        seeds: "种子的位数", example: "示例", random: "随机数的来源",
    },
};
