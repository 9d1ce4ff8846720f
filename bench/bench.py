#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py PROGRAM [--large] [--huge-pages] [--json=FILE] [--plot=FILE]

Runs the measurements of bench.cc, alternating with NumPy's Generator.shuffle on the same
arrays. Prints tables, and where the library is not the fastest. Writes all figures as JSON,
and a picture of ns per element against n as SVG.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

import numpy

import plot

OURS = ("fair_shuffle", "parallel x1", "parallel x2")
BOUNDS = ("memcpy",)  # not a shuffle, but a lower bound


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown CPU"


def race_numpy(n, size, rounds):
    """Median, minimum and maximum, as in race.h."""
    generator = numpy.random.default_rng()
    array = numpy.arange(n, dtype=f"u{size}")
    times = max(1, (1 << 20) // n)
    warm, rounds = (0, 1) if n >= 1 << 26 else (1, rounds)
    taken = []
    for r in range(warm + rounds):
        begun = time.perf_counter()
        for _ in range(times):
            generator.shuffle(array)
        if r >= warm:
            taken.append((time.perf_counter() - begun) * 1e9 / (times * n))
    taken.sort()
    return [taken[len(taken) // 2], taken[0], taken[-1]]


def power(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else str(n)


def run(program, options):
    """Yields the facts about the machine, then one race after the other."""
    with subprocess.Popen([program, "--step", *options], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as child:
        first = child.stdout.readline()
        if not first:  # it has printed a message
            sys.exit(1)
        facts = json.loads(first)
        facts["cpu"] = cpu_name()
        facts["numpy"] = numpy.__version__
        yield facts
        while True:
            try:
                child.stdin.write("\n")
                child.stdin.flush()
            except BrokenPipeError:
                break
            line = child.stdout.readline()
            if not line:
                break
            race = json.loads(line)
            if race["what"] == "array":
                race["ns"]["NumPy"] = [round(x, 4) for x in race_numpy(
                    race["n"], race["bytes"], race["rounds"])]
            yield race
    if child.returncode != 0:
        sys.exit(f"bench.py: {program} failed")


def table(title, races, names):
    """ns per element. The fastest shuffle of a row has a star; a large spread is in
    parentheses."""
    widths = [max(8, len(name) + 1) for name in names]
    print(f"\n{title}\n{'bytes':>5} {'n':>6} "
          + " ".join(f"{name:>{width}}" for name, width in zip(names, widths)))
    for race in races:
        shuffles = [name for name in names if name in race["ns"] and name not in BOUNDS
                    and name != "parallel x2"]
        best = min(shuffles, key=lambda name: race["ns"][name][0])
        cells = []
        for name, width in zip(names, widths):
            if name in race["ns"]:
                mark = "*" if name == best else " "
                cells.append(f"{race['ns'][name][0]:{width - 1}.2f}{mark}")
            else:
                cells.append(" " * width)
        print(f"{race['bytes']:5} {power(race['n']):>6} " + " ".join(cells))


def functions(races):
    print("\nAll other functions, ns per element (or per number drawn)\n"
          f"{'':30}" + "".join(f"{power(race['n']):>9}" for race in races[::2]))
    names = [name for race in races[:2] for name in race["ns"]]
    for name in names:
        cells = (race["ns"][name][0] for race in races if name in race["ns"])
        print(f"{name:30}" + "".join(f"{ns:9.2f}" for ns in cells))


def ratios(races):
    """By how much the library is faster than its peers."""
    print("\nHow many times faster than the peers\n"
          f"{'bytes':>5} {'n':>6} {'fair_shuffle':>34} {'parallel x1':>22} {'x2':>6}\n"
          f"{'':12} {'native xoshiro':>15} {'std mt':>8} {'best':>9}"
          f" {'native xoshiro':>15} {'best':>6} {'/ x1':>6}")
    for race in races:
        ns = {name: figures[0] for name, figures in race["ns"].items()}
        best = min(x for name, x in ns.items() if name not in OURS + BOUNDS)
        ours, one, two = (ns[name] for name in OURS)
        print(f"{race['bytes']:5} {power(race['n']):>6} {ns['native xoshiro'] / ours:14.2f}x"
              f" {ns['std mt19937_64'] / ours:7.2f}x {best / ours:8.2f}x"
              f" {ns['native xoshiro'] / one:14.2f}x {best / one:5.2f}x {one / two:5.2f}x")


def not_fastest(races):
    print("\nWhere a peer is faster than fair_shuffle:")
    found = False
    for race in races:
        ns = {name: figures[0] for name, figures in race["ns"].items()
              if name not in BOUNDS + OURS[1:]}
        best = min(ns, key=ns.get)
        if best != "fair_shuffle":
            found = True
            print(f"  {power(race['n'])} elements of {race['bytes']} bytes: {best} "
                  f"{ns[best]:.2f} ns, fair_shuffle {ns['fair_shuffle']:.2f} ns")
    if not found:
        print("  nowhere in these races")


def main():
    programs = [arg for arg in sys.argv[1:] if not arg.startswith("--")]
    options = {arg.split("=")[0]: arg.partition("=")[2] for arg in sys.argv[1:]
               if arg.startswith("--")}
    known = {"--large", "--huge-pages", "--json", "--plot"}
    if len(programs) != 1 or not set(options) <= known:
        sys.exit("usage: " + __doc__.splitlines()[0])
    try:  # check this before minutes of work
        for name in ("--json", "--plot"):
            if name in options:
                open(options[name], "a", encoding="utf-8").close()
        if not os.access(programs[0], os.X_OK):
            sys.exit(f"bench.py: {programs[0]}: no such program; `make bench` builds it")
    except OSError as error:
        sys.exit(f"bench.py: {error.filename}: {error.strerror}; choose another file")
    passed = [name for name in ("--large", "--huge-pages") if name in options]
    results = run(programs[0], passed)
    facts = next(results)
    facts["options"] = passed
    title = (f"fairshuf {facts['version']}, kernel {facts['kernel']}, on {facts['cpu']}; "
             f"{facts['compiler']}, NumPy {facts['numpy']}")
    print(f"{title}\nmedians in ns per element; std: g++ -O2, native: -O3 -march=native",
          flush=True)
    races = []
    for race in results:
        races.append(race)
        print(f"\r{race['what']} of {power(race['n'])} x {race['bytes']} bytes      ",
              end="", file=sys.stderr, flush=True)
    print("\r" + " " * 50 + "\r", end="", file=sys.stderr)

    arrays = [race for race in races if race["what"] == "array"]
    elements = [race for race in races if race["what"] == "elements"]
    for size in (4, 8):
        table(f"Arrays of {size}-byte elements, in place (* fastest on one thread)",
              [race for race in arrays if race["bytes"] == size], list(arrays[0]["ns"]))
    table("Elements of other sizes (* fastest on one thread)", elements,
          ["memcpy", "std xoshiro", "native xoshiro", *OURS])
    functions([race for race in races if race["what"] == "function"])
    ratios(arrays)
    not_fastest(arrays + elements)
    wide = sum(high - low > 0.5 * median for race in races
               for median, low, high in race["ns"].values())
    print(f"\n{wide} of {sum(len(race['ns']) for race in races)} figures have a spread of "
          "more than half their median: this is how calm the machine was.")
    if "--json" in options:
        pathlib.Path(options["--json"]).write_text(
            json.dumps({**facts, "races": races}, indent=1) + "\n")
    if "--plot" in options:
        pathlib.Path(options["--plot"]).write_text(
            plot.svg([race for race in arrays if race["bytes"] == 4
                      and race["n"] & (race["n"] - 1) == 0], title))


if __name__ == "__main__":
    main()
