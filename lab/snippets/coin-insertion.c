// SPDX-License-Identifier: MIT
int compare(int x, int y) { return random(2) ? 1 : -1; } //! random(2)

void shuffle(int *cards, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0; j--) {
            if (compare(cards[j - 1], cards[j]) < 0)
                break;
            swap(cards, j - 1, j);
        }
}
