# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    for i in range(n):
        swap(cards, i, random(n - 1))  #! n - 1 -> i + 1
