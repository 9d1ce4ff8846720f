# SPDX-License-Identifier: MIT
from math import gcd

def shuffle(cards):
    n = len(cards)
    old = list(cards)
    factors = [f for f in range(1, n) if gcd(n, f) == 1]
    b = random(n)  #! random(n)
    a = factors[random(len(factors))]  #! random(len(factors))
    for i in range(n):
        cards[i] = old[(a * i + b) % n]
