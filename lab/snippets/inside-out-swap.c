// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = 1; i < n; i++)
        swap(cards, i, random(i + 1));
}
