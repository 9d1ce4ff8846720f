# SPDX-License-Identifier: MIT
def compare(x, y):
    return random(2) - 0.5  #! random(2)

def shuffle(cards):
    n = len(cards)
    for i in range(n - 1):
        least = i
        for j in range(i + 1, n):
            if compare(cards[least], cards[j]) > 0:
                least = j
        swap(cards, i, least)
