# SPDX-License-Identifier: MIT
"""A second implementation of order format 1 (docs/order-format.md): plain and slow.

Usage: python3 tests/model/order_model.py [tiny | parallel N...]
Prints lines "name: values". The C programs print_orders and print_tiny print the same
lines with the library, and compare_orders.py compares them. With `tiny`, only orders by
scattering, with tiny constants; with `parallel`, only those of N records.
"""
import itertools
import math
import struct
import sys

WORD = 1 << 64
MASK = 0xFFFFFFFF
CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
# Rows of the table of walks: dice in a batch, falling: above, rising: at most.
ROWS = ((1, 1 << 28, math.inf), (2, 1 << 19, 1 << 28), (3, 1 << 14, 1 << 19),
        (4, 1 << 11, 1 << 14), (5, 1 << 9, 1 << 11), (6, 1 << 7, 1 << 9),
        (8, 18, 1 << 7))


# 1. The stream, 2. Derived keys

# Computing all blocks at once is ten times as fast. Each word is a large number: that
# word of block 0, of block 1, ..., 64 bits apart.
ONES = sum(1 << 64 * n for n in range(16))
NUMBERS = sum(n << 64 * n for n in range(16))


def chacha8(words, added, mask=MASK):
    """Eight rounds on 16 words; then the input words with indices `added` are added."""
    x = list(words)
    for i, j, k, m in QUARTERS * 4:
        a, b, c, d = x[i], x[j], x[k], x[m]
        for left, right in ((16, 12), (8, 7)):
            a = (a + b) & mask
            d ^= a
            d = (d << left | d >> (32 - left)) & mask
            c = (c + d) & mask
            b ^= c
            b = (b << right | b >> (32 - right)) & mask
        x[i], x[j], x[k], x[m] = a, b, c, d
    for i in added:
        x[i] = (x[i] + words[i]) & mask
    return x


class Stream:
    """A generator started with a key of 32 bytes."""
    def __init__(self, key):
        self.key, self.buffer, self.position = key, b"", 0

    def iterate(self):
        head = [word * ONES for word in CONSTANTS + struct.unpack("<8I", self.key)]
        state = chacha8(head + [NUMBERS, 0, 0, 0], range(4, 12), MASK * ONES)
        blocks = [struct.unpack("<32I", word.to_bytes(128, "little"))[::2]
                  for word in state]
        words = []
        for first in range(0, 16, 4):
            for word in blocks:
                words.extend(word[first:first + 4])
        output = struct.pack("<256I", *words)
        self.key = output[992:]
        return output[:992]

    def bytes(self, length):
        while len(self.buffer) - self.position < length:
            self.buffer = self.buffer[self.position:] + self.iterate()
            self.position = 0
        self.position += length
        return self.buffer[self.position - length:self.position]

    def word(self):
        return int.from_bytes(self.bytes(8), "little")


def derive(key, label, domain=1):
    words = struct.unpack("<8I", key) + (0, domain, label & MASK, label >> 32)
    return struct.pack("<8I", *chacha8(CONSTANTS + words, range(16))[:8])


# 3. Dice

def roll(stream, bounds):
    product = math.prod(bounds)
    assert 0 < product < WORD
    while True:
        x, rolled = stream.word(), []
        for bound in bounds:
            die, x = divmod(x * bound, WORD)
            rolled.append(die)
        if x >= WORD % product:
            return rolled


def below(stream, n):
    if n == 0:
        stream.word()
        return 0
    return roll(stream, [n])[0]


def between(stream, low, high):
    """The limits are signed numbers of 64 bits."""
    if low >= high:
        return low
    span = high - low + 1
    return low + (stream.word() if span == WORD else below(stream, span))


def dice(stream, count, n):
    if n <= 1:
        return [0] * count
    k = 1
    while n ** (k + 1) <= 1 << 57:
        k += 1
    result = []
    while len(result) < count:
        result += roll(stream, [n] * k)
    return result[:count]


# 4. Walks: they yield one die after the other, and roll a batch when its first die is needed

def falling_batch(b):
    for count, above, _ in ROWS:
        if b > above:
            return range(b, b - count, -1)
    return range(b, 1, -1)


def rising_batch(b, n):
    if b == 2:
        return range(2, min(18, n) + 1)
    return range(b, b + max(c for c, _, limit in ROWS if b + c - 1 <= limit))


def fall(stream, n, steps):
    b = n
    while b > n - steps:
        for die in roll(stream, falling_batch(b))[:b - (n - steps)]:
            yield die
            b -= 1


def rise(stream, n):
    b = 2
    while b <= n:
        for die in roll(stream, rising_batch(b, n))[:n - b + 1]:
            yield die
            b += 1


