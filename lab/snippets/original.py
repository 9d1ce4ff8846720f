# SPDX-License-Identifier: MIT
def shuffle(cards):
    n = len(cards)
    out = []
    struck = [False] * n
    for left in range(n, 0, -1):
        i, k = 0, random(left)
        while struck[i] or k > 0:
            if not struck[i]:
                k -= 1
            i += 1
        struck[i] = True
        out.append(cards[i])
    cards[:] = out
