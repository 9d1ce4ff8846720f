# SPDX-License-Identifier: MIT
def compare(x, y):
    return random(2) - 0.5  #! random(2)

def sort(cards, start, end):
    if end - start < 2:
        return
    middle = (start + end) // 2
    sort(cards, start, middle)
    sort(cards, middle, end)
    left = cards[start:middle]
    i, j, k = 0, middle, start
    while i < len(left) and j < end:
        if compare(left[i], cards[j]) > 0:
            cards[k] = cards[j]
            j += 1
        else:
            cards[k] = left[i]
            i += 1
        k += 1
    cards[k:j] = left[i:]

def shuffle(cards):
    sort(cards, 0, len(cards))
