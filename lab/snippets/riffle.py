# SPDX-License-Identifier: MIT
def shuffle(cards, riffles):
    for k in range(riffles):  #! riffles
        old = list(cards)
        coin = [random(2) for card in cards]
        top, bottom = 0, coin.count(0)
        for i, heads in enumerate(coin):
            if heads:
                cards[i] = old[bottom]
                bottom += 1
            else:
                cards[i] = old[top]
                top += 1
