# SPDX-License-Identifier: MIT
"""files_tools.py - names of programs, and formats of figures and messages, shared by the parts of
files.py and records.py."""
import os
import pathlib
import sys

SHUF, OURS = "shuf", "fairshuf"
WC, CAT = "wc -l", "cat"
CSV, CHECK, ONE = "--csv", "--check", "--threads=1"
LITTLE = "--memory=100M"
CHECKED = f"{LITTLE} {CHECK}"
# {file} is the input; {out} and {more} are output files, which are removed before each run.
SPLIT = "--split={out}:80,{more}:20"
WITH = "--with={file} --output-with={more}"
ENVIRONMENT = {**os.environ, "LC_ALL": "C"}


def fail(message):
    show_status("")
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")


def show_status(text):
    """Shows a line on the terminal, which the next one replaces."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:79]}", end="", file=sys.stderr, flush=True)


def duration(seconds):
    return f"{seconds * 1000:.2f} ms" if seconds < 0.0995 else f"{seconds:.2f} s"


def megabytes(size):
    if size is None:
        return "?"
    return f"{size / 1e6:.1f}" if size < 99.5e6 else f"{size / 1e6:.0f}"
