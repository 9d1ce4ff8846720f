# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    old = list(cards)
    cut = random(n)  #! random(n)
    step = n - 1 if random(2) else 1  #! random(2)
    for i in range(n):
        cards[i] = old[(cut + i * step) % n]
