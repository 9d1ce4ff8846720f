# SPDX-License-Identifier: MIT
"""cli_external_io.py - files larger than memory: how many bytes are read and written, and how much
space is used.

The kernel counts the bytes that a process reads and writes (/proc/PID/io). Besides the data,
these are a length of one byte for each short record, a table of 2 KiB for each segment, and
about 1 MB from the beginning of the input, for the plan.
"""
import os
import re
import resource
import subprocess

from cli_support import (SEED, Skip, command, environment, get, good, names, put, test)
from external_support import beyond, on_small_disk, open_for, plain_lines, small_disk_way

LOOK = 1_200_000


def counted(*arguments, **more):
    """Bytes read and written by a run that must succeed."""
    with subprocess.Popen(command([SEED, *arguments]), env=environment(),
                          **more) as child:
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        try:
            text = get(f"/proc/{child.pid}/io").decode()
        except OSError as error:
            raise Skip("no /proc/PID/io") from error
        assert child.wait() == 0
    return [int(re.search(name + r": (\d+)", text)[1]) for name in ("rchar", "wchar")]


def passes(*arguments):
    """The number of passes that --explain predicts."""
    return int(re.search(rb"^passes +(\d+):", good("--explain", *arguments), re.M)[1])


def bounds(size, records, times, volumes):
    """The least and the most bytes for this many passes: some of the data may stay in memory,
    and not every bucket has to be divided again."""
    extra = records + 4096 * volumes
    least = size * max(1, times - 1)
    return least, (size + (times - 1) * (size + extra)) * 1.02


@test
def moved_twice():
    """one level: every byte is read twice and written twice"""
    for length, megabytes, memory in ((40, 8, "4M"), (10, 8, "2M"), (20, 8, "3M"),
                                      (100, 24, "10M")):
        put("in", b"".join(plain_lines(megabytes, length)))
        size = megabytes * 1_000_000
        for threads in (1, 2):
            given = ["--memory=" + memory, f"--threads={threads}", "in", "-o", "out"]
            assert passes(*given) == 2, given
            read, written = counted(*given)
            most = bounds(size, size // length, 2, size // 100_000)[1]
            assert size * 1.5 <= written <= most, (given, size, written, most)
            assert size * 1.5 <= read <= most + LOOK, (given, size, read, most)
    read, written = counted("in", "-o", "out")
    assert written < size + 10000 and read < size + LOOK + 10000, (read, written)


@test
def moved_by_pipe():
    """the same from a pipe, which is read once"""
    put("in", b"".join(plain_lines(8)))
    size = 8_000_000
    with subprocess.Popen(["cat", "in"], stdout=subprocess.PIPE) as cat:
        read, written = counted("--memory=4M", stdin=cat.stdout,
                                stdout=subprocess.DEVNULL)
    assert size * 1.5 < written <= bounds(size, size // 40, 2, 80)[1], written
    assert read < bounds(size, size // 40, 2, 80)[1], read


@test
def long_line_read_once():
    """a file with one long line: the plan does not read all of it"""
    put("in", b"short\n" + b"x" * 30_000_000 + b"\n")
    read, written = counted("--memory=128M", "in", "-o", "out")
    assert read < 30_000_000 + LOOK and written < 30_100_000, (read, written)


@test
def moved_as_explained():
    """several levels: as many passes as --explain says"""
    seen = set()
    for memory, length, megabytes in (("1M", 40, 6), ("2M", 40, 12), ("1M", 200, 12),
                                      ("1M", 10, 4), ("1M", 100, 3)):
        put("in", b"".join(plain_lines(megabytes, length)))
        size = megabytes * 1_000_000
        given = ["--memory=" + memory, "in", "-o", "out"]
        times = passes(*given)
        read, written = counted(*given)
        least, most = bounds(size, size // length, times, size // 30_000)
        assert least <= written <= most, (given, times, written, least, most)
        assert least <= read <= most * 1.05 + LOOK, (given, times, read, least, most)
        seen.add(times)
    assert seen >= {3}, seen


@test
def few_descriptors():
    """descriptors for input, output and temporary file only, with any size"""
    put("in", b"".join(plain_lines(10)))
    wanted = good(SEED, "in")

    def few(number):
        return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))

    for memory in ("1M", "2M"):
        for threads in (1, 5):
            good(SEED, "--memory=" + memory, f"--threads={threads}", "in", "-o", "out",
                 preexec_fn=few(7))
            assert get("out") == wanted
    good(SEED, "--memory=1M", "in", "--split=a:1,b:1,c:1", preexec_fn=few(10))
    assert get("a") + get("b") + get("c") == wanted
    good(SEED, "--memory=1M", "in", "-o", "a", "--with=in", "--output-with=b",
         preexec_fn=few(10))
    assert get("a") == wanted == get("b")


@test
def one_copy():
    """temporary space: one copy of the records; with the output on the same disk, a little more"""
    way = small_disk_way()
    data = b"".join(plain_lines(8))
    put("in", data)
    wanted = good(SEED, "in")
    kept = (8_000_000 + 200_000) // 1024  # with lengths
    for memory in ("1M", "2M", "4M"):
        for script, room in (
                ('cat in | "$@" --temp-dir=small -o out', 1.14),
                ('cat in | "$@" --temp-dir=small -o small/out; cp small/out out', 1.35)):
            ended = on_small_disk(way, int(kept * room), script, SEED,
                                  "--memory=" + memory, "--threads=2")
            assert ended.status == 0, (memory, script, ended)
            assert get("out") == wanted
            os.unlink("out")


@test
def no_names():
    """the temporary file has no name"""
    os.mkdir("temp")
    put("in", b"".join(plain_lines(4)))
    os.mkfifo("pipe")
    given = command([SEED, "--memory=1M", "--temp-dir=temp", "in", "pipe", "-o", "out"])
    with subprocess.Popen(given, env=environment()) as child, \
            open_for(child, "pipe") as pipe:  # it waits here after reading the first file
        pipe.write(b"x" * 10000)
        pipe.flush()
        opened = [os.readlink(f"/proc/{child.pid}/fd/{fd}")
                  for fd in os.listdir(f"/proc/{child.pid}/fd")]
        assert any(name.startswith(os.path.realpath("temp")) for name in opened), opened
        assert os.listdir("temp") == [] and "out" not in names()
    assert child.returncode == 0
    put("in2", get("in") + b"x" * 10000)
    assert get("out") == beyond("1M", "in2")
