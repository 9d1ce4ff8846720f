// SPDX-License-Identifier: MIT
int compare(int x, int y) { return random(2) ? 1 : -1; } //! random(2)

void sink(int *cards, int root, int n)
{
    while (2 * root + 1 < n) {
        int child = 2 * root + 1;
        if (child + 1 < n &&
            compare(cards[child + 1], cards[child]) > 0)
            child++;
        if (compare(cards[child], cards[root]) < 0)
            return;
        swap(cards, root, child);
        root = child;
    }
}

void shuffle(int *cards, int n)
{
    for (int root = n / 2 - 1; root >= 0; root--)
        sink(cards, root, n);
    for (int end = n - 1; end > 0; end--) {
        swap(cards, 0, end);
        sink(cards, 0, end);
    }
}
