#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""files.py FAIRSHUF [OPTION]... - the command fairshuf against GNU shuf, and a table.

Runs FAIRSHUF (build/fairshuf) and the installed GNU shuf on the same files, with `wc -l`
and `cat` as yardsticks: time, CPU time and peak memory.

  --quick      52 lines, 10 M lines of 10 bytes, 1 M lines of 100 and 400 bytes, 0.4 M of
               1000 bytes; two minutes
  --scale=F    F times as many lines and numbers (0.01 to try the script); no targets then
  --rounds=N   measured runs of each program, 5 unless told; at most 3 of the long ones
  --data=DIR   keep the test files in DIR, and use those that are there; without this they
               go to a folder in $TMPDIR or /tmp that is removed at the end, also after
               Ctrl-C. All of them have 10.7 GB, and outputs take up to 8 GB more.
  --json=FILE  all figures: every run, the machine, the versions
  --markdown   the rows of the table in the README, instead of the tables in 80 columns

How it measures, and why so:
- The programs take turns, forwards and backwards (A B B A), so that a machine that
  becomes slower or faster meanwhile does so for all. Medians count; the spread is that of
  the middle half of the runs of shuf or fairshuf, whichever is wider, in percent.
- Files are flushed to the disk when made, and read once before each race: all is in the
  page cache. What does not fit the free space or memory is left out, and a line says so.
- Output goes to /dev/null, stderr to a file, so that no terminal slows anything down.
  "To file": standard output is a new file beside the inputs. It is removed before each
  run, outside the timing. Nothing waits until it is on the disk.
- "Pipe": cat writes the file to a pipe. The time is that of both, from the start of cat
  on; CPU time and memory are those of the program that reads.
- Times are those of posix_spawn() to wait4(), so starting and ending count.
- Memory is that of the first run, whose time does not count. Two kinds are told apart:
  private memory, which the program has allocated (RssAnon), and mapped pages of files
  (RssFile): its input, if it maps that, and its own code. Mapped pages are those of the
  page cache, which the system can take back at any time. Both are read from /proc several
  times in a millisecond, and the most counts; so a peak that is shorter can be missed. The
  JSON also has peak_memory, the peak of the sum (ru_maxrss), which Linux keeps itself.
- Linux counts the pages of whoever calls execve() as those of the program, so a child of
  Python would seem to need what Python does. A small shell starts it instead, and goes
  away; this process is the "subreaper" that inherits the child, and waits for it.
- 52 lines take a millisecond: 40 times as many runs. "As fast as shuf" means at most 5
  percent slower: a margin for noise that was chosen, not measured.
- Beyond memory, the temporary file is in $TMPDIR or /var/tmp; 1 GB of it stays in the
  page cache, as the input does.
- All lines of a file are different, and of one length but where the name says otherwise;
  lengths count the newline. Those of more than 32 bytes are also rows of CSV with a quoted
  field.
