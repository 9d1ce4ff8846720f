// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    int left = n;
    for (int i = n - 1; i > 0; i--) {
        swap(cards, i, random(left));
        left = i + 1; //! i + 1 -> i
    }
}
