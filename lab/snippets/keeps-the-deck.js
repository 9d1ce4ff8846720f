// SPDX-License-Identifier: MIT
// cards: still in the order of the last shuffle
function shuffle(cards, swaps) {
    const n = cards.length;
    for (let k = 0; k < swaps; k++) { //! swaps
        const i = random(n);
        const j = random(n);
        swap(cards, i, j);
    }
}
