// SPDX-License-Identifier: MIT
const compare = (x, y) => random(2) - 0.5; //! random(2)

function shuffle(cards) {
    const n = cards.length;
    for (let i = 1; i < n; i++)
        for (let j = i; j > 0; j--) {
            if (compare(cards[j - 1], cards[j]) < 0)
                break;
            swap(cards, j - 1, j);
        }
}
