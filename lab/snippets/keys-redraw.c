// SPDX-License-Identifier: MIT
bool contains(long *keys, int count, long key)
{
    for (int i = 0; i < count; i++)
        if (keys[i] == key)
            return true;
    return false;
}

void shuffle(int *cards, int n, int bits)
{
    long size = 1L << bits, keys[n];
    while (size < n)
        size *= 2;
    for (int i = 0; i < n; i++)
        do
            keys[i] = random(size);
        while (contains(keys, i, keys[i]));
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0; j--) {
            if (keys[j - 1] <= keys[j])
                break;
            swap(keys, j - 1, j);
            swap(cards, j - 1, j);
        }
}
