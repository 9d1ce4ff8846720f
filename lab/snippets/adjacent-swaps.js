// SPDX-License-Identifier: MIT
function shuffle(cards, swaps) {
    const n = cards.length;
    for (let k = 0; k < swaps; k++) { //! swaps
        const i = random(n - 1);
        swap(cards, i, i + 1);
    }
}
