// SPDX-License-Identifier: MIT
function shuffle(cards, size) {
    const n = cards.length;
    const blocks = [];
    for (let i = 0; i < n; i += size) //! size -> 1
        blocks.push(cards.slice(i, i + size)); //! size -> 1
    for (let i = blocks.length - 1; i > 0; i--)
        swap(blocks, i, random(i + 1));
    cards.splice(0, n, ...blocks.flat());
}
