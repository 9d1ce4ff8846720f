# SPDX-License-Identifier: MIT
"""goals.py - the goals of docs/speed.md for arrays, and whether a run of bench.cc meets them.

A goal compares CPU times of one race. Peers have several builds. A goal is met if the ratio is
good enough even against the fastest build.
"""
import dataclasses

USUAL = "g++ -O2"  # how most programs are compiled


@dataclasses.dataclass
class Goal:
    case: str
    race: tuple  # what, n
    ours: str
    than: tuple  # names of peers, without the build; the fastest counts
    limit: float
    faster: bool = False  # ours must be at least `limit` times as fast


BATCHED = ("batched 2-4", "batched 2-6")
GOALS = [
    Goal("`fair_shuffle_parallel`, 98,305 elements, against 98,304",
         ("sweep", 1048576), "x1 98305", ("x1 98304",), 1.6),
    Goal("`fair_shuffle_parallel`, 1,000,000 elements, against `fair_shuffle`",
         ("middle", 1000000), "parallel x1", ("fair_shuffle",), 1.1),
    Goal("`fair_shuffle`, 52 elements, against batched Fisher-Yates with lehmer64",
         ("small", 52), "fair_shuffle", BATCHED, 1.0),
    Goal("the same, 1,000 elements",
         ("small", 1000), "fair_shuffle", BATCHED, 1.0),
    Goal("`fair_shuffle`, 2 elements, against std::shuffle with pcg64",
         ("tiny", 2), "fair_shuffle", ("std pcg64",), 1.0),
    Goal("the same, inlined: `fair_inline_shuffle`",
         ("tiny", 2), "fair_inline_shuffle", ("std pcg64",), 1.0),
    Goal("`fair_shuffle`, 8 elements, against std::shuffle with pcg64",
         ("tiny", 8), "fair_shuffle", ("std pcg64",), 1.0),
    Goal("the same, inlined: `fair_inline_shuffle`",
         ("tiny", 8), "fair_inline_shuffle", ("std pcg64",), 1.0),
    Goal("`fair_below(52)` against std::uniform_int_distribution with mt19937_64",
         ("numbers", 1), "fair_below", ("uniform_int mt19937_64",), 1.0),
    Goal("the same, inlined: `fair_inline_below`",
         ("numbers", 1), "fair_inline_below", ("uniform_int mt19937_64",), 1.0),
    Goal("`fair_shuffle_parallel` with 1/16 of the memory, 10,000,000 elements, against "
         "std::shuffle with mt19937_64",
         ("limited", 10000000), "parallel x1", ("std mt19937_64",), 3.0, True),
    Goal("the same, 100,000,000 elements",
         ("limited", 100000000), "parallel x1", ("std mt19937_64",), 3.0, True),
    Goal("`fair_shuffle_parallel`, first call on new memory, against the second, "
         "100,000,000 elements",
         ("cold", 100000000), "first", ("second",), 1.3),
]


def builds_of(race, name, time="ns"):
    """The median of each build of a contestant: {build: ns}. '' is the build of ours."""
    found = {}
    for full, figures in race[time].items():
        base, _, build = full.partition(" (")
        if base == name:
            found[build.rstrip(")")] = figures[0]
    return found


def fastest(race, names, time="ns"):
    """The smallest median of these contestants in any build, or None."""
    return min((ns for name in names for ns in builds_of(race, name, time).values()),
               default=None)


def find(races, what, n):
    return next((race for race in races if race["what"] == what and race["n"] == n), None)


@dataclasses.dataclass
class Outcome:
    goal: Goal
    ours: float = None     # ns per element
    usual: float = None    # the ratio against the peer as most programs are compiled
    hardest: float = None  # the ratio against the fastest build
    verdict: str = ""


def judge(goal, race):
    out = Outcome(goal)
    if goal.ours in race["failed"]:
        out.verdict = race["failed"][goal.ours]
        return out
    out.ours = race["ns"][goal.ours][0]
    per_build = [builds_of(race, name) for name in goal.than]
    usual = min(found.get(USUAL, found.get("")) for found in per_build)
    best = fastest(race, goal.than)
    ratio = (lambda peer: peer / out.ours) if goal.faster else (lambda peer: out.ours / peer)
    out.usual, out.hardest = ratio(usual), ratio(best)

    def good(x):  # rounded as it is printed
        return round(x, 2) >= goal.limit if goal.faster else round(x, 2) <= goal.limit
    out.verdict = ("met" if good(out.hardest) else
                   f"met only against {USUAL}" if good(out.usual) else "not met")
    return out


def outcomes(races):
    for goal in GOALS:
        race = find(races, *goal.race)
        if race is not None:
            yield judge(goal, race)
