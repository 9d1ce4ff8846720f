// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    const out = [];
    for (let i = 0; i < n; i++) {
        const j = random(i + 1);
        if (j < i)
            out[i] = out[j];
        out[j] = cards[i];
    }
    cards.splice(0, n, ...out);
}
