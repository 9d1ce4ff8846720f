// SPDX-License-Identifier: MIT
function shuffle(cards, bits) {
    const n = cards.length;
    let size = 2 ** bits;
    while (size < n)
        size *= 2;
    const keys = new Map();
    for (const card of cards) {
        let key;
        do
            key = random(size);
        while (keys.has(key));
        keys.set(key, card);
    }
    const deck = [...keys].sort((a, b) => a[0] - b[0]);
    for (let i = 0; i < n; i++)
        cards[i] = deck[i][1];
}
