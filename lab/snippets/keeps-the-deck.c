// SPDX-License-Identifier: MIT
// cards: still in the order of the last shuffle
void shuffle(int *cards, int n, int swaps)
{
    for (int k = 0; k < swaps; k++) { //! swaps
        int i = random(n);
        int j = random(n);
        swap(cards, i, j);
    }
}
