# SPDX-License-Identifier: MIT
"""tap.py - what the tests of releases share: where the tree is, and how results are printed."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]


def report(results):
    """Prints (whether it passed, title, lines that explain a failure) for each test; exits."""
    failed = number = 0
    for number, (good, title, *why) in enumerate(results, 1):
        why = [] if good else why if len(why) <= 40 else [*why[:20], "...", *why[-20:]]
        for line in why:
            print(f"# {line}")
        print(f"{'ok' if good else 'not ok'} {number} - {title}", flush=True)
        failed += not good
    print(f"1..{number}")
    sys.exit(failed > 0)


def header(name):
    """A public header without comments."""
    return re.sub(r"/\*.*?\*/", " ", (root / "include" / name).read_text(), flags=re.S)
