#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""big.py - shuffles gigabytes with little memory, for `make check-big`.

    big.py PROGRAM [FOLDER]

Shuffles files of 1 GB with limits of 100, 32 and 2 MiB. The output must be the same as without
a limit. A table shows the time, peak memory, descriptors, bytes read and written (counted by
the kernel), and temporary space (sampled). Then it kills a run at many moments; shuffles a line
of 3 GiB, used in place and from a pipe; and draws one of many lines that suddenly become long.
Takes a few minutes, and 8 GB in FOLDER or /var/tmp.
"""
import filecmp
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

GB = 10**9
MIB = 1 << 20
SEED = "--seed=big"
LIMITS = ("100M", "32M", "2M")
MOMENTS = 16
OLD = b"the old content\n"
failures = []


def say(*words):
    print(*words, flush=True)


def demand(fact, *words):
    """Records a failure, and goes on."""
    if not fact:
        failures.append(" ".join(map(str, words)))
        say("  not ok:", *words)


# ---- inputs ----------------------------------------------------------------------------

def make_lines(path, length, size):
    """Numbered lines of this length, about as many bytes as size."""
    form, count = f"%0{length - 1}d\n", size // length
    with open(path, "wb") as file:
        for first in range(0, count, 10000):
            numbers = range(first, min(first + 10000, count))
            file.write((form * len(numbers) % tuple(numbers)).encode())
    return count


def make_long_line(path, length):
    """Three lines; the second has this length. The first is so long that the file is mapped."""
    with open(path, "wb") as file:
        file.write(b"%-99d\n" % 1)
        for _ in range(length // MIB):
            file.write(b"x" * MIB)
        file.write(b"\nlast\n")


# ---- watching --------------------------------------------------------------------------

class Watched:
    """Runs the program, and measures seconds, memory, descriptors, disk space and bytes."""

    def __init__(self, arguments, stdin=None):
        self.peak = self.descriptors = self.held = self.read = self.written = 0
        self.temporary = os.path.realpath("temp") + "/"
        start = time.monotonic()
        with subprocess.Popen([program, *arguments], stdin=stdin,
                              stderr=subprocess.PIPE) as child:
            while os.waitid(os.P_PID, child.pid,
                            os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
                self.look(f"/proc/{child.pid}")
                time.sleep(0.01)
            self.seconds = time.monotonic() - start
            with open(f"/proc/{child.pid}/io", encoding="ascii") as file:
                counts = dict(line.split(": ") for line in file)
            self.read, self.written = int(counts["rchar"]), int(counts["wchar"])
            self.err = child.stderr.read().decode()
        self.status = child.returncode

    def look(self, process):
        """Takes one sample of the running process."""
        try:
            with open(process + "/status", encoding="ascii") as file:
                peak = re.search(r"VmHWM:\s+(\d+) kB", file.read())
            self.peak = int(peak[1]) * 1024 if peak else self.peak
            opened = os.listdir(process + "/fd")
            self.descriptors = max(self.descriptors, len(opened))
            for fd in opened:
                if os.readlink(f"{process}/fd/{fd}").startswith(self.temporary):
                    blocks = os.stat(f"{process}/fd/{fd}").st_blocks
                    self.held = max(self.held, blocks * 512)
        except OSError:
            pass  # the process has ended, or closed the descriptor


def passes(arguments):
    """The number of passes that --explain predicts."""
    text = subprocess.run([program, "--explain", *arguments], capture_output=True,
                          check=True).stdout
    return int(re.search(rb"^passes +(\d+):", text, re.M)[1])


# ---- 1 GB ------------------------------------------------------------------------------

HEAD = ("bytes a line", "memory", "seconds", "in memory", "peak MiB", "descriptors",
        "read", "written", "temporary", "passes")


def row(*cells):
    say("  ".join(f"{cell:>{max(7, len(head))}}" for cell, head in zip(cells, HEAD)))


def compare(length, size):
    """Runs one file with all limits."""
    count = make_lines("in", length, size)
    size = count * length
    kept = size + count  # with lengths
    whole = Watched([SEED, "in", "-o", "wanted"])
    demand(whole.status == 0, whole.err)
    row(length, "all", f"{whole.seconds:.1f}", "1.0", whole.peak // MIB,
        whole.descriptors, f"{whole.read / size:.2f}", f"{whole.written / size:.2f}", "0",
        1)
    for limit in LIMITS:
        given = [SEED, "in", "-o", "out", "--memory=" + limit, "--temp-dir=temp"]
        times = passes(given)
        run = Watched(given)
        row(length, limit, f"{run.seconds:.1f}", f"{run.seconds / whole.seconds:.1f}",
            f"{run.peak / MIB:.1f}", run.descriptors, f"{run.read / size:.2f}",
            f"{run.written / size:.2f}", f"{run.held / size:.2f}", times)
        what = f"{length} bytes a line, --memory={limit}:"
        demand(run.status == 0, what, run.err)
        demand(run.status != 0 or filecmp.cmp("out", "wanted", shallow=False), what,
               "another result")
        # With little memory, tables and the program itself matter.
        tiny = int(limit[:-1]) < 32
        demand(tiny or run.peak < (int(limit[:-1]) + 16) * MIB, what, "too much memory")
        demand(run.descriptors <= 7, what, "too many descriptors")
        most = size + (times - 1) * kept * (1.15 if tiny else 1.02)
        demand(run.written < most, what, "writes more than predicted")
        demand(run.read < most * 1.02, what, "reads more than predicted")
        demand(run.held < kept * (1.15 if tiny else 1.05), what,
               "temporary space is more than a copy")
        demand(os.listdir("temp") == [], what, os.listdir("temp"))
    os.unlink("out")


# ---- a killed run ----------------------------------------------------------------------

def end_at_moments(limit):
    """Repeats the last run, and ends it with signals."""
    given = [program, SEED, "in", "-o", "here/out", "--memory=" + limit,
             "--temp-dir=temp"]
    start = time.monotonic()
    with open("here/out", "wb") as file:
        file.write(OLD)
    subprocess.run(given, check=True)
    duration = time.monotonic() - start
    ended = complete = 0
    for i in range(MOMENTS):
        number = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)[i % 4]
        with open("here/out", "wb") as file:
            file.write(OLD)
        with subprocess.Popen(given) as child:
            time.sleep(duration * (i + 0.5) / MOMENTS)
            child.send_signal(number)
        ended += child.returncode == -number
        what = f"{number.name} after {duration * (i + 0.5) / MOMENTS:.2f} s:"
        demand(child.returncode in (0, -number), what, "status", child.returncode)
        if os.path.getsize("here/out") == len(OLD):
            demand(child.returncode != 0, what, "status 0, but the old file")
        else:
            complete += 1
            demand(filecmp.cmp("here/out", "wanted", shallow=False), what, "damaged")
        litter = set(os.listdir("here")) - {"out"} | set(os.listdir("temp"))
        demand(len(litter) <= (number == signal.SIGKILL and child.returncode != 0), what,
               litter)
        for name in litter & set(os.listdir("here")):
            os.unlink("here/" + name)
    os.unlink("here/out")
    say(f"ended at {MOMENTS} moments of {duration:.1f} s: {ended} by the signal, "
        f"{complete} complete, the old file else")


# ---- a long line -----------------------------------------------------------------------

def long_line():
    """A line of 3 GiB: the message names a limit that is enough, and with it the run succeeds."""
    make_long_line("in", 3 << 30)
    refused = Watched([SEED, "in", "-o", "out", "--memory=100M", "--temp-dir=temp"])
    enough = re.search(r"record 2, at byte 100.*; use (--memory=(\d+)M)",
                       refused.err)
    demand(refused.status == 1 and enough, "a line of 3 GiB:", refused.err)
    demand(refused.peak < 116 * MIB, "a line of 3 GiB: too much memory", refused.peak)
    if not enough:
        return
    with open("/proc/meminfo", encoding="ascii") as file:
        there = int(re.search(r"MemAvailable:\s+(\d+)", file.read())[1]) >> 10
    if there < int(enough[2]):
        say(f"a line of 3 GiB: {enough[1]} is needed, but only {there} MiB are available: not tried")
        return
    given = [SEED, "-v", "-o", "out", enough[1], "--temp-dir=temp"]
    plan = subprocess.run([program, "--explain", *given, "in"], capture_output=True,
                          check=True).stdout
    demand(b"used in place (mapped)" in plan, "a line of 3 GiB:", plan)
    mapped = long_line_once("mapped", Watched([*given, "in"]), "3.22 GB", int(enough[2]))
    with subprocess.Popen(["cat", "in"], stdout=subprocess.PIPE) as cat:
        run = Watched(given, stdin=cat.stdout)
        cat.stdout.close()
    copied = long_line_once("from a pipe", run, "0 B", int(enough[2]))
    demand(mapped == copied, "a line of 3 GiB: the results differ")


def long_line_once(how, run, used, limit):
    """Checks a run of which `used` should have been used in place. Returns a hash of its output,
    which is removed."""
    what = f"a line of 3 GiB, {how}, limit {limit} MiB:"
    say(f"{what} {run.seconds:.1f} s, peak {run.peak / MIB:.0f} MiB, "
        f"read {run.read / (3 << 30):.2f}, written {run.written / (3 << 30):.2f}")
    demand(run.status == 0, what, run.err)
    demand(f" {used} used in place" in run.err, what, run.err)
    demand(run.peak < (limit + 16) * MIB, what, "too much memory")
    if run.status != 0:
        return None
    demand(os.path.getsize("out") == os.path.getsize("in"), what, "size")
    hashed, ends = hashlib.sha256(), 0
    with open("out", "rb") as file:
        while data := file.read(16 * MIB):
            hashed.update(data)
            ends += data.count(b"\n")
    demand(ends == 3, what, ends, "lines")
    os.unlink("out")
    return hashed.digest()


# ---- a head ----------------------------------------------------------------------------

def head_of_long():
    """-n 1 of 27 million empty lines and 6000 lines of 4 MiB: with a temporary file, the run
    does not fail in the middle of the input."""
    with open("in", "wb") as file:
        file.write(b"x" * (4 * MIB - 1) + b"\n")
    script = "yes '' | head -n 27000000; for i in $(seq 600); do cat in in in in in in " \
        "in in in in; done"
    with subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE) as source:
        run = Watched([SEED, "-n1", "--memory=160M", "--temp-dir=temp", "-o", "out"],
                      stdin=source.stdout)
        source.stdout.close()
    what = "the first of many lines that become long:"
    demand(run.status == 0 and source.returncode == 0, what, run.err)
    demand(os.path.getsize("out") in (1, 4 * MIB), what, "another line")
    demand(run.peak < 176 * MIB, what, "too much memory", run.peak)
    say(f"{what} {run.seconds:.1f} s, {run.peak / MIB:.0f} MiB, {run.held} B held")


def main():
    with tempfile.TemporaryDirectory(dir=top, prefix="fairshuf-big-") as folder:
        os.chdir(folder)
        free = shutil.disk_usage(".").free
        if free < 8 * GB:
            sys.exit(f"big.py: 8 GB are needed in {top}, {free / GB:.1f} GB are free; "
                     "choose another folder")
        os.mkdir("here")
        os.mkdir("temp")
        say("read, written and temporary are multiples of the size of the input, 1 GB")
        row(*HEAD)
        for length in (10, 100):
            compare(length, GB)
        end_at_moments("32M")
        os.unlink("wanted")
        long_line()
        head_of_long()
        os.chdir("/")
    say(f"{len(failures)} failed" if failures else "all passed")
    return len(failures) > 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    top = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else "/var/tmp")
    sys.exit(main())
