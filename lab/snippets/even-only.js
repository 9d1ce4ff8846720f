// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    let odd = false;
    for (let i = n - 1; i > 0; i--) {
        const j = random(i + 1);
        swap(cards, i, j);
        if (i !== j)
            odd = !odd;
    }
    if (odd) swap(cards, 0, 1); //! if (odd) swap(cards, 0, 1); ->
}
