// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = n - 1; i >= 0; i--)
        swap(cards, i, random(n)); //! n -> i + 1
}
