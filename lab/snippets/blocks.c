// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n, int size)
{
    int old[n], blocks[n], count = 0, to = 0;
    memcpy(old, cards, sizeof old);
    for (int i = 0; i < n; i += size) //! size -> 1
        blocks[count++] = i;
    for (int i = count - 1; i > 0; i--)
        swap(blocks, i, random(i + 1));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < size && blocks[i] + k < n; k++) //! size -> 1
            cards[to++] = old[blocks[i] + k];
}
