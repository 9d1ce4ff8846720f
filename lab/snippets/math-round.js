// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    for (let i = n - 1; i > 0; i--) {
        const j = Math.round(Math.random() * i); //! round -> floor ; i -> (i + 1)
        swap(cards, i, j);
    }
}
