// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    int old[n], cut = random(n); //! random(n)
    memcpy(old, cards, sizeof old);
    for (int i = 0; i < n; i++)
        cards[i] = old[(cut + i) % n];
}
