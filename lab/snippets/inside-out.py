# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    out = [None] * n
    for i in range(n):
        j = random(i + 1)
        if j < i:
            out[i] = out[j]
        out[j] = cards[i]
    cards[:] = out
