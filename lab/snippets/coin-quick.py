# SPDX-License-Identifier: MIT
def compare(x, y):
    return random(2) - 0.5  #! random(2)

def sort(cards, start, end):
    if end - start < 2:
        return
    pivot = start  #! start -> start + random(end - start)
    swap(cards, start, pivot)
    last = start
    for i in range(start + 1, end):
        if compare(cards[start], cards[i]) > 0:
            last += 1
            swap(cards, last, i)
    swap(cards, start, last)
    sort(cards, start, last)
    sort(cards, last + 1, end)

def shuffle(cards):
    sort(cards, 0, len(cards))
