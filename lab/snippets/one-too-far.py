# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    left = n
    for i in range(n - 1, 0, -1):
        swap(cards, i, random(left))
        left = i + 1  #! i + 1 -> i
