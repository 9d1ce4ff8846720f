// SPDX-License-Identifier: MIT
function shuffle(cards, size) {
    const n = cards.length;
    let count = Math.min(size, n); //! Math.min(size, n) -> n
    let used = count;
    const buffer = cards.slice(0, count);
    for (let i = 0; i < n; i++) {
        const j = random(count);
        cards[i] = buffer[j];
        buffer[j] = used < n ? cards[used++]
                             : buffer[--count];
    }
}
