// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    bool odd = false;
    for (int i = n - 1; i > 0; i--) {
        int j = random(i + 1);
        swap(cards, i, j);
        if (i != j)
            odd = !odd;
    }
    if (odd) swap(cards, 0, 1); //! if (odd) swap(cards, 0, 1); ->
}
