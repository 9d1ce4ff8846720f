// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    int out[n];
    for (int left = n; left > 0; left--) {
        int k = random(left);
        out[n - left] = cards[k];
        for (int i = k; i < left - 1; i++)
            cards[i] = cards[i + 1];
    }
    memcpy(cards, out, sizeof out);
}
