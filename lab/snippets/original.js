// SPDX-License-Identifier: MIT
function shuffle(cards) {
    const n = cards.length;
    const out = [];
    const struck = Array(n).fill(false);
    for (let left = n; left > 0; left--) {
        let i = 0, k = random(left);
        while (struck[i] || k > 0) {
            if (!struck[i])
                k--;
            i++;
        }
        struck[i] = true;
        out.push(cards[i]);
    }
    cards.splice(0, n, ...out);
}
