// SPDX-License-Identifier: MIT
function shuffle(cards, swaps) {
    const n = cards.length;
    for (let k = 0; k < swaps; k++) { //! swaps
        const i = random(n);
        let j = random(n - 1);
        if (j >= i)
            j++;
        swap(cards, i, j);
    }
}
