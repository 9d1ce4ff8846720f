#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_mpi.py [--ranks=1,2,3] [--limit=SECONDS] MPIRUN PROGRAM [ARGUMENT...] - runs a test program
with each number of ranks.

The program prints TAP on rank 0. Here it becomes one TAP document: each test is named with the
number of ranks. A run that fails, takes too long, or does not run all tests of its plan has one
more test, which fails. FAIRSHUF_TEST_RANKS in the environment chooses some of the numbers of
ranks.
"""
import argparse
import os
import re
import resource
import sys

from mpi_support import Launcher

count = failed = 0


def report(good, title, skipped=None):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {title}"
          + (f" # SKIP {skipped}" if skipped is not None else ""), flush=True)


def comment(text):
    for line in text.splitlines():
        print(line if line.startswith("#") else f"# {line}")


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(launcher, ranks, program, limit):
    before = cpu_seconds()
    result = launcher.run(ranks, program, limit)
    name = f"{ranks} rank" + ("s" if ranks > 1 else "")
    done, planned, bad = 0, None, 0
    for line in result.output.splitlines():
        plan = re.match(r"1\.\.(\d+)$", line)
        test = re.match(r"(not )?ok \d+(?: - )?(.*?)(?: # SKIP ?(.*))?$", line)
        if plan:
            planned = int(plan[1])
        elif test:
            done += 1
            bad += bool(test[1])
            report(not test[1], f"{name}: {test[2]}", test[3])
        else:
            comment(line)
    comment(result.errors)
    if result.status is None:
        report(False, f"{name}: ends within {limit:.0f} s")
    elif planned is None or done != planned:
        report(False, f"{name}: runs all tests ({done} of {planned})")
    elif result.status != 0 and bad == 0:
        report(False, f"{name}: exit status {result.status}")
    print(f"# {name}: {result.seconds:.1f} s, {cpu_seconds() - before:.1f} CPU s", flush=True)


def main():
    parser = argparse.ArgumentParser(description="runs a test program on several ranks")
    parser.add_argument("--ranks", default="1,2,3,4,5,7,8,16")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("mpirun")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    wanted = parser.parse_args()
    launcher = Launcher(wanted.mpirun)
    numbers = wanted.ranks.split(",")
    some = os.environ.get("FAIRSHUF_TEST_RANKS", wanted.ranks).split(",")
    for ranks in [number for number in numbers if number in some] or numbers:
        run(launcher, int(ranks), wanted.program, wanted.limit)
    print(f"1..{count}")
    sys.exit(failed > 0 or count == 0)


if __name__ == "__main__":
    main()
