# SPDX-License-Identifier: MIT
def shuffle(cards):
    out = []
    while cards:
        k = random(len(cards))
        out.append(cards[k])
        del cards[k]
    cards.extend(out)
