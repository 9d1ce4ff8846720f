// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = 0; i < n - 1; i++)
        swap(cards, i, i + random(n - i));
}
