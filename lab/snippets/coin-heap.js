// SPDX-License-Identifier: MIT
const compare = (x, y) => random(2) - 0.5; //! random(2)

function sink(cards, root, n) {
    while (2 * root + 1 < n) {
        let child = 2 * root + 1;
        if (child + 1 < n &&
            compare(cards[child + 1], cards[child]) > 0)
            child++;
        if (compare(cards[child], cards[root]) < 0)
            return;
        swap(cards, root, child);
        root = child;
    }
}

function shuffle(cards) {
    const n = cards.length;
    for (let root = (n >> 1) - 1; root >= 0; root--)
        sink(cards, root, n);
    for (let end = n - 1; end > 0; end--) {
        swap(cards, 0, end);
        sink(cards, 0, end);
    }
}
