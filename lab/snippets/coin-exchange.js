// SPDX-License-Identifier: MIT
const compare = (x, y) => random(2) - 0.5; //! random(2)

function shuffle(cards) {
    const n = cards.length;
    for (let i = 0; i < n - 1; i++)
        for (let j = i + 1; j < n; j++)
            if (compare(cards[i], cards[j]) > 0)
                swap(cards, i, j);
}
