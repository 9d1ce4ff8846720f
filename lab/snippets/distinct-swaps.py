# SPDX-License-Identifier: MIT
def shuffle(cards, swaps):
    n = len(cards)
    for k in range(swaps):  #! swaps
        i = random(n)
        j = random(n - 1)
        if j >= i:
            j += 1
        swap(cards, i, j)
