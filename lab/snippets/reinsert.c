// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    int old[n];
    memcpy(old, cards, sizeof old);
    for (int k = 0; k < n; k++) {
        int i = 0, j = random(n); //! n -> k + 1
        while (cards[i] != old[k])
            i++;
        for (; i < j; i++)
            swap(cards, i, i + 1);
        for (; i > j; i--)
            swap(cards, i, i - 1);
    }
}
