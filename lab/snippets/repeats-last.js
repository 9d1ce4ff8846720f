// SPDX-License-Identifier: MIT
// cards: still in the order of the last shuffle
function shuffle(cards, percent) {
    const n = cards.length;
    if (random(100) < percent) //! percent -> 0
        return;
    for (let i = n - 1; i > 0; i--)
        swap(cards, i, random(i + 1));
}
