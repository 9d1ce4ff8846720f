# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    old = list(cards)
    for k in range(n):
        j = random(n)  #! n -> k + 1
        cards.remove(old[k])
        cards.insert(j, old[k])
