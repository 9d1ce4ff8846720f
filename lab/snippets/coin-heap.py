# SPDX-License-Identifier: MIT
def compare(x, y):
    return random(2) - 0.5  #! random(2)

def sink(cards, root, n):
    while 2 * root + 1 < n:
        child = 2 * root + 1
        if (child + 1 < n and
            compare(cards[child + 1], cards[child]) > 0):
            child += 1
        if compare(cards[child], cards[root]) < 0:
            return
        swap(cards, root, child)
        root = child

def shuffle(cards):
    n = len(cards)
    for root in range(n // 2 - 1, -1, -1):
        sink(cards, root, n)
    for end in range(n - 1, 0, -1):
        swap(cards, 0, end)
        sink(cards, 0, end)
