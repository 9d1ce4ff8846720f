// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n, int swaps)
{
    for (int k = 0; k < swaps; k++) { //! swaps
        int i = random(n - 1);
        swap(cards, i, i + 1);
    }
}
