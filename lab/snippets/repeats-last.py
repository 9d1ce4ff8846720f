# SPDX-License-Identifier: MIT
# cards: still in the order of the last shuffle
def shuffle(cards, percent):
    n = len(cards)
    if random(100) < percent:  #! percent -> 0
        return
    for i in range(n - 1, 0, -1):
        swap(cards, i, random(i + 1))
