// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    for (let i = n - 1; i > 0; i--)
        swap(cards, i, random(i)); //! i@2 -> i + 1
}
