# SPDX-License-Identifier: MIT
"""gnu_model.py - a model of what GNU shuf writes with --random-source.

Made from a description of its behaviour, and as simple as possible: bytes to integers, integers
to an order or a sample. compat.py compares it with both programs. GNU shuf 9.1 has a bug; with
`faulty`, the model predicts its wrong output, otherwise the right one.

    draws = Draws(open("source", "rb").read())
    [lowest + i for i in order(draws, n, min(n, limit))]
"""

WORD = 1 << 64


class Ended(Exception):
    """The source has no more bytes."""


class Draws:
    """Makes integers from bytes. `num` is uniform on 0 .. max, and is kept between draws."""

    def __init__(self, source):
        self.source = iter(source)
        self.num = self.max = 0

    def draw(self, choices):
        """One of 0 .. choices - 1."""
        greatest = choices - 1
        while True:
            while self.max < greatest:
                byte = next(self.source, None)
                if byte is None:
                    raise Ended
                self.num = (self.num * 256 + byte) % WORD
                self.max = (self.max * 256 + 255) % WORD
            if self.max == greatest:
                result, self.num, self.max = self.num, 0, 0
                return result
            excess = self.max - greatest
            unusable = excess % choices
            if self.num <= self.max - unusable:
                result = self.num % choices
                self.num, self.max = self.num // choices, excess // choices
                return result
            self.num, self.max = self.num % choices, unusable - 1


def order(draws, n, head, faulty=False):
    """The indices of the first `head` of n elements."""
    if head <= 1:
        return [draws.draw(n) for _ in range(head)]
    with_map = n >= 131072 and n // head >= 32
    changed = {}
    result = []
    for i in range(head):
        j = i + draws.draw(n - i)
        if i == j and with_map and faulty:
            changed[i] = i
        here, there = changed.get(i, i), changed.get(j, j)
        changed[i], changed[j] = there, here
        result.append(there)
    return result


def sample(draws, items, most):
    """The sample of a stream. Its order is made later, with the following draws."""
    kept = items[:most]
    if len(kept) < most:
        return kept
    for seen in range(most, len(items) + 1):
        place = draws.draw(seen + 1)  # also at the end of the stream
        if seen < len(items) and place < most:
            kept[place] = items[seen]
    return kept


def count(items):
    """len() that also works for ranges of more than 2^63 numbers."""
    return items.stop - items.start if isinstance(items, range) else len(items)


def lines(data, delimiter):
    """The records of a file, without delimiters."""
    result = data.split(delimiter)
    if result[-1] == b"":
        result.pop()
    return result


def shuf(source, items, limit=None, repeat=False, sampled=False, faulty=False):
    """The output as a list, and whether the run succeeds.

    `items` is a list or a range. `sampled`: only a sample of it is kept, as for a pipe or a
    large file."""
    draws = Draws(source)
    written = []
    try:
        if repeat:
            if count(items) == 0:
                return [], limit == 0
            while limit is None or len(written) < limit:
                written.append(items[draws.draw(count(items))])
            return written, True
        if sampled and limit is not None and limit > 0:
            items = sample(draws, items, limit)
        n = count(items)
        head = n if limit is None else min(n, limit)
        return [items[i] for i in order(draws, n, head, faulty)], True
    except Ended:
        return written, False
