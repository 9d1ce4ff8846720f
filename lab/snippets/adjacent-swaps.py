# SPDX-License-Identifier: MIT
def shuffle(cards, swaps):
    n = len(cards)
    for k in range(swaps):  #! swaps
        i = random(n - 1)
        swap(cards, i, i + 1)
