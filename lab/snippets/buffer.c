// SPDX-License-Identifier: MIT
void shuffle(int *cards, int n, int size)
{
    int count = size < n ? size : n; //! size < n ? size : n -> n
    int used = count, buffer[count];
    memcpy(buffer, cards, sizeof buffer);
    for (int i = 0; i < n; i++) {
        int j = random(count);
        cards[i] = buffer[j];
        buffer[j] = used < n ? cards[used++]
                             : buffer[--count];
    }
}
