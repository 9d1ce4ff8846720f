# SPDX-License-Identifier: MIT
def shuffle(cards, bits):
    n = len(cards)
    size = 2 ** bits
    while size < n:
        size *= 2
    keys = {}
    for card in cards:
        while True:
            key = random(size)
            if key not in keys:
                break
        keys[key] = card
    cards[:] = [keys[key] for key in sorted(keys)]
