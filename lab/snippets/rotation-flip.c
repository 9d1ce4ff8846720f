// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    int old[n], cut = random(n); //! random(n)
    int step = random(2) ? n - 1 : 1; //! random(2)
    memcpy(old, cards, sizeof old);
    for (int i = 0; i < n; i++)
        cards[i] = old[(cut + i * step) % n];
}
