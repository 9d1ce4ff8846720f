#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tables.py JSON... [DOCUMENT.md]

Makes Markdown tables of the figures that bench.py and counters.py wrote (build/bench.json,
build/counters.json). Prints them, or puts them into DOCUMENT.md (docs/speed.md), between
<!-- bench: NAME --> and <!-- end -->.
"""
import json
import pathlib
import re
import sys

import goals

OURS = ("fair_shuffle", "parallel x1")
BATCHED = goals.BATCHED
BATCHED_PCG = tuple(f"{name} pcg64" for name in BATCHED)
# heading of a column: contestants of which the fastest build counts
PEERS = {
    "NumPy": ("NumPy",),
    "`rand() % n`": ("rand() % n",),
    "std mt19937_64": ("std mt19937_64",),
    "std pcg64": ("std pcg64",),
    "std xoshiro": ("std xoshiro256++",),
    "batched pcg64": BATCHED_PCG,
    "batched lehmer64": BATCHED,
    "in-place scatter": ("in-place scatter",),
}
# the cases of counted.cc
COUNTED = {
    "fair_shuffle": "`fair_shuffle`",
    "parallel": "`fair_shuffle_parallel`, 1 thread",
    "std-mt": "std::shuffle, mt19937_64",
    "std-pcg": "std::shuffle, pcg64",
    "batched-24": "batched, 2 or 4 dice, lehmer64",
    "batched-23456": "batched, 2 to 6 dice, lehmer64",
    "scattered": "in-place scatter, lehmer64",
    "fair_below": "`fair_below(52)`",
    "uniform-int-mt": "uniform_int_distribution, mt19937_64",
    "uniform-int-pcg": "uniform_int_distribution, pcg64",
}


def show(ns):
    if ns is None:
        return ""
    return f"{ns:.0f}" if ns >= 100 else f"{ns:.1f}" if ns >= 10 else f"{ns:.2f}"


def markdown(head, rows, left=1):
    """A table with aligned columns; the first `left` are text."""
    rows = [[str(cell) for cell in row] for row in rows]
    used = [i for i in range(len(head)) if i < left or any(row[i] for row in rows)]
    head, rows = [head[i] for i in used], [[row[i] for i in used] for row in rows]
    widths = [max(3, *(len(row[i]) for row in [head, *rows])) for i in range(len(head))]

    def line(cells):
        return "| " + " | ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths))) + " |"
    rule = "|" + "|".join("-" * (width + 2) if i < left else "-" * (width + 1) + ":"
                          for i, width in enumerate(widths)) + "|"
    return "\n".join([line(head), rule, *map(line, rows)])


def compact(text):
    """The same table without padding."""
    return re.sub(r"-{3,}", "---", re.sub(r" {2,}", " ", text)) if "|" in text else text


def select(races, *kinds):
    return [race for race in races if race["what"] in kinds]


def table_goals(races):
    rows = []
    for out in goals.outcomes(races):
        goal = out.goal
        several = out.usual is not None and out.usual != out.hardest
        rows.append([goal.case,
                     "" if out.usual is None else f"{out.usual:.2f}",
                     f"{out.hardest:.2f}" if several else "",
                     f"at {'least' if goal.faster else 'most'} {goal.limit:.1f}",
                     out.verdict])
    return markdown(["case", "ratio", "fastest build", "goal", ""], rows)


def table_sweep(races):
    race = select(races, "sweep")[0]
    rows = []
    for n in sorted({int(name.split()[1]) for name in race["ns"]}):
        one, plain = race["ns"][f"x1 {n}"][0], race["ns"][f"fair_shuffle {n}"][0]
        rows.append([f"{n:,}", show(plain), show(one), f"{one / plain:.2f}",
                     show(race["wall"][f"x2 {n}"][0])])
    return markdown(["n", "`fair_shuffle`", "parallel, 1 thread", "ratio",
                     "2 threads, elapsed"], rows)


def table_tiny(races):
    """ns for a whole call."""
    columns = {"`fair_shuffle`": ("fair_shuffle",), "inlined": ("fair_inline_shuffle",),
               "std pcg64": ("std pcg64",), "std mt19937_64": ("std mt19937_64",),
               "batched lehmer64": BATCHED}
    rows = []
    for race in select(races, "tiny"):
        whole = [goals.fastest(race, names) for names in columns.values()]
        usual = goals.builds_of(race, "std pcg64")[goals.USUAL]
        whole.insert(2, usual)
        rows.append([race["n"], *("" if ns is None else f"{ns * race['n']:.1f}"
                                  for ns in whole)])
    heads = list(columns)
    heads.insert(2, f"std pcg64, {goals.USUAL}")
    return markdown(["n", *heads], rows)


def table_numbers(races):
    race = select(races, "numbers")[0]
    rows = []
    for name in dict.fromkeys(full.partition(" (")[0] for full in race["ns"]):
        found = goals.builds_of(race, name)
        rows.append([name, show(found.get(goals.USUAL)), show(min(found.values()))])
    return markdown(["a number below 52", goals.USUAL, "fastest build"], rows)


def table_limited(races):
    rows = []
    for race in select(races, "limited"):
        rows.append([f"{race['n']:,}", show(goals.fastest(race, ("std mt19937_64",))),
                     show(goals.fastest(race, ("in-place scatter",))),
                     *(show(race[time][name][0]) if name in race[time] else
                       race["failed"][name]
                       for time, name in (("ns", "parallel x1"), ("wall", "parallel x2")))])
    return markdown(["n", "std mt19937_64", "in-place scatter", "parallel, 1 thread",
                     "2 threads, elapsed"], rows)


def table_cold(races):
    rows = [[f"{race['n']:,}", *(show(race["ns"][name][0])
                                 for name in ("fill", "first", "second")),
             f"{race['ns']['first'][0] / race['ns']['second'][0]:.2f}"]
            for race in select(races, "cold")]
    return markdown(["n", "filling the array", "first call", "second call", "ratio"], rows)


def table_arrays(races, size):
    rows = []
    for race in select(races, "array"):
        if race["bytes"] != size:
            continue
        peers = [goals.fastest(race, names) for names in PEERS.values()]
        ours = [race["ns"][name][0] for name in OURS]
        if race["n"] < 98305:
            ours[1] = None
        best = min(ns for ns in peers if ns is not None)
        mine = min(ns for ns in ours if ns is not None)
        rows.append([f"{race['n']:,}", *map(show, peers), f"**{show(ours[0])}**",
                     show(ours[1]),
                     show(race["wall"]["parallel x2"][0]) if ours[1] is not None else "",
                     f"{best / mine:.2f}"])
    return markdown(["n", *PEERS, "**`fair_shuffle`**", "parallel, 1 thread",
                     "2 threads, elapsed", "speedup"], rows)


def table_elements(races):
    rows = []
    for race in select(races, "elements"):
        wall = race["wall"].get("parallel x2")
        rows.append([f"{race['n']:,}", race["bytes"],
                     *(show(goals.fastest(race, (name,))) for name in
                       ("memcpy", "std pcg64", "std xoshiro256++", *OURS)),
                     show(wall[0]) if wall else ""])
    return markdown(["n", "bytes", "memcpy", "std pcg64", "std xoshiro", "`fair_shuffle`",
                     "parallel, 1 thread", "2 threads, elapsed"], rows)


def table_functions(races):
    found = select(races, "function")
    sizes = sorted({race["n"] for race in found})
    figures = {}
    for race in found:
        for name, ns in race["ns"].items():
            figures.setdefault(name, {})[race["n"]] = ns[0]
    return markdown(["ns per element or number", *(f"{n:,}" for n in sizes)],
                    [[name, *(show(by.get(n)) for n in sizes)]
                     for name, by in figures.items()])


def list_not_fastest(races):
    """Where the best peer is faster than the best of ours on one thread."""
    lines = []
    for race in select(races, "array", "elements"):
        mine = min(race["ns"][name][0] for name in OURS if name in race["ns"])
        names = [name for name in race["ns"]
                 if name not in ("memcpy", *OURS, "parallel x2")]
        best = min(names, key=lambda name: race["ns"][name][0], default=None)
        if best is not None and race["ns"][best][0] < mine:
            lines.append(f"- {race['n']:,} elements of {race['bytes']} bytes: {best} "
                         f"{show(race['ns'][best][0])} ns, fairshuf {show(mine)} ns")
    return "\n".join(lines) or "- nowhere in these measurements"


def table_counters(races):
    return markdown(["", "n", "instructions", "L1 misses", "L2 misses"],
                    [[COUNTED[race["case"]], f"{race['n']:,}", f"{race['instructions']:.1f}",
                      f"{race['L1']:.3f}", f"{race['L2']:.3f}"]
                     for race in select(races, "counted")])


# name: title, function, the kind of races that it needs
TABLES = {
    "goals": ("Goals: ratios of CPU times", table_goals, "sweep"),
    "sweep": ("Around 98,304 elements of 4 bytes, ns per element", table_sweep, "sweep"),
    "tiny": ("Whole calls, ns, elements of 4 bytes, fastest builds", table_tiny, "tiny"),
    "numbers": ("Single numbers, ns", table_numbers, "numbers"),
    "limited": ("With 1/16 of the memory of the array, ns per element of 4 bytes",
                table_limited, "limited"),
    "cold": ("New memory, one thread, ns per element of 4 bytes", table_cold, "cold"),
    "arrays4": ("Elements of 4 bytes, ns per element, fastest builds",
                lambda races: table_arrays(races, 4), "array"),
    "arrays8": ("Elements of 8 bytes, ns per element, fastest builds",
                lambda races: table_arrays(races, 8), "array"),
    "elements": ("Elements of other sizes, ns per element", table_elements, "elements"),
    "functions": ("All other functions", table_functions, "function"),
    "counters": ("Instructions and simulated cache misses per element", table_counters,
                 "counted"),
    "slower": ("Where a peer is faster, on one thread", list_not_fastest, "array"),
}


def tables(races):
    """Yields the name, the title and the text of each table for which there are races."""
    for name, (title, make, kind) in TABLES.items():
        if select(races, kind):
            yield name, title, make(races)


def fill_in(document, races):
    """The document with new tables, and the names of the tables that it has no place for."""
    missing = []
    for name, _, text in tables(races):
        pattern = re.compile(rf"(<!-- bench: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        new = compact(text)
        document, count = pattern.subn(lambda m, new=new: f"{m[1]}\n{new}\n\n{m[2]}", document)
        if count == 0:
            missing.append(name)
    return document, missing


def read(name):
    try:
        return json.loads(pathlib.Path(name).read_text(encoding="utf-8"))["races"]
    except (ValueError, KeyError, TypeError):
        sys.exit(f"tables.py: {name}: not a file of bench.py or counters.py")


def main():
    documents = [arg for arg in sys.argv[1:] if arg.endswith(".md")]
    figures = [arg for arg in sys.argv[1:] if not arg.endswith(".md")]
    if not figures or len(documents) > 1 or any(arg.startswith("-") for arg in figures):
        sys.exit("usage: " + __doc__.splitlines()[0])
    try:
        races = [race for name in figures for race in read(name)]
        for name in documents:
            path = pathlib.Path(name)
            text, missing = fill_in(path.read_text(encoding="utf-8"), races)
            path.write_text(text, encoding="utf-8")
            if missing:
                print(f"{name} has no place for:", ", ".join(missing))
    except OSError as error:
        sys.exit(f"tables.py: {error.filename}: {error.strerror}")
    for _, title, text in tables(races) if not documents else ():
        print(f"\n{title}\n\n{text}")


if __name__ == "__main__":
    main()
