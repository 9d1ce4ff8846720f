# SPDX-License-Identifier: MIT
def compare(x, y):
    return random(2) - 0.5  #! random(2)

def shuffle(cards):
    n = len(cards)
    for end in range(n - 1, 0, -1):
        for i in range(end):
            if compare(cards[i], cards[i + 1]) > 0:
                swap(cards, i, i + 1)
