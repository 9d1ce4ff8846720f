// SPDX-License-Identifier: MIT
function shuffle(cards, bits) {
    const n = cards.length;
    const deck = [];
    for (const card of cards)
        deck.push({ key: random(2 ** bits), card }); //! bits
    deck.sort((a, b) => a.key - b.key);
    for (let i = 0; i < n; i++)
        cards[i] = deck[i].card;
}
