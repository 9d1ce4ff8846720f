// SPDX-License-Identifier: MIT
int compare(int x, int y) { return random(2) ? 1 : -1; } //! random(2)

void shuffle(int *cards, int n)
{
    if (n < 2)
        return;
    bool falls = compare(cards[0], cards[1]) > 0;
    int run = 2;
    while (run < n && falls ==
           (compare(cards[run - 1], cards[run]) > 0))
        run++;
    for (int i = 0; falls && i < run / 2; i++)
        swap(cards, i, run - 1 - i);
    for (; run < n; run++) {
        int low = 0, high = run;
        while (low < high) {
            int middle = (low + high) / 2;
            if (compare(cards[middle], cards[run]) > 0)
                high = middle;
            else
                low = middle + 1;
        }
        for (int i = run; i > low; i--)
            swap(cards, i, i - 1);
    }
}
