#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py PROGRAM [--quick] [--large] [--huge-pages] [--json=FILE] [--plot=FILE]

Runs the measurements of bench.cc, alternating with NumPy's Generator.shuffle on the same
arrays. Prints tables of CPU times (tables.py) and whether the goals are met. Writes all
figures as JSON, and a picture of ns per element against n as SVG. --quick measures only what
the goals need.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

import numpy

import plot
import tables

# Numbers of elements for which a new process measures the first and the second call. Before
# that, nothing runs for a while. In this time, a virtual machine returns free memory to its host.
COLD = (1000000, 10000000, 100000000)
COLD_PAUSE = 12  # seconds; a KVM guest had returned the memory after 10, but not after 3


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown CPU"


def summary(figures):
    """Median, minimum and maximum, as in race.h."""
    figures = sorted(figures)
    return [round(x, 4) for x in (figures[len(figures) // 2], figures[0], figures[-1])]


def race_numpy(n, size, rounds):
    """CPU and elapsed ns per element."""
    generator = numpy.random.default_rng()
    array = numpy.arange(n, dtype=f"u{size}")
    times = max(1, min(5000, (1 << 20) // n))
    warm, rounds = (0, 1) if n >= 1 << 24 else (1, min(rounds, 5))
    cpu, wall = [], []
    for r in range(warm + rounds):
        begun = time.process_time(), time.perf_counter()
        for _ in range(times):
            generator.shuffle(array)
        if r >= warm:
            cpu.append((time.process_time() - begun[0]) * 1e9 / (times * n))
            wall.append((time.perf_counter() - begun[1]) * 1e9 / (times * n))
    return summary(cpu), summary(wall)


def race_cold(program, rounds):
    """Yields the times of the first and the second call in a new process."""
    runs = {n: [] for n in COLD}
    for _ in range(rounds):
        time.sleep(COLD_PAUSE)
        for n in COLD:
            ended = subprocess.run([program, f"--cold={n}"], check=False,
                                   stdout=subprocess.PIPE, text=True)
            if ended.returncode != 0:
                sys.exit(f"bench.py: {program} --cold={n} failed")
            runs[n].append(json.loads(ended.stdout))
    for n, results in runs.items():
        yield {"what": "cold", "bytes": 4, "n": n, "rounds": rounds, "failed": {},
               **{clock: {name: summary(run[clock][name] for run in results)
                          for name in ("fill", "first", "second")}
                  for clock in ("ns", "wall")}}


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
        facts["date"] = time.strftime("%Y-%m-%d")
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
                race["ns"]["NumPy"], race["wall"]["NumPy"] = race_numpy(
                    race["n"], race["bytes"], race["rounds"])
            yield race
    if child.returncode != 0:
        sys.exit(f"bench.py: {program} failed")
    yield from race_cold(program, 3 if "--quick" in options else 5)


def read_arguments():
    programs = [arg for arg in sys.argv[1:] if not arg.startswith("--")]
    options = {arg.split("=")[0]: arg.partition("=")[2] for arg in sys.argv[1:]
               if arg.startswith("--")}
    known = {"--quick", "--large", "--huge-pages", "--json", "--plot"}
    if len(programs) != 1 or not set(options) <= known:
        sys.exit("usage: " + __doc__.splitlines()[0])
    if "--quick" in options:
        options.pop("--plot", None)  # too few points for a picture
    try:  # check this before minutes of work
        for name in ("--json", "--plot"):
            if name in options:
                open(options[name], "a", encoding="utf-8").close()
        if not os.access(programs[0], os.X_OK):
            sys.exit(f"bench.py: {programs[0]}: no such program; `make bench` builds it")
    except OSError as error:
        sys.exit(f"bench.py: {error.filename}: {error.strerror}; choose another file")
    return programs[0], options


def main():
    program, options = read_arguments()
    passed = [name for name in ("--quick", "--large", "--huge-pages") if name in options]
    results = run(program, passed)
    facts = next(results)
    facts["options"] = passed
    title = (f"fairshuf {facts['version']}, kernel {facts['kernel']}, on {facts['cpu']}; "
             f"{facts['compiler']}, NumPy {facts['numpy']}; {facts['date']}")
    print(f"{title}\nMedians of CPU time. Peers: the fastest of g++ -O2, g++ -O3 "
          "-march=native and clang++ -O3 -march=native.", flush=True)
    races = []
    for race in results:
        races.append(race)
        print(f"\r{race['what']} of {race['n']:,} x {race['bytes']} bytes      ",
              end="", file=sys.stderr, flush=True)
    print("\r" + " " * 50 + "\r", end="", file=sys.stderr)
    for _, heading, text in tables.tables(races):
        print(f"\n{heading}\n\n{text}")
    wide = sum(high - low > 0.5 * median for race in races
               for median, low, high in race["ns"].values())
    print(f"\nIn {wide} of {sum(len(race['ns']) for race in races)} cases, maximum and minimum "
          "differ by more than half the median. If these are many, the machine was busy.")
    if "--json" in options:
        pathlib.Path(options["--json"]).write_text(
            json.dumps({**facts, "races": races}, indent=1) + "\n")
    if "--plot" in options:
        pathlib.Path(options["--plot"]).write_text(plot.svg(races, title))
    written = [options[name] for name in ("--json", "--plot") if name in options]
    if written:
        print("wrote", " and ".join(written))


if __name__ == "__main__":
    main()
