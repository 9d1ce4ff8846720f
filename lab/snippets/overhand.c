// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n, int shuffles)
{
    for (int k = 0; k < shuffles; k++) { //! shuffles
        int out[n], start = 0;
        for (int end = 1; end <= n; end++)
            if (end == n || random(4) == 0)
                for (int to = n - end; start < end; to++)
                    out[to] = cards[start++];
        memcpy(cards, out, sizeof out);
    }
}
