# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    for i in range(n - 1):
        swap(cards, i, i + random(n - i))
