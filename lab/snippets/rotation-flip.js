// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    const old = [...cards];
    const cut = random(n); //! random(n)
    const step = random(2) ? n - 1 : 1; //! random(2)
    for (let i = 0; i < n; i++)
        cards[i] = old[(cut + i * step) % n];
}
