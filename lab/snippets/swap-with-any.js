// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    for (let i = 0; i < n; i++)
        swap(cards, i, random(n)); //! n -> i + 1
}
