#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""files.py FAIRSHUF [OPTION]... - compares the command fairshuf with GNU shuf.

Runs FAIRSHUF (build/fairshuf) and the installed GNU shuf on the same files, with `wc -l`
and `cat` for comparison. Measures time, CPU time and peak memory.

  --quick      52 lines, 10 M lines of 10 bytes, 1 M lines of 100 and 400 bytes, 0.4 M of
               1000 bytes; two minutes
  --scale=F    F times as many lines and numbers (0.01 to try the script), without targets
  --rounds=N   measured runs of each program; default 5, at most 3 for long runs
  --data=DIR   keep the test files in DIR, and reuse those that are there. By default they go
               to a folder in $TMPDIR or /tmp, which is removed at the end, also after Ctrl-C.
               They take 10.7 GB, and outputs take up to 8 GB more.
  --json=FILE  write all figures: every run, the machine, the versions
  --markdown   print the rows of the table in the README instead of tables in 80 columns

How it measures, and why:
- The programs alternate, forwards and backwards (A B B A), so that changes in the speed of
  the machine affect all of them. Figures are medians. The spread, in percent, is that of the
  middle half of the runs of shuf or fairshuf, whichever is larger.
- Files are flushed to disk when they are made, and read once before each race, so they are in
  the page cache. Cases that do not fit into the free space or memory are left out, and a line
  says so.
- Output goes to /dev/null, and stderr to a file, so that no terminal slows anything down. "To
  file": standard output is a new file in the folder of the inputs. It is removed before each
  run, outside the timing. Nothing waits until it is on disk.
- "Pipe": cat writes the file to a pipe. The time is that of both, from the start of cat; CPU
  time and memory are those of the program that reads.
- Times are measured from posix_spawn() to wait4(), so they include starting and ending.
- Memory is measured in the first run, whose time does not count. There are two kinds: private
  memory, which the program has allocated (RssAnon), and mapped pages of files (RssFile): its
  input, if it is mapped, and its code. Mapped pages belong to the page cache, and the system
  can reclaim them at any time. Both are read from /proc several times in a millisecond, and
  the maximum counts; a shorter peak can be missed. The JSON also has peak_memory, the peak of
  the sum (ru_maxrss), which Linux records.
- Linux counts the pages of the process that calls execve() as those of the program, so a
  child of Python would seem to need the memory of Python. A small shell starts the program
  instead, and exits; this process is the "subreaper" that inherits the child and waits for it.
- 52 lines take a millisecond, so there are 40 times as many runs. "As fast as shuf" means at
  most 5 percent slower; this margin for noise was chosen, not measured.
- For inputs larger than memory, the temporary file is in $TMPDIR or /var/tmp; 1 GB of it
  stays in the page cache, like the input.
- All lines of a file are different. They have the same length unless the name says otherwise;
  lengths include the newline. Lines of more than 32 bytes are also CSV rows with a quoted
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
from files_tools import ENVIRONMENT, OURS, SHUF, fail, megabytes, show_status

PR_SET_CHILD_SUBREAPER = 36


def options_of(arguments):
    """The path of fairshuf and the options. Exits with a usage line if they are wrong."""
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
    """The value after `key` in a file of /proc."""
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
        fail(f"{program}: its --version does not say {expected.strip()}")
    return said.splitlines()


def find_programs(path):
    """The paths of the programs, and facts about them."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        fail(f"{path}: no such program; `make` builds build/fairshuf")
    programs = {OURS: os.path.abspath(path)}
    for name in (SHUF, "wc", "cat"):
        programs[name] = shutil.which(name)
        if not programs[name]:
            fail(f"{name}: not found; install GNU coreutils")
    ours = version(programs[OURS], "fairshuf ")
    kernel = [line.split(":")[1].strip() for line in ours if line.startswith("Kernel:")]
    return programs, {
        "version": ours[0].split()[1], "kernel": kernel[0] if kernel else "unknown",
        "gnu": version(programs[SHUF], "GNU coreutils")[0],
        "cpu": fact("/proc/cpuinfo", "model name"), "cores": len(os.sched_getaffinity(0)),
        "memory": bytes_of("MemTotal"), "system": f"{platform.system()} "
        f"{platform.release()} {platform.machine()}", "python": platform.python_version()}


def measure(cases, programs, rounds, folder):
    """Yields for each case its figures, or a line that says why there are none."""
    with tempfile.TemporaryFile() as log:
        for case in cases:
            if case.file:
                path = folder / case.file.name()
                show_status(f"{case.name}: making the file")
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
        if "--json" in given:  # check this before the work, and leave nothing if the work fails
            new = not os.path.exists(given["--json"])
            open(given["--json"], "a", encoding="utf-8").close()
            if new:
                os.unlink(given["--json"])
        if name:
            os.makedirs(name, exist_ok=True)
        if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            fail("this system has no subreapers; use Linux")
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}; choose another one")
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
            show_status("")
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
        show_status("")
        print("files.py: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
