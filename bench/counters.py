#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""counters.py PROGRAM [--quick] [--json=FILE]

Counts instructions and simulated cache misses per element, with Valgrind's Cachegrind. The
counts do not depend on what else the machine does, so they show changes that are too small to
be seen in times. PROGRAM is bench/counted.cc. The figures are differences between a longer and
a shorter run, so starting the program does not count. --quick leaves out arrays that are larger
than the caches.

The simulated machine has a first-level data cache of 32 KiB and a second-level cache of 1 MiB,
with lines of 64 bytes. It does not prefetch: a miss that fair_shuffle() prefetches counts,
although the CPU need not wait for it. Valgrind 3.19 does not support AVX-512, so the kernel is
avx2.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

import tables

CACHES = ("--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64")
NUMBERS = ("fair_below", "uniform-int-mt", "uniform-int-pcg")
WALKS = ("fair_shuffle", "batched-24", "batched-23456", "std-pcg", "std-mt")
LARGE = ("fair_shuffle", "parallel", "scattered", "batched-23456", "std-mt")
CASES = {1: NUMBERS, 2: WALKS, 8: WALKS, 52: WALKS, 1000: WALKS, 98304: WALKS,
         98305: ("parallel",), 131072: ("parallel",), 1000000: LARGE,
         10000000: ("fair_shuffle", "parallel", "scattered", "std-mt")}
COUNTERS = {"instructions": r"I +refs", "L1": r"D1 +misses", "L2": r"LLd misses"}


def count(program, case, n, times):
    """{counter: number} of one run."""
    ended = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=yes", *CACHES,
         "--cachegrind-out-file=/dev/null", program, case, str(n), str(times)],
        env={**os.environ, "FAIRSHUF_KERNEL": "avx2"}, capture_output=True, text=True,
        check=False)
    found = {name: re.search(rf"{pattern}: +([\d,]+)", ended.stderr)
             for name, pattern in COUNTERS.items()}
    if ended.returncode != 0 or not all(found.values()):
        sys.exit(f"counters.py: {case} {n} failed:\n{ended.stderr}")
    return {name: int(match[1].replace(",", "")) for name, match in found.items()}


def per_element(program, case, n):
    """The counters of all runs but the first, which fills the caches."""
    more = max(1, 200000 // n)
    short, long = (count(program, case, n, times) for times in (1, 1 + more))
    return {name: max(0, long[name] - short[name]) / (more * n) for name in COUNTERS}


def read_arguments():
    programs = [arg for arg in sys.argv[1:] if not arg.startswith("--")]
    options = {arg.split("=")[0]: arg.partition("=")[2] for arg in sys.argv[1:]
               if arg.startswith("--")}
    if len(programs) != 1 or not set(options) <= {"--quick", "--json"}:
        sys.exit("usage: " + __doc__.splitlines()[0])
    try:  # check this before minutes of work
        if "--json" in options:
            open(options["--json"], "a", encoding="utf-8").close()
        if not os.access(programs[0], os.X_OK):
            sys.exit(f"counters.py: {programs[0]}: no such program; `make bench-counters` "
                     "builds it")
        version = subprocess.run(["valgrind", "--version"], capture_output=True, text=True,
                                 check=True).stdout.strip()
    except FileNotFoundError as error:
        sys.exit(f"counters.py: {error.filename}: not found")
    except OSError as error:
        sys.exit(f"counters.py: {error.filename}: {error.strerror}; choose another file")
    return programs[0], options, version


def main():
    program, options, version = read_arguments()
    races = []
    for case, n in ((case, n) for n, cases in CASES.items() for case in cases):
        if n <= 200000 or "--quick" not in options:
            print(f"\r{case} of {n:,}{'':20}", end="", file=sys.stderr, flush=True)
            races.append({"what": "counted", "case": case, "n": n,
                          **per_element(program, case, n)})
    print("\r" + " " * 50 + "\r", end="", file=sys.stderr)
    print(f"{version}, kernel avx2, caches of 32 KiB and 1 MiB; per element of 4 bytes\n\n"
          f"{tables.table_counters(races)}")
    if "--json" in options:
        pathlib.Path(options["--json"]).write_text(
            json.dumps({"valgrind": version, "kernel": "avx2", "races": races}, indent=1)
            + "\n")
        print("wrote", options["--json"])


if __name__ == "__main__":
    main()
