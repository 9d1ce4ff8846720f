// SPDX-License-Identifier: MIT
int compare(int x, int y) { return random(2) ? 1 : -1; }

void sort(int *cards, int start, int end)
{
    if (end - start < 2)
        return;
    int pivot = start + random(end - start);
    swap(cards, start, pivot);
    int last = start;
    for (int i = start + 1; i < end; i++)
        if (compare(cards[start], cards[i]) > 0)
            swap(cards, ++last, i);
    swap(cards, start, last);
    sort(cards, start, last);
    sort(cards, last + 1, end);
}

void shuffle(int *cards, int n)
{
    sort(cards, 0, n);
}