# 5. Functions

def exchange(a, i, j):
    a[i], a[j] = a[j], a[i]


def shuffle_head(stream, a, k):
    for i, die in enumerate(fall(stream, len(a), min(k, len(a) - 1))):
        exchange(a, i, i + die)
    return a


def unshuffle(stream, a):
    for i, die in reversed(list(enumerate(fall(stream, len(a), len(a) - 1)))):
        exchange(a, i, i + die)
    return a


def permutation(stream, n):
    return shuffle_head(stream, list(range(n)), n)


def sample(stream, n, k):
    """The head of a shuffle of 0..n-1; stores only the places that changed."""
    moved = {}
    for i, die in enumerate(fall(stream, n, min(k, n - 1))):
        j = i + die
        moved[i], moved[j] = moved.get(j, j), moved.get(i, i)
    return [moved.get(i, i) for i in range(k)]


def copy(stream, source):
    to = source[:1]
    for i, die in enumerate(rise(stream, len(source)), 1):
        to.append(to[die] if die < i else None)
        to[die] = source[i]
    return to


def cycle(stream, a):
    for i, die in enumerate(fall(stream, len(a) - 1, len(a) - 2)):
        exchange(a, i, i + 1 + die)
    exchange(a, len(a) - 2, len(a) - 1)
    return a


def derange_walk(stream, p):
    """One walk over p; returns whether it is a derangement."""
    for i, die in enumerate(fall(stream, len(p), len(p) - 1)):
        exchange(p, i, i + die)
        if p[i] == i:
            return False
    return p[-1] != len(p) - 1


def derange(stream, a):
    p = list(range(len(a)))
    while not derange_walk(stream, p):
        pass
    return [a[place] for place in p]


def weighted(stream, weights, k):
    left, chosen = list(weights), []
    for _ in range(k):
        x = below(stream, sum(left))
        item = 0
        while sum(left[:item + 1]) <= x:
            item += 1
        left[item] = 0
        chosen.append(item)
    return chosen


def weighted_dice(stream, weights, count):
    result = []
    for _ in range(count):
        x, item = below(stream, sum(weights)), 0
        while sum(weights[:item + 1]) <= x:
            item += 1
        result.append(item)
    return result


def first_taken(stream, v, t, n):
    """The first of n places that an item of weight v takes, or None."""
    if n == 0:
        return None
    x = below(stream, t[-1])
    if x >= n * v:
        return None
    i = x // v
    if i < len(t) - 1 and below(stream, t[i]) >= t[-1]:
        return None
    return i if first_taken(stream, v, t, i) is None else None


def find_place(stream, v, total, weights, start):
    """The first place from `start` on that an item of weight v takes. `weights` has the
    weight of each place, and `total` is that of all items."""
    t = [total - before for before in itertools.accumulate(weights, initial=0)][:-1]
    while start < len(weights):
        s = len(weights) - start
        while s * v > t[start + s - 1]:
            s //= 2
        i = first_taken(stream, v, t[start:start + s], s)
        if i is not None:
            return start + i
        start += s
    return start


def weighted_reservoir(stream, weights, k):
    """The items in the order of their slots, then the slots in the order of the draws."""
    draws, slots, total = [], {}, 0
    for item, weight in enumerate(weights):
        if weight == 0 or k == 0:
            continue
        total += weight
        moving, start = item, 0
        while True:
            place = find_place(stream, weights[moving], total, [weights[i] for i in draws],
                               start)
            if place == len(draws):
                break
            draws[place], moving = moving, draws[place]
            start = place + 1
        if place < k:
            draws.append(moving)
            slots[item] = place
        elif moving != item:
            slots[item] = slots.pop(moving)
    return sorted(slots, key=slots.get) + [slots[item] for item in draws]


def missed(stream, n, k, s):
    j = 0
    while True:
        ways = (s - j) * (k - j)
        on = (ways > 0 and below(stream, n - j) < ways
              and (j == 0 or below(stream, j + 1) == 0))
        if not on:
            return j % 2 == 0
        j += 1


def stretch_fixed(n, k):
    return n // (k + 1) if k < n // 2 else 1


def gap_fixed(stream, n, k):
    passed, s = 0, stretch_fixed(n, k)
    while missed(stream, n, k, s):
        passed += s
        n -= s
        s = stretch_fixed(n, k)
    while True:
        i = below(stream, s)
        if ((i == s - 1 or below(stream, n - i) < n - (s - 1))
                and missed(stream, n, k, i)):
            return passed + i


