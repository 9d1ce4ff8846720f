// SPDX-License-Identifier: MIT
int compare(int x, int y) { return random(2) ? 1 : -1; } //! random(2)

void sort(int *cards, int start, int end)
{
    if (end - start < 2)
        return;
    int middle = (start + end) / 2, half = middle - start;
    sort(cards, start, middle);
    sort(cards, middle, end);
    int left[half], i = 0, j = middle, k = start;
    memcpy(left, cards + start, sizeof left);
    while (i < half && j < end)
        if (compare(left[i], cards[j]) > 0)
            cards[k++] = cards[j++];
        else
            cards[k++] = left[i++];
    while (i < half)
        cards[k++] = left[i++];
}

void shuffle(int *cards, int n)
{
    sort(cards, 0, n);
}
