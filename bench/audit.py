#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""audit.py FAIRAUDIT - measures the speed of audits, including one of 90 million shuffles.

Each figure comes from one run. To compare two versions, compare the times of `-a down` on the
same machine. Prints tables for docs/audit.md.
"""
import json
import os
import subprocess
import sys
import time

fairaudit = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "fairaudit"


def audit(*arguments):
    start = time.monotonic()
    ended = subprocess.run([fairaudit, "--json", "--seed=bench", *map(str, arguments)],
                           capture_output=True, check=False)
    if ended.returncode == 2:
        sys.exit(ended.stderr.decode() or ended.stdout.decode())
    return json.loads(ended.stdout), time.monotonic() - start


def main():
    print("| a million shuffles | one core | all cores |\n|---|--:|--:|")
    for title, options in (("10 cards, all views, betting", ("-n", 10)),
                           ("52 cards, all views, betting", ("-n", 52)),
                           ("52 cards, all tests, no betting", ("-n", 52, "--only-tests"))):
        times = [audit("-a", "down", *options, "--threads", threads)[1]
                 for threads in (1, 0)]
        print(f"| {title} | {times[0]:.1f} s | {times[1]:.1f} s |", flush=True)
    report, seconds = audit("-a", "down", "-d", "modulo:15", "-n", 52, "-t", "87M",
                            "--only-tests", "--views=swap-down,swap-up")
    p = min(test["p"] for test in report["tests"])
    print(f"\nrand() % n, RAND_MAX 32767, 52 cards: {report['verdict']} after "
          f"{report['trials']:,} shuffles, p = {p:.1e}, {seconds:.0f} s")


if __name__ == "__main__":
    main()
