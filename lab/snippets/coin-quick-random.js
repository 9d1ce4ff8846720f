// SPDX-License-Identifier: MIT
const compare = (x, y) => random(2) - 0.5;

function sort(cards, start, end) {
    if (end - start < 2)
        return;
    const pivot = start + random(end - start);
    swap(cards, start, pivot);
    let last = start;
    for (let i = start + 1; i < end; i++)
        if (compare(cards[start], cards[i]) > 0)
            swap(cards, ++last, i);
    swap(cards, start, last);
    sort(cards, start, last);
    sort(cards, last + 1, end);
}

function shuffle(cards) {
    sort(cards, 0, cards.length);
}
