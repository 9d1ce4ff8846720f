// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const out = [];
    while (cards.length > 0) {
        const k = random(cards.length);
        out.push(cards[k]);
        cards.splice(k, 1);
    }
    cards.push(...out);
}
