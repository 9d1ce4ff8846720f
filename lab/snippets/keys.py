# SPDX-License-Identifier: MIT
def shuffle(cards, bits):
    deck = []
    for card in cards:
        deck.append((random(2 ** bits), card))  #! bits
    deck.sort(key=lambda pair: pair[0])
    cards[:] = [card for key, card in deck]
