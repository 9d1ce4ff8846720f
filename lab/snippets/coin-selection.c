// SPDX-License-Identifier: MIT
int compare(int x, int y) { return random(2) ? 1 : -1; } //! random(2)

void shuffle(int *cards, int n)
{
    for (int i = 0; i < n - 1; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (compare(cards[least], cards[j]) > 0)
                least = j;
        swap(cards, i, least);
    }
}
