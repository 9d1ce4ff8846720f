# SPDX-License-Identifier: MIT
def compare(x, y):
    return random(2) - 0.5  #! random(2)

def shuffle(cards):
    n = len(cards)
    for i in range(1, n):
        for j in range(i, 0, -1):
            if compare(cards[j - 1], cards[j]) < 0:
                break
            swap(cards, j - 1, j)
