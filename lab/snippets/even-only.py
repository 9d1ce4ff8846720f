# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    odd = False
    for i in range(n - 1, 0, -1):
        j = random(i + 1)
        swap(cards, i, j)
        if i != j:
            odd = not odd
    if odd: swap(cards, 0, 1)  #! if odd: swap(cards, 0, 1) ->
