# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    for i in range(n):
        swap(cards, i, random(n))  #! n -> i + 1
