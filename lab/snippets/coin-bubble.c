// SPDX-License-Identifier: MIT
int compare(int x, int y) { return random(2) ? 1 : -1; } //! random(2)

void shuffle(int *cards, int n)
{
    for (int end = n - 1; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (compare(cards[i], cards[i + 1]) > 0)
                swap(cards, i, i + 1);
}
