// SPDX-License-Identifier: MIT
//
// controls.js - the controls that parts share, in Simplified Chinese.
import { count } from "./numbers.js";

export const controls = {
    shuffle: "洗牌",
    randomNumbers: "随机数",
    fairShuffles: "公平（前提是随机数公平）",
    library: "fairshuf 库",
    wrongShuffles: "错误",
    fairNumbers: "公平",
    wrongNumbers: "错误",
    /** What stands in the field of a number that depends on the number of cards. */
    automatic: "自动",
    cards: "牌数",
    slider: (label) => `${label}，滑块`,
    trials: "最多洗几次",
    seed: "种子",
    newSeed: "换种子",
    newSeedHint: "换一组随机数",
    presets: "试试这些：",
    chooseFile: "选择文件",
    /** Links to the same shuffle in other parts. */
    compare: "洗很多次看看",
    compareFair: "与 Fisher–Yates 洗牌对比",
    compareNumbers: "与完美的随机数对比",
    steps: "一步一步地看",
    proof: (cards) => `${count(cards)} 张牌的证明`,
};
