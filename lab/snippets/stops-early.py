# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    for i in range(1, n - 1):  #! n - 1 -> n
        swap(cards, i, random(i + 1))
