# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    for i in range(n - 1, 1, -1):  #! 1@2 -> 0
        swap(cards, i, random(i + 1))
