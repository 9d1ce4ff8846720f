// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    for (let i = 1; i < n - 1; i++) //! n - 1 -> n
        swap(cards, i, random(i + 1));
}
