# SPDX-License-Identifier: MIT
"""tap.py - for tests of the tree in Python: where the tree is, and results in the form of TAP.

A test calls check() for each result, and end() after the last one. Or it makes its results in a
generator, and calls report().
"""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
MOST_LINES = 40  # of an explanation
count = failed = 0


def check(good, title, *why):
    """Prints a result. If it failed, `why` explains it: texts of any number of lines."""
    global count, failed
    count += 1
    failed += not good
    lines = [] if good else [line for text in why for line in str(text).splitlines()]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES // 2:-(MOST_LINES // 2)] = ["..."]
    for line in lines:
        print(f"# {line}")
    print(f"{'ok' if good else 'not ok'} {count} - {title}", flush=True)


def skip(title, why):
    global count
    count += 1
    print(f"ok {count} - {title} # SKIP {why}", flush=True)


def end():
    """Prints the number of tests, and exits."""
    print(f"1..{count}")
    sys.exit(failed > 0)


def report(results):
    """Prints (whether it passed, title, texts that explain a failure) for each test; exits."""
    for result in results:
        check(*result)
    end()


def header(name):
    """A public header without comments."""
    return re.sub(r"/\*.*?\*/", " ", (root / "include" / name).read_text(), flags=re.S)
