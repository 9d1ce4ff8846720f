# SPDX-License-Identifier: MIT
def shuffle(cards, size):
    n = len(cards)
    count = min(size, n)  #! min(size, n) -> n
    used = count
    buffer = cards[:count]
    for i in range(n):
        j = random(count)
        cards[i] = buffer[j]
        if used < n:
            buffer[j] = cards[used]
            used += 1
        else:
            count -= 1
            buffer[j] = buffer[count]
