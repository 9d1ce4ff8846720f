# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    cut = random(n)  #! random(n)
    cards[:] = cards[cut:] + cards[:cut]
