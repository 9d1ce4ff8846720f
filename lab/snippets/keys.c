// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n, int bits)
{
    long keys[n];
    for (int i = 0; i < n; i++)
        keys[i] = random(1L << bits); //! bits
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0; j--) {
            if (keys[j - 1] <= keys[j])
                break;
            swap(keys, j - 1, j);
            swap(cards, j - 1, j);
        }
}
