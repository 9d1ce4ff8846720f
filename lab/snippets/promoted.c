// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n, int percent)
{
    int first = cards[0], at = 0;
    for (int i = n - 1; i > 0; i--)
        swap(cards, i, random(i + 1));
    while (cards[at] != first)
        at++;
    if (random(100) < percent) //! percent -> 0
        swap(cards, 0, at);
}
