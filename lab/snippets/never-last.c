// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = 0; i < n; i++)
        swap(cards, i, random(n - 1)); //! n - 1 -> i + 1
}