def stretch_stream(t, k):
    return min(t if k == 1 else t // (k - 1), WORD - 2 - t)


def gap_stream(stream, seen, k):
    t, s = seen, stretch_stream(seen, k)
    while s > 0 and missed(stream, t + s, k, s):
        t += s
        s = stretch_stream(t, k)
    if s == 0:
        return WORD - 1
    while True:
        i = below(stream, s)
        if ((i == 0 or below(stream, t + i + 1) < t + 1)
                and missed(stream, t + i, k, i)):
            return t - seen + i


def sorted_sample(stream, n, k):
    result, following = [], 0
    for i in range(k):
        following += gap_fixed(stream, n - following, k - i)
        result.append(following)
        following += 1
    return result


def reservoir(stream, n, k):
    """The slots after the items 0..n-1, without slots that are not filled."""
    slots, seen = list(range(min(n, k))), k
    while seen < n:
        seen += gap_stream(stream, seen, k)
        if seen < n:
            slots[below(stream, k)] = seen
            seen += 1
    return slots


# 6. Orders by scattering

LEAF, AIM, CHUNK, MOST_BITS = 98304, 65536, 32768, 8
TINY = 12, 8, 16, 2


def scatter_bits(n):
    bits = 1
    while bits < MOST_BITS and n > AIM << bits:
        bits += 1
    return bits


def order(key, records):
    n = len(records)
    if n <= LEAF:
        return shuffle_head(Stream(key), records, n)
    bits = scatter_bits(n)
    buckets = [[] for _ in range(1 << bits)]
    for first in range(0, n, CHUNK):
        chunk = records[first:first + CHUNK]
        numbers = Stream(derive(key, first // CHUNK, 3)).bytes(len(chunk))
        for record, number in zip(chunk, numbers):
            buckets[number >> (8 - bits)].append(record)
    result = []
    for b, bucket in enumerate(buckets):
        result += order(derive(key, b, 2), bucket)
    return result


# The program: keys and cases are those of print_orders.c

FIBONACCI = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987)
SIZES = (0, 1, 2, 3, 4, 5, 10, 17, 18, 19, 20, 25, 26, 27, 52, 100, 127, 128, 129,
         130, 135, 136, 137, 511, 512, 513, 514, 600, 2047, 2048, 2049, 2052, 3000,
         16383, 16384, 16385, 16390, 40000)
BELOW = (0, 1, 2, 3, 5, 6, 10, 52, 100, 1000, 2**32, 2**32 + 1, 2**63, 2**63 + 1,
         2**64 - 1)
BETWEEN = ((1, 6), (-5, 5), (-2**63, 2**63 - 1), (7, 7), (9, 3))
DICE = (0, 1, 2, 3, 6, 10, 52, 100, 1000, 2**28, 2**28 + 1, 2**29, 2**57, 2**57 + 1,
        2**63 + 1, 2**64 - 1)
SAMPLES = ((1, 1), (5, 0), (5, 2), (5, 5), (100, 3), (100, 24), (100, 25), (100, 26),
           (100, 99), (100, 100), (2**19 + 5, 10), (2**28 + 3, 40), (2**32 + 1, 20),
           (2**63 + 1, 20), (2**64 - 1, 30))
HEADS = ((30, 4), (600, 100), (600, 101), (3000, 1000), (3000, 2999), (3000, 3000))
WEIGHTS = (3, 0, 1, 4, 1, 5, 9, 2, 6, 5, 0, 1000000, 2**60)
RESERVOIRS = ((0, 3), (2, 3), (3, 3), (4, 3), (10, 1), (10, 3), (1000, 1), (1000, 7),
              (1000, 100), (1000, 999), (20000, 50))
# Weighted reservoirs: the number of items, and k.
STREAMS = ((5, 0), (1, 3), (3, 3), (4, 3), (40, 1), (40, 7), (300, 20), (300, 299),
           (3000, 10), (3000, 100))


PARALLEL = (0, 1, 2, 1000, 98304, 98305, 131072, 131073, 163841, 262144, 262145)


def key_of(s):
    return bytes((s + 7 * i) % 256 for i in range(32))


def fresh(s):
    return Stream(key_of(s))


def line(name, values):
    print(name + ":" + "".join(f" {value}" for value in values))


def lines(name, function, seed, cases):
    """One line for each case, a tuple of arguments, with a fresh generator."""
    for case in cases:
        line(" ".join(map(str, (name, *case))), function(fresh(seed), *case))


def fnv(data):
    """FNV-1a, 64 bits: a hash that is short in C as well."""
    result = 0xCBF29CE484222325
    for byte in data:
        result = (result ^ byte) * 0x100000001B3 % WORD
    return [f"{result:016x}"]


def digest(values):
    return fnv(b"".join(value.to_bytes(8, "little") for value in values))


def brief(values):
    return values if len(values) <= 20 else digest(values)


def lines_of_sizes(name, function, seed, least):
    for n in SIZES:
        if n >= least:
            line(f"{name} {n}", brief(function(fresh(seed), list(range(n)))))


def check_stream():
    output = Stream(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ123456").bytes(3 * 992).hex()
    assert output.startswith("a516463d06b673b73cbc6aa622af6011")
    assert output.endswith("4c376244a305afac1fa1ff4bd3c6d9dd")


def mixed(stream):
    for _ in range(400):
        yield stream.bytes(3)
        yield stream.word().to_bytes(8, "little")


def gaps(stream, k):
    """The gaps of a reservoir of k. Each item taken also draws a die for its slot."""
    seen, result = k, []
    while len(result) < 50 and seen < 2**63:
        result.append(gap_stream(stream, seen, k))
        if result[-1] < WORD - 1:
            below(stream, k)
        seen += result[-1] + 1
    return result


def stream_weights(n, kind):
    if kind == 0:
        return [i * 7919 % 1000 for i in range(n)]
    if kind == 1:
        return [1 << (i * 37 % 50) for i in range(n)]
    return [5] * n


def lines_weighted():
    lines("weighted dice", lambda stream, count: weighted_dice(stream, WEIGHTS, count), 26,
          zip((0, 1, 50)))
    lines("weighted dice, small", lambda stream, n:
          weighted_dice(stream, WEIGHTS[:n], 50), 27, zip((1, 2, 5, 11)))
    for kind in range(3):
        for n, k in STREAMS:
            line(f"weighted reservoir {kind} {n} {k}",
                 brief(weighted_reservoir(fresh(28), stream_weights(n, kind), k)))


def lines_parallel(sizes):
    for n in sizes:
        line(f"parallel {n}", brief(order(key_of(24), list(range(n)))))


def lines_tiny():
    global LEAF, AIM, CHUNK, MOST_BITS
    LEAF, AIM, CHUNK, MOST_BITS = TINY
    for n in range(200):
        line(f"tiny {n}", order(key_of(25), list(range(n))))
    line("tiny 5000", brief(order(key_of(25), list(range(5000)))))


def main():
    check_stream()
    if sys.argv[1:] == ["tiny"]:
        return lines_tiny()
    if sys.argv[1:2] == ["parallel"]:
        return lines_parallel(map(int, sys.argv[2:]))
    for s in range(4):
        stream = fresh(s)
        line(f"stream {s}", fnv(b"".join(map(stream.bytes, FIBONACCI))))
    line("mixed", fnv(b"".join(mixed(fresh(9)))))
    for s in range(3):
        for label in (0, 1, 2**32, 2**64 - 1):
            line(f"derive {s} {label}", [derive(key_of(s), label).hex()])
    stream = fresh(10)
    line("below", [below(stream, n) for n in BELOW * 20])
    stream = fresh(11)
    line("between", [between(stream, *limits) for limits in BETWEEN * 10])
    lines("dice", lambda stream, n: dice(stream, 70, n), 12, zip(DICE))
    lines("permutation", lambda *case: brief(permutation(*case)), 13, zip(SIZES))
    lines_of_sizes("copy", copy, 14, 1)
    lines_of_sizes("cycle", cycle, 15, 2)
    lines_of_sizes("derange", derange, 16, 2)
    lines("sample", sample, 17, SAMPLES)
    for n, k in HEADS:
        line(f"head {n} {k}", digest(shuffle_head(fresh(13), list(range(n)), k)[:k]))
    lines("sorted", sorted_sample, 18, SAMPLES)
    lines("weighted", lambda stream, k: weighted(stream, WEIGHTS, k), 19,
          zip((0, 1, 5, 9)))
    lines("reservoir", reservoir, 20, RESERVOIRS)
    lines("gaps", gaps, 21, zip((1, 2, 1000)))
    lines("unshuffle", lambda stream, n: brief(unshuffle(stream, list(range(n)))), 22,
          zip((2, 10, 52, 3000)))
    lines("permutation", lambda *case: brief(permutation(*case)), 23, ((526000,),))
    lines_parallel(PARALLEL)
    lines("dice32", lambda stream, n: dice(stream, 70, n), 12,
          zip((1, 6, 2**28 + 1, 2**32)))
    lines("dice8", lambda stream, n: dice(stream, 70, n), 12, zip((1, 2, 6, 255, 256)))
    lines_weighted()


if __name__ == "__main__":
    main()
