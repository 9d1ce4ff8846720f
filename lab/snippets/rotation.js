// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    const cut = random(n); //! random(n)
    cards.push(...cards.splice(0, cut));
}
