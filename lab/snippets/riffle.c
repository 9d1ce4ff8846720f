// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n, int riffles)
{
    for (int k = 0; k < riffles; k++) { //! riffles
        int old[n], coin[n], top = 0, bottom = 0;
        for (int i = 0; i < n; i++) {
            coin[i] = random(2);
            bottom += coin[i] == 0;
        }
        memcpy(old, cards, sizeof old);
        for (int i = 0; i < n; i++)
            cards[i] = old[coin[i] ? bottom++ : top++];
    }
}
