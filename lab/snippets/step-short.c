// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = n - 1; i > 1; i--) //! 1@2 -> 0
        swap(cards, i, random(i + 1));
}
