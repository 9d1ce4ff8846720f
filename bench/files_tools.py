# SPDX-License-Identifier: MIT
"""files_tools.py - what the parts of files.py have in common: names of what races, and
how figures and messages are shown."""
import os
import sys

SHUF, OURS = "shuf", "fairshuf"
WC, CAT = "wc -l", "cat"
CSV, CHECK, ONE = "--csv", "--check", "--threads=1"
LITTLE = "--memory=100M"
CHECKED = f"{LITTLE} {CHECK}"
ENVIRONMENT = {**os.environ, "LC_ALL": "C"}


def fail(message):
    tell("")
    sys.exit(f"files.py: {message}")


def tell(text):
    """What goes on, on the line of the terminal that the next one replaces."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:79]}", end="", file=sys.stderr, flush=True)


def duration(seconds):
    return f"{seconds * 1000:.2f} ms" if seconds < 0.0995 else f"{seconds:.2f} s"


def megabytes(size):
    return f"{size / 1e6:.1f}" if size < 99.5e6 else f"{size / 1e6:.0f}"
