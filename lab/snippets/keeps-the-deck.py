# SPDX-License-Identifier: MIT
# cards: still in the order of the last shuffle
def shuffle(cards, swaps):
    n = len(cards)
    for k in range(swaps):  #! swaps
        i = random(n)
        j = random(n)
        swap(cards, i, j)
