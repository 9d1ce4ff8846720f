// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = 1; i < n - 1; i++) //! n - 1 -> n
        swap(cards, i, random(i + 1));
}
