// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = 0; i < n; i++)
        swap(cards, i, random(n)); //! n -> i + 1
}
