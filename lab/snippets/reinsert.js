// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    const old = [...cards];
    for (let k = 0; k < n; k++) {
        const j = random(n); //! n -> k + 1
        const i = cards.indexOf(old[k]);
        cards.splice(i, 1);
        cards.splice(j, 0, old[k]);
    }
}
