# SPDX-License-Identifier: MIT
"""cli_long_lines.py - lines of a hundred megabytes; with `large`, of gigabytes.

A line may take a quarter of the memory limit; the tests use exactly that limit.
"""
import os
import subprocess

from cli_support import SEED, command, environment, good, large_test, names, order, test


def compare(path, parts):
    """Whether the file consists of these parts, each a byte and a number of repetitions."""
    with open(path, "rb") as file:
        for byte, count in parts:
            while count > 0:
                some = min(count, 1 << 24)
                assert file.read(some) == byte * some
                count -= some
        assert file.read(1) == b""


def make(path, lengths):
    """Lines of the letters a, b, ...; the last one has no newline."""
    with open(path, "wb") as file:
        for i, length in enumerate(lengths):
            byte = b"abcdefgh"[i:i + 1]
            while length > 0:
                some = min(length, 1 << 24)
                file.write(byte * some)
                length -= some
            if i + 1 < len(lengths):
                file.write(b"\n")


def long_lines(lengths):
    make("f", lengths)
    limit = f"--memory={(max(lengths) + 1) * 4}"
    wanted = []
    for i in order(len(lengths)):
        wanted += [(b"abcdefgh"[i:i + 1], lengths[i]), (b"\n", 1)]
    good(SEED, limit, "f", "-o", "out")
    compare("out", wanted)
    good(SEED, limit, "f", "-n1", "-o", "out")
    compare("out", wanted[:2])
    with subprocess.Popen(["cat", "f"], stdout=subprocess.PIPE) as cat:
        subprocess.run(command([SEED, limit, "-o", "out"]), stdin=cat.stdout, check=True,
                       env=environment())
    compare("out", wanted)
    assert names() == ["f", "out"]


@test
def line_of_100_megabytes():
    """a line of 100 MB among short ones, from a file and from a pipe"""
    long_lines([5, 100_000_000, 0, 70000, 1])


@test
def lines_beyond_memory():
    """lines of 20 MB, each a quarter of the limit, and more of them than fit"""
    long_lines([20_000_000, 3, 19_999_999, 20_000_000, 0, 17_000_000, 1, 20_000_000])


@large_test
def line_of_3_gigabytes():
    """a line of 3 GiB"""
    long_lines([5, 3 << 30, 1])


@large_test
def record_of_5_gigabytes():
    """records of more than 4 GiB: they work, or the message names the limit"""
    with open("f", "wb") as file:
        file.truncate(5 << 30)
    ended = subprocess.run(command([SEED, "f", "--record-size=5G", "-o", "out"]),
                           stderr=subprocess.PIPE, check=False, env=environment())
    if ended.returncode == 0:
        assert os.stat("out").st_size == 5 << 30
    else:
        assert b": f: " in ended.stderr, ended
