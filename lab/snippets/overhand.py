# SPDX-License-Identifier: MIT
def shuffle(cards, shuffles):
    n = len(cards)
    for k in range(shuffles):  #! shuffles
        out = []
        start = 0
        for end in range(1, n + 1):
            if end == n or random(4) == 0:
                out = cards[start:end] + out
                start = end
        cards[:] = out