"""
import contextlib
import ctypes
import json
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import tempfile

from files_cases import choose, jobs, make, plan, warm
from files_race import judge, race
from files_table import (HEADING, NOTE, beyond, markdown, row, several_files, summary,
                         yardsticks)
from files_tools import ENVIRONMENT, OURS, SHUF, fail, megabytes, tell

PR_SET_CHILD_SUBREAPER = 36


def options_of(arguments):
    """The path of fairshuf and the options, or a usage line."""
    paths = [arg for arg in arguments if not arg.startswith("--")]
    given = {arg.split("=")[0]: arg.partition("=")[2] for arg in arguments
             if arg.startswith("--")}
    flags, valued = {"--quick", "--markdown"}, {"--scale", "--rounds", "--data", "--json"}
    if len(paths) != 1 or not set(given) <= flags | valued or \
            any((name in valued) != bool(value) for name, value in given.items()):
        sys.exit("usage: files.py FAIRSHUF [--quick] [--scale=F] [--rounds=N] "
                 "[--data=DIR] [--json=FILE] [--markdown]")
    try:
        scale = float(given.get("--scale", "1"))
    except ValueError:
        scale = 0
    if not 0 < scale <= 1:
        fail(f"--scale={given['--scale']}: must be more than 0 and at most 1")
    rounds = given.get("--rounds", "5")
    if not (rounds.isascii() and rounds.isdecimal() and 1 <= int(rounds) <= 1000):
        fail(f"--rounds={rounds}: must be a number from 1 to 1000")
    return paths[0], scale, int(rounds), given


def fact(path, key):
    """The value behind `key` in a file of /proc."""
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith(key):
            return line.split(":", 1)[1].strip()
    return "unknown"


def bytes_of(key):
    return int(fact("/proc/meminfo", key).split()[0]) * 1024


def version(program, expected):
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True,
                              check=True, env=ENVIRONMENT).stdout
    except (OSError, subprocess.CalledProcessError, UnicodeDecodeError):
        said = ""
    if expected not in said.partition("\n")[0]:
        fail(f"{program}: does not call itself {expected.strip()}")
    return said.splitlines()


def find_programs(path):
    """Where the programs are, and facts about them."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        fail(f"{path}: no such program; `make` builds build/fairshuf")
    programs = {OURS: os.path.abspath(path)}
    for name in (SHUF, "wc", "cat"):
        programs[name] = shutil.which(name)
        if not programs[name]:
            fail(f"{name}: not found; it belongs to GNU coreutils")
    ours = version(programs[OURS], "fairshuf ")
    kernel = [line.split(":")[1].strip() for line in ours if line.startswith("Kernel:")]
    return programs, {
        "version": ours[0].split()[1], "kernel": kernel[0] if kernel else "unknown",
        "gnu": version(programs[SHUF], "GNU coreutils")[0],
        "cpu": fact("/proc/cpuinfo", "model name"), "cores": len(os.sched_getaffinity(0)),
        "memory": bytes_of("MemTotal"), "system": f"{platform.system()} "
        f"{platform.release()} {platform.machine()}", "python": platform.python_version()}


def measure(cases, programs, rounds, folder):
    """One case after the other: its figures, or a line that says why there are none."""
    with tempfile.TemporaryFile() as log:
        for case in cases:
            if case.file:
                path = folder / case.file.name()
                tell(f"{case.name}: making the file")
                make(case.file, path)
                warm(path)
            have = bytes_of("MemAvailable")
            if case.memory > have:
                yield (f"{case.name}: left out, needs {megabytes(case.memory)} MB of "
                       f"memory, {megabytes(have)} are free")
                continue
            runs = min(rounds, case.most_rounds)
            yield judge(case, race(case.name, jobs(case, programs, folder), runs, log,
                                   case.repeat))


def bench(path, scale, rounds, given):
    programs, facts = find_programs(path)
    name = given.get("--data")
    try:
        if "--json" in given:  # before the work, not after; and leave nothing if it ends
            new = not os.path.exists(given["--json"])
            open(given["--json"], "a", encoding="utf-8").close()
            if new:
                os.unlink(given["--json"])
        if name:
            os.makedirs(name, exist_ok=True)
        if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            fail("this system has no subreapers; Linux has")
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}; name another one")
    title = (f"fairshuf {facts['version']}, kernel {facts['kernel']}, against "
             f"{facts['gnu']}\non {facts['cores']} cores of {facts['cpu']}")
    races = []
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(name or stack.enter_context(
            tempfile.TemporaryDirectory(prefix="fairshuf-bench-")))
        cases, left_out = choose(plan("--quick" in given, scale), folder)
        for line in left_out:
            print(line, file=sys.stderr)
        plain = "--markdown" not in given
        if plain:
            print(f"{title}\n{HEADING}", flush=True)
        for figures in measure(cases, programs, rounds, folder):
            tell("")
            if isinstance(figures, str):
                left_out.append(figures)
                print(figures, file=sys.stderr)
                continue
            races.append(figures)
            if plain:
                print(row(figures), flush=True)
    if plain:
        print(NOTE)
        summary(races)
        yardsticks(races)
        several_files(races)
        beyond(races)
    else:
        markdown(races, title.replace("\n", " "))
    if "--json" in given:
        pathlib.Path(given["--json"]).write_text(json.dumps(
            {**facts, "scale": scale, "rounds": rounds, "quick": "--quick" in given,
             "left_out": left_out, "races": races}, indent=1) + "\n", encoding="utf-8")


def main():
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that files are removed
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        bench(*options_of(sys.argv[1:]))
    except KeyboardInterrupt:
        tell("")
        print("files.py: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
