// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    for (let i = 0; i < n - 1; i++)
        swap(cards, i, i + random(n - i));
}
