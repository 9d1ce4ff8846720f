// SPDX-License-Identifier: MIT
// cards: still in the order of the last shuffle
void shuffle(int *cards, int n, int percent)
{
    if (random(100) < percent) //! percent -> 0
        return;
    for (int i = n - 1; i > 0; i--)
        swap(cards, i, random(i + 1));
}
