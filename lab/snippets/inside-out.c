// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    int out[n];
    for (int i = 0; i < n; i++) {
        int j = random(i + 1);
        if (j < i)
            out[i] = out[j];
        out[j] = cards[i];
    }
    memcpy(cards, out, sizeof out);
}
