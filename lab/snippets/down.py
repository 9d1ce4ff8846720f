# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    for i in range(n - 1, 0, -1):
        swap(cards, i, random(i + 1))
