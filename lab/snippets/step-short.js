// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    for (let i = n - 1; i > 1; i--) //! 1@2 -> 0
        swap(cards, i, random(i + 1));
}
