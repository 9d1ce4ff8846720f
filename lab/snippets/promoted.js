// SPDX-License-Identifier: MIT
function shuffle(cards, percent) {
    const n = cards.length, first = cards[0];
    for (let i = n - 1; i > 0; i--)
        swap(cards, i, random(i + 1));
    const at = cards.indexOf(first);
    if (random(100) < percent) //! percent -> 0
        swap(cards, 0, at);
}
