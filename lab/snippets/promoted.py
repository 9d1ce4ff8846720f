# SPDX-License-Identifier: MIT
def shuffle(cards, percent):
    n, first = len(cards), cards[0]
    for i in range(n - 1, 0, -1):
        swap(cards, i, random(i + 1))
    at = cards.index(first)
    if random(100) < percent:  #! percent -> 0
        swap(cards, 0, at)
