// SPDX-License-Identifier: MIT
const compare = (x, y) => random(2) - 0.5; //! random(2)

function sort(cards, start, end) {
    if (end - start < 2)
        return;
    const middle = (start + end) >> 1;
    sort(cards, start, middle);
    sort(cards, middle, end);
    const left = cards.slice(start, middle);
    let i = 0, j = middle, k = start;
    while (i < left.length && j < end)
        if (compare(left[i], cards[j]) > 0)
            cards[k++] = cards[j++];
        else
            cards[k++] = left[i++];
    while (i < left.length)
        cards[k++] = left[i++];
}

function shuffle(cards) {
    sort(cards, 0, cards.length);
}
