// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = round(fraction() * i); //! round -> floor ; i -> (i + 1)
        swap(cards, i, j);
    }
}
