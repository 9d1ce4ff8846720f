// SPDX-License-Identifier: MIT
const compare = (x, y) => random(2) - 0.5; //! random(2)

function shuffle(cards) {
    const n = cards.length;
    for (let end = n - 1; end > 0; end--)
        for (let i = 0; i < end; i++)
            if (compare(cards[i], cards[i + 1]) > 0)
                swap(cards, i, i + 1);
}
