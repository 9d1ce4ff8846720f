#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""records.py FAIRSHUF RECORDS [OPTION]... - throughput against the length of records.

Compares GNU shuf, FAIRSHUF (build/fairshuf) and cat on files of 400 MB with lines of 8 to
4096 bytes. RECORDS (bench/records of a build with -Dbench=true) does the same work with the
file copied and with the file mapped, for each kind of record. This shows the length from which
mapping is faster: the right value for FS_MAP_LENGTH in src/records/constants.h.

  --scale=F    files of F times 400 MB (0.02 to try the script)
  --rounds=N   measured runs of each program; default 5
  --data=DIR   as for files.py; without this option, each file is removed after use
  --json=FILE  all figures
  --plot=FILE  a picture of the throughput, as SVG

It measures like files.py: programs alternate, figures are medians, files are in the page
cache, and output goes to /dev/null. Lines of 8 bytes are not all different.
"""
import contextlib
import ctypes
import json
import os
import pathlib
import shutil
import sys
import tempfile

import throughput
from files import PR_SET_CHILD_SUBREAPER, find_programs
from files_cases import File, make, warm
from files_race import Job, race
from files_tools import CAT, OURS, SHUF, fail, show_status

SIZE = 4 * 10**8
LENGTHS = (8, 16, 32, 48, 64, 96, 128, 256, 1024, 4096)
KINDS = ("lines", "csv", "fixed", "four", "paragraphs")
FILES = {"four": "four", "paragraphs": "paragraphs"}  # the other kinds read lines
SHORTEST = {"four": 16, "paragraphs": 16}
COPIED, MAPPED = "copied", "mapped"


def options_of(arguments):
    paths = [arg for arg in arguments if not arg.startswith("--")]
    given = {arg.split("=")[0]: arg.partition("=")[2] for arg in arguments
             if arg.startswith("--")}
    known = {"--scale", "--rounds", "--data", "--json", "--plot"}
    if len(paths) != 2 or not set(given) <= known or not all(given.values()):
        sys.exit("usage: records.py FAIRSHUF RECORDS [--scale=F] [--rounds=N] [--data=DIR] "
                 "[--json=FILE] [--plot=FILE]")
    try:
        scale, rounds = float(given.get("--scale", "1")), int(given.get("--rounds", "5"))
    except ValueError:
        scale = rounds = 0
    if not 0 < scale <= 1 or rounds < 1:
        fail("--scale must be more than 0 and at most 1, --rounds at least 1")
    if not os.access(paths[1], os.X_OK):
        fail(f"{paths[1]}: no such program; `make bench-records` builds it")
    return paths, scale, rounds, given


def jobs(kind, length, path, programs, records):
    found = {name: Job([records, kind, str(length), choice, path])
             for name, choice in ((COPIED, "0"), (MAPPED, "1"))}
    if kind == "lines":
        found |= {name: Job([programs[name], path]) for name in (SHUF, OURS, CAT)}
    return found


def measure(programs, records, scale, rounds, folder, keep):
    """Yields the figures of each kind and length."""
    with tempfile.TemporaryFile() as log:
        for length in LENGTHS:
            for shape in ("lines", "four", "paragraphs"):
                if length < SHORTEST.get(shape, 1):
                    continue
                file = File(max(1, round(SIZE * scale / length)), length, length, shape)
                path = folder / file.name()
                show_status(f"{shape} of {length} bytes: making the file")
                if shutil.disk_usage(folder).free < file.bytes() + 5 * 10**8:
                    fail(f"{folder}: not enough space; choose another one with --data=DIR")
                make(file, path)
                warm(path)
                for kind in KINDS:
                    if FILES.get(kind, "lines") != shape:
                        continue
                    results = race(f"{kind} of {length} bytes",
                                   jobs(kind, length, str(path), programs, records),
                                   rounds, log)
                    yield {"kind": kind, "length": length, "records": file.lines,
                           "bytes": file.bytes(), "results": results}
                if not keep:
                    path.unlink()


def speed(race_, name):
    """GB/s."""
    return race_["bytes"] / race_["results"][name]["median"] / 1e9


def crossover(races):
    """The shortest length from which mapping was never slower; None if there is none."""
    found = None
    for race_ in sorted(races, key=lambda race_: race_["length"], reverse=True):
        if speed(race_, MAPPED) < speed(race_, COPIED):
            break
        found = race_["length"]
    return found


def tables(races):
    names = (SHUF, OURS, COPIED, MAPPED, CAT)
    print("\nLines, GB/s; copied, mapped: fairshuf forced to do this\n"
          f"{'bytes':>6}" + "".join(f"{name:>10}" for name in names) + f"{'/ shuf':>8}")
    for race_ in races:
        if race_["kind"] == "lines":
            cells = "".join(f"{speed(race_, name):10.2f}" for name in names)
            print(f"{race_['length']:6}{cells}{speed(race_, OURS) / speed(race_, SHUF):8.1f}")
    print("\nSpeed of mapped files, as a multiple of copied files, for each kind of record\n"
          f"{'bytes':>6}" + "".join(f"{kind:>12}" for kind in KINDS))
    found = {(race_["kind"], race_["length"]): race_ for race_ in races}
    for length in LENGTHS:
        cells = (f"{speed(found[kind, length], MAPPED) / speed(found[kind, length], COPIED):12.2f}"
                 if (kind, length) in found else f"{'':12}" for kind in KINDS)
        print(f"{length:6}{''.join(cells)}".rstrip())
    print("from  " + "".join(f"{across(races, kind) or 'none':>12}" for kind in KINDS)
          + "\n(the least of these lengths from which on mapping was never slower)")


def across(races, kind):
    return crossover([race_ for race_ in races if race_["kind"] == kind])


def bench(paths, scale, rounds, given):
    programs, facts = find_programs(paths[0])
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        fail("this system has no subreapers; use Linux")
    title = f"{facts['cores']} cores of {facts['cpu']}"
    print(f"fairshuf {facts['version']}, kernel {facts['kernel']}, against {facts['gnu']}\n"
          f"on {title}", flush=True)
    with contextlib.ExitStack() as stack:
        name = given.get("--data") or stack.enter_context(
            tempfile.TemporaryDirectory(prefix="fairshuf-bench-"))
        os.makedirs(name, exist_ok=True)
        races = list(measure(programs, os.path.abspath(paths[1]), scale, rounds,
                             pathlib.Path(name), "--data" in given))
    show_status("")
    tables(races)
    if "--json" in given:
        pathlib.Path(given["--json"]).write_text(json.dumps(
            {**facts, "scale": scale, "rounds": rounds, "races": races,
             "crossovers": {kind: across(races, kind) for kind in KINDS}}, indent=1) + "\n",
            encoding="utf-8")
    if "--plot" in given:
        lines = [race_ for race_ in races if race_["kind"] == "lines"]
        pathlib.Path(given["--plot"]).write_text(throughput.svg(
            {name: [(race_["length"], speed(race_, name)) for race_ in lines]
             for name in (CAT, OURS, SHUF)}, title), encoding="utf-8")


def main():
    try:
        bench(*options_of(sys.argv[1:]))
    except KeyboardInterrupt:
        show_status("")
        sys.exit(130)


if __name__ == "__main__":
    main()
