// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n)
{
    int out[n];
    bool struck[n];
    memset(struck, false, sizeof struck);
    for (int left = n; left > 0; left--) {
        int i = 0, k = random(left);
        while (struck[i] || k > 0) {
            if (!struck[i])
                k--;
            i++;
        }
        struck[i] = true;
        out[n - left] = cards[i];
    }
    memcpy(cards, out, sizeof out);
}
