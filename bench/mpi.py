#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mpi.py FAIRSHUF FAIRSHUF_MPI [OPTION]... - compares fairshuf-mpi with fairshuf on one machine.

Shuffles a file of lines of 100 bytes with fairshuf (two threads), and with fairshuf-mpi on
several numbers of ranks. All outputs must be the same.

  --lines=N      lines of the file; default 40 million (4 GB)
  --ranks=LIST   numbers of ranks; default 1,2,4,8
  --rounds=N     measured runs of each; default 3
  --data=DIR     where the file and the outputs go; default a folder in /var/tmp, which is
                 removed at the end. They take twice the size of the file.
  --mpirun=CMD   how to start ranks; default "mpirun --oversubscribe --bind-to none"
  --json=FILE    write all figures

How it measures, and why:
- The programs alternate, forwards and backwards, so that changes in the speed of the machine
  affect all of them. Figures are medians.
- Starting MPI takes CPU time on every rank, whatever the work is. So for fairshuf-mpi, seconds
  and CPU seconds are those that it reports itself (-v): after MPI_Init(), before MPI_Finalize(),
  the CPU seconds summed over all ranks. Those of fairshuf include starting the process, which
  takes a millisecond.
- The file is read once before the first run, so it is in the page cache. Outputs are new files,
  removed before each run. Nothing waits until they are on disk.
- All ranks are on this machine. With more ranks than cores they compete for the cores, so the
  CPU time shows the work, and the time shows little.
"""
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BLOCK = 100_000  # lines that are written at a time


def options(words):
    chosen = {"lines": 40_000_000, "ranks": "1,2,4,8", "rounds": 3, "data": None,
              "mpirun": "mpirun --oversubscribe --bind-to none", "json": None}
    programs = []
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            programs.append(word)
        elif not equals or name not in chosen:
            sys.exit(f"mpi.py: unknown option {word}")
        else:
            chosen[name] = int(value) if name in ("lines", "rounds") else value
    if len(programs) != 2:
        sys.exit(__doc__)
    return programs, chosen


def make_lines(path, lines):
    with open(path, "wb") as file:
        for first in range(0, lines, BLOCK):
            last = min(first + BLOCK, lines)
            file.write(b"".join(b"%099d\n" % i for i in range(first, last)))


def environment():
    """Open MPI refuses to run as root, unless both are set."""
    env = dict(os.environ)
    if os.geteuid() == 0:
        env |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return env


def run_fairshuf(program, file, output):
    started = time.monotonic()
    process = subprocess.Popen([program, "--threads=2", "--seed=1", "--no-sync", file, "-o",
                                output])
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"mpi.py: {program} failed")
    return {"seconds": time.monotonic() - started, "cpu": usage.ru_utime + usage.ru_stime}


def number(text):
    return int(text.replace(",", ""))


def run_ranks(program, mpirun, ranks, file, output):
    words = [*mpirun.split(), "-n", str(ranks), program, "--seed=1", "--no-sync", "-v", file,
             "-o", output]
    done = subprocess.run(words, capture_output=True, text=True, env=environment(), check=False)
    took = re.search(r"written in ([\d.]+) s \(([\d.]+) s of CPU time\)", done.stderr)
    moved = re.search(r"([\d,]+) read, ([\d,]+) sent in ([\d,]+) messages, ([\d,]+) written "
                      r"\(([\d,]+) to ([\d,]+) by each rank\)", done.stderr)
    if done.returncode != 0 or not took or not moved:
        sys.exit(f"mpi.py: {' '.join(words)} failed:\n{done.stderr}")
    names = ("read", "sent", "messages", "written", "least", "most")
    return ({"seconds": float(took[1]), "cpu": float(took[2])}
            | dict(zip(names, map(number, moved.groups()))))


def race(programs, chosen, folder):
    file, output = folder / "lines", folder / "output"
    make_lines(file, chosen["lines"])
    with open(file, "rb") as source:  # into the page cache
        while source.read(1 << 24):
            pass
    fairshuf, fairshuf_mpi = programs
    counts = [int(word) for word in chosen["ranks"].split(",")]
    jobs = {"fairshuf": lambda: run_fairshuf(fairshuf, file, output)}
    for ranks in counts:
        jobs[ranks] = lambda ranks=ranks: run_ranks(fairshuf_mpi, chosen["mpirun"], ranks,
                                                    file, output)
    results, digest = {name: [] for name in jobs}, None
    for turn in range(chosen["rounds"] + 1):  # the first turn does not count
        for name in list(jobs)[::1 if turn % 2 else -1]:
            output.unlink(missing_ok=True)
            result = jobs[name]()
            if turn > 0:
                results[name].append(result)
                continue
            found = subprocess.check_output(["cksum", "-a", "crc", output], text=True).split()[0]
            digest = digest or found
            if found != digest:
                sys.exit(f"mpi.py: the output of {name} differs")
    return results


def median(runs, what):
    return statistics.median(run[what] for run in runs)


def show(results, chosen):
    base = results["fairshuf"]
    size = chosen["lines"] * 100
    print(f"{chosen['lines']:,} lines of 100 bytes, {os.cpu_count()} cores; "
          f"median of {chosen['rounds']} runs")
    print("                    seconds  ratio   CPU s  ratio     sent  spread of written bytes")
    print(f"fairshuf, 2 threads {median(base, 'seconds'):7.2f}         {median(base, 'cpu'):6.2f}")
    for name, runs in results.items():
        if name == "fairshuf":
            continue
        mean = size / name
        spread = max(max(run["most"] - mean, mean - run["least"]) for run in runs) / mean
        print(f"{name:3} ranks           {median(runs, 'seconds'):7.2f}"
              f" {median(runs, 'seconds') / median(base, 'seconds'):6.2f}"
              f" {median(runs, 'cpu'):7.2f} {median(runs, 'cpu') / median(base, 'cpu'):6.2f}"
              f" {median(runs, 'sent') / size:7.1%}  {spread:.2%}")


def main():
    programs, chosen = options(sys.argv[1:])
    data = chosen["data"]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fairshuf-mpi-", dir=data or "/var/tmp"))
    try:
        results = race(programs, chosen, folder)
    finally:
        shutil.rmtree(folder)
    show(results, chosen)
    if chosen["json"]:
        with open(chosen["json"], "w", encoding="utf-8") as file:
            json.dump({"options": chosen, "runs": {str(k): v for k, v in results.items()}},
                      file, indent=1)


if __name__ == "__main__":
    main()
