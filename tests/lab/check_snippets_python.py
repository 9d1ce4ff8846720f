# SPDX-License-Identifier: MIT
"""check_snippets_python.py FAIRAUDIT - the Python snippets of the page have the exact laws of
`fairaudit --exact`.

Every sequence of choices of decks of 3 and 4 cards is tried, with the usual parameter, or a
small one where there would be too many. Fixed snippets are fair. Prints TAP.
"""
import collections
import fractions
import itertools
import json
import math
import pathlib
import subprocess
import sys

import snippet_files

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import check, end  # noqa: E402

# Parameters with few sequences of choices. Others have their usual parameter.
SMALL = {"transpositions": 3, "keeps-the-deck": 3, "distinct-swaps": 3, "keys": 2, "riffle": 2,
         "overhand": 2, "keys-redraw": 2}
DEEPEST = 7  # choices of a shuffle that has no limit


class Deeper(Exception):
    """A shuffle made more choices than are enumerated."""


class Die:
    """Enumerates choices like an odometer."""

    def __init__(self, n, most):
        self.choices, self.sides, self.used, self.most = [], [], 0, most
        # All fractions in an interval give the same result, if rounded for up to n cards.
        self.intervals = 2 * math.lcm(*range(1, n + 1))

    def random(self, sides):
        if self.used == self.most:
            raise Deeper
        if self.used == len(self.choices):
            self.choices.append(0)
            self.sides.append(sides)
        self.used += 1
        return self.choices[self.used - 1]

    def fraction(self):
        return (self.random(self.intervals) + 0.5) / self.intervals

    def share(self):
        return fractions.Fraction(1, math.prod(self.sides))

    def next(self):
        """Moves on to the next sequence of choices. False after the last one."""
        self.used = 0
        while self.choices and self.choices[-1] + 1 == self.sides[-1]:
            self.choices.pop()
            self.sides.pop()
        if self.choices:
            self.choices[-1] += 1
        return bool(self.choices)


def swap(cards, i, j):
    cards[i], cards[j] = cards[j], cards[i]


def law(text, n, parameter, most=math.inf):
    """The probability of each order, and of shuffles with more than `most` choices (None)."""
    die = Die(n, most)
    known = {"random": die.random, "fraction": die.fraction, "swap": swap, "floor": math.floor}
    exec(compile(text, "snippet", "exec"), known)  # pylint: disable=exec-used
    found = collections.Counter()
    more = True
    while more:
        cards = list(range(n))
        try:
            known["shuffle"](cards, *parameter)
            found[tuple(cards)] += die.share()
        except Deeper:
            found[None] += die.share()
        more = die.next()
    assert sum(found.values()) == 1
    return found


def is_fair(found, n):
    share = fractions.Fraction(1 - found[None]) / math.factorial(n)
    return all(found[order] == share for order in itertools.permutations(range(n)))


def exact(name, n):
    """The law that fairaudit has for a shuffle. Its exit status tells the verdict."""
    result = subprocess.run([program, "--exact", name, "-n", str(n), "--json"],
                            capture_output=True, text=True, check=False)
    document = json.loads(result.stdout)
    orders = itertools.permutations(range(n))
    return {order: fractions.Fraction(int(share), int(document["denominator"]))
            for order, share in zip(orders, document["numerators"], strict=True)}


def parameter_of(shuffle, n):
    if not shuffle.get("parameter"):
        return ()
    usual = shuffle["parameter"]["usual"] or n - (shuffle["name"] == "buffer")
    return (SMALL.get(shuffle["name"], usual),)


if len(sys.argv) != 2:
    sys.exit("usage: check_snippets_python.py FAIRAUDIT")
program = sys.argv[1]
shuffles = json.loads(subprocess.check_output([program, "--list", "--json"]))["shuffles"]
check(sorted(shuffle["name"] for shuffle in shuffles) == snippet_files.names("py"),
      "every shuffle of the catalogue has a snippet, and there are no others")

for shuffle in shuffles:
    name = shuffle["name"]
    text, fixed = snippet_files.read(name, "py")
    wrong = []
    for n in (3, 4):
        parameter = parameter_of(shuffle, n)
        if name == "keys-redraw":  # which has no limit
            found = law(text, n, parameter, DEEPEST)
            if not is_fair(found, n) or not 0 < found[None] < 1 / 2:
                wrong.append(f"n = {n}: {dict(found)}")
            continue
        found = law(text, n, parameter)
        known = exact(":".join([name, *map(str, parameter)]), n)
        wrong += [f"n = {n}, {order}: {found[order]} instead of {share}"
                  for order, share in known.items() if found[order] != share]
        if n == 4 and is_fair(found, n) != shuffle["fair"]:  # two more are fair with 3 cards
            wrong.append(f"n = {n}: whether it is fair")
        if fixed and not is_fair(law(fixed, n, parameter), n):
            wrong.append(f"n = {n}: not fair after the fix")
    check(not wrong, f"{name}: the law{', and fair after the fix' if fixed else ''}", *wrong)
end()
