# SPDX-License-Identifier: MIT
def compare(x, y):
    return random(2) - 0.5  #! random(2)

def shuffle(cards):
    n = len(cards)
    if n < 2:
        return
    falls = compare(cards[0], cards[1]) > 0
    run = 2
    while run < n and falls == (
            compare(cards[run - 1], cards[run]) > 0):
        run += 1
    if falls:
        cards[:run] = reversed(cards[:run])
    for run in range(run, n):
        low, high = 0, run
        while low < high:
            middle = (low + high) // 2
            if compare(cards[middle], cards[run]) > 0:
                high = middle
            else:
                low = middle + 1
        cards.insert(low, cards.pop(run))
