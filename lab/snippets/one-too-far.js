// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    let left = n;
    for (let i = n - 1; i > 0; i--) {
        swap(cards, i, random(left));
        left = i + 1; //! i + 1 -> i
    }
}
