// SPDX-License-Identifier: MIT
const compare = (x, y) => random(2) - 0.5; //! random(2)

function shuffle(cards) {
    const n = cards.length;
    if (n < 2)
        return;
    const falls = compare(cards[0], cards[1]) > 0;
    let run = 2;
    while (run < n && falls ===
           compare(cards[run - 1], cards[run]) > 0)
        run++;
    for (let i = 0; falls && i < run >> 1; i++)
        swap(cards, i, run - 1 - i);
    for (; run < n; run++) {
        let low = 0, high = run;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (compare(cards[middle], cards[run]) > 0)
                high = middle;
            else
                low = middle + 1;
        }
        for (let i = run; i > low; i--)
            swap(cards, i, i - 1);
    }
}
