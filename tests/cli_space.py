# SPDX-License-Identifier: MIT
"""cli_space.py - room on small disks: every run succeeds, or names an amount that suffices.

The disks are file systems in memory (tmpfs) of any size, which only the run sees.
"""
import os
import re

from cli_tools import SEED, good, put, test
from external_tools import on_small_disk, one_message, small_disk_way

UNITS = {b"B": 1, b"kB": 1000, b"MB": 1000**2, b"GB": 1000**3}
SIZES = (4, 700, 1500, 2000, 2400, 2800, 3000, 3150, 3300, 3450, 3600, 4400)  # in KiB
TO_FILE = '"$@" --temp-dir=small -o out'
TO_DISK = '"$@" --temp-dir=small -o small/out'
BY_PIPE = 'cat in | "$@" --temp-dir=small -o out'


def lines(count, shortest, longest):
    """Lines of about these lengths, in an order that looks random."""
    return b"".join(b"%-*d\n" % (shortest - 1 + i * 7919 % (longest - shortest + 1), i)
                    for i in range(count))


def named(ended):
    """The bytes that a message says are needed; None if it does not."""
    assert one_message(ended), ended
    amount = re.search(rb"([\d.]+) ([kMG]?B) needed", ended.err)
    return amount and int(float(amount[1]) * UNITS[amount[2]] + 0.5)


def judge(way, size, script, *arguments):
    """A run on a disk of this size, in KiB, succeeds or names what suffices. Returns
    whether it succeeded."""
    arguments = [SEED, *arguments]
    ended = on_small_disk(way, size, script, *arguments)
    if ended.status == 0:
        return True
    enough = named(ended)
    assert enough is not None and enough > size * 1024, (size, script, arguments, ended)
    again = on_small_disk(way, enough / 1024, script, *arguments)
    assert again.status == 0, (size, script, arguments, ended, again)
    memory = re.search(rb"use (--memory=\d+M)", ended.err)
    assert memory or b"--temp-dir" not in ended.err, ended
    if script == TO_FILE:
        arguments = [a for a in arguments if not a.startswith("--memory")]
        again = on_small_disk(way, 4, script, memory[1].decode(), *arguments)
        assert again.status == 0, (memory, arguments, again)
    return False


@test
def enough_for_temporary():
    """too little room for temporary data: the message names an amount that suffices"""
    way = small_disk_way()
    seen = set()
    for data, options in (
            (lines(300_000, 8, 12), ["--memory=1M"]),
            (lines(300_000, 8, 12), ["--memory=2M", "--threads=2"]),
            (lines(300_000, 8, 12), ["--memory=1M", "-n200000"]),
            (lines(300_000, 8, 12), ["--memory=1M", "--lines-per-record=4", "--cycle"]),
            (lines(30_000, 80, 120), ["--memory=1M", "--derange"]),
            (lines(30_000, 80, 120), ["--memory=1M", "-n20000"]),
            (lines(3_000, 10, 1990), ["--memory=2M", "--cycle"]),
            (lines(100, 10, 60_000), ["--memory=1M"]),
            (lines(300_000, 10, 10), ["--memory=1M", "--record-size=10"]),
            (b'1,"a\nb"\n' * 300_000, ["--memory=1M", "--csv"]),
            (b"a\nb\n\n" * 400_000, ["--memory=1M", "--paragraphs"]),
            (b"\n" * 1_500_000, ["--memory=1M"])):
        put("in", data)
        for size in SIZES:
            seen.add(judge(way, size, TO_FILE, "in", *options))
    assert seen == {False, True}
    for size in SIZES[:8]:
        judge(way, size, TO_FILE, "--memory=1M", "-i", "1-400000")


@test
def enough_for_both():
    """... also if the output is on the same disk"""
    way = small_disk_way()
    for data, options in ((lines(300_000, 8, 12), ["--memory=1M"]),
                          (lines(30_000, 80, 120), ["--memory=1M"]),
                          (lines(3_000, 10, 1990), ["--memory=2M", "--cycle"])):
        put("in", data)
        for size in SIZES:
            judge(way, size, TO_DISK, "in", *options)


@test
def enough_for_several():
    """... and for several files in the same order"""
    way = small_disk_way()
    put("in", lines(100_000, 8, 12))
    put("other", lines(100_000, 18, 22))
    for size in SIZES:
        judge(way, size, TO_FILE, "in", "--with=other", "--output-with=out2",
              "--memory=2M")


@test
def not_as_it_began():
    """records become shorter, so there are more than it seemed: what was read counts"""
    way = small_disk_way()
    put("in", lines(20_000, 46, 46) + b"x\n" * 1_000_000)
    ended = on_small_disk(way, 2700, TO_FILE, SEED, "--memory=1M", "in")
    assert ended.status == 1 and b"file:" not in ended.err, ended  # refused before
    ended = on_small_disk(way, named(ended) / 1024, TO_FILE, SEED, "--memory=1M", "in")
    assert ended.status == 1 and b"temporary file: No space left" in ended.err, ended
    ended = on_small_disk(way, named(ended) / 1024, TO_FILE, SEED, "--memory=1M", "in")
    assert ended.status == 0, ended


@test
def from_pipes():
    """of a pipe, nothing is known until all of it was read"""
    way = small_disk_way()
    put("in", lines(30_000, 80, 120))
    wanted = good(SEED, "in")
    ended = on_small_disk(way, 1500, BY_PIPE, SEED, "--memory=1M")
    assert ended.status == 1 and named(ended) is None, ended
    assert b"; name a folder with more room with --temp-dir, or use a larger --memory\n" \
        in ended.err, ended
    late = 0
    for size in range(3000, 3500, 40):
        ended = on_small_disk(way, size, BY_PIPE, SEED, "--memory=1M")
        if ended.status == 0:
            break
        enough = named(ended)
        late += enough is not None
        if enough is not None:
            ended = on_small_disk(way, enough / 1024, BY_PIPE, SEED, "--memory=1M")
            assert ended.status == 0, ended
            with open("out", "rb") as file:
                assert file.read() == wanted
    assert late > 0 and size > 3000, (late, size)


@test
def perhaps_enough():
    """room that may not suffice: -v and --explain say so"""
    way = small_disk_way()
    put("in", lines(300_000, 8, 12))
    note = rb"small: temporary data may take up to (3\.[67]\d) MB, %s MB free\n"
    for size, free in ((3300, rb"3\.38"), (3500, rb"3\.58")):
        for option in ("-v", "-q"):
            ended = on_small_disk(way, size, TO_FILE, SEED, "--memory=1M", "in", option)
            assert (re.search(note % free, ended.err) is not None) == (option == "-v"), \
                ended
        assert ended.status == (0 if size == 3500 else 1), ended
        ended = on_small_disk(way, size, '"$@" --temp-dir=small', "--memory=1M", "in",
                              "--explain")
        assert ended.status == 0 and re.search(
            rb"temp space +about 3\.[67]\d MB in small; %s MB free there, which may not "
            rb"be enough\n" % free, ended.out), ended
    ended = on_small_disk(way, 3800, TO_FILE, SEED, "--memory=1M", "in", "-v")
    assert ended.status == 0 and b"may" not in ended.err, ended
    assert os.listdir("small") == []
