# SPDX-License-Identifier: MIT
def shuffle(cards, size):
    n = len(cards)
    blocks = []
    for i in range(0, n, size):  #! size -> 1
        blocks.append(cards[i:i + size])  #! size -> 1
    for i in range(len(blocks) - 1, 0, -1):
        swap(blocks, i, random(i + 1))
    cards[:] = sum(blocks, [])
