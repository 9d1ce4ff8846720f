# SPDX-License-Identifier: MIT
"""cli_disk_space.py - small disks: a run succeeds, or names an amount of space that is enough.

The disks are file systems in memory (tmpfs), which only the run sees. Also: how much of the
input is used in place, and what that depends on.
"""
import os
import re
import shutil

from cli_support import SEED, Skip, good, put, run, test
from external_support import on_small_disk, one_message, small_disk_way

UNITS = {b"B": 1, b"kB": 1000, b"MB": 1000**2, b"GB": 1000**3}
SIZES = (4, 700, 1500, 2000, 2400, 2800, 3000, 3150, 3300, 3450, 3600, 4400)  # in KiB
TO_FILE = '"$@" --temp-dir=small -o out'
TO_DISK = '"$@" --temp-dir=small -o small/out'
BY_PIPE = 'cat in | "$@" --temp-dir=small -o out'


def lines(count, shortest, longest):
    """Lines with lengths between these two, in an order that looks random."""
    return b"".join(b"%-*d\n" % (shortest - 1 + i * 7919 % (longest - shortest + 1), i)
                    for i in range(count))


def named(ended):
    """The number of bytes that a message says are needed, or None."""
    assert one_message(ended), ended
    amount = re.search(rb"([\d.]+) ([kMG]?B) needed", ended.err)
    return amount and int(float(amount[1]) * UNITS[amount[2]] + 0.5)


def try_size(way, size, script, *arguments):
    """A run on a disk of this size, in KiB, must succeed, or name an amount that is enough.
    Returns whether it succeeded."""
    arguments = [SEED, *arguments]
    ended = on_small_disk(way, size, script, *arguments)
    if ended.status == 0:
        return True
    enough = named(ended)
    assert enough is not None and enough > size * 1024, (size, script, arguments, ended)
    again = on_small_disk(way, enough / 1024, script, *arguments)
    assert again.status == 0, (size, script, arguments, ended, again)
    memory = re.search(rb"(--memory=\d+M)\n", ended.err)
    assert memory or b"--temp-dir" not in ended.err, ended
    if script == TO_FILE:
        arguments = [a for a in arguments if not a.startswith("--memory")]
        again = on_small_disk(way, 4, script, memory[1].decode(), *arguments)
        assert again.status == 0, (memory, arguments, again)
    return False


@test
def enough_for_temporary():
    """too little space for temporary data: the message names an amount that is enough"""
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
            seen.add(try_size(way, size, TO_FILE, "in", *options))
    assert seen == {False, True}
    for size in SIZES[:8]:
        try_size(way, size, TO_FILE, "--memory=1M", "-i", "1-400000")


@test
def enough_for_both():
    """... also if the output is on the same disk"""
    way = small_disk_way()
    for data, options in ((lines(300_000, 8, 12), ["--memory=1M"]),
                          (lines(30_000, 80, 120), ["--memory=1M"]),
                          (lines(3_000, 10, 1990), ["--memory=2M", "--cycle"])):
        put("in", data)
        for size in SIZES:
            try_size(way, size, TO_DISK, "in", *options)


@test
def enough_for_several():
    """... and for several files in the same order"""
    way = small_disk_way()
    put("in", lines(100_000, 8, 12))
    put("other", lines(100_000, 18, 22))
    for size in SIZES:
        try_size(way, size, TO_FILE, "in", "--with=other", "--output-with=out2",
              "--memory=2M")


@test
def not_as_it_began():
    """later records are shorter, so there are more than estimated: the second message is right"""
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
    """the size of a pipe is known only when it was read"""
    way = small_disk_way()
    put("in", lines(30_000, 80, 120))
    wanted = good(SEED, "in")
    ended = on_small_disk(way, 1500, BY_PIPE, SEED, "--memory=1M")
    assert ended.status == 1 and named(ended) is None, ended
    assert b"--temp-dir" in ended.err and b"a larger --memory\n" in ended.err, ended
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
    """space that may not be enough: -v and --explain say so"""
    way = small_disk_way()
    put("in", lines(300_000, 8, 12))
    note = rb"small: temporary data .* 3\.[67]\d MB.* %s MB free\n"
    for size, free in ((3300, rb"3\.38"), (3500, rb"3\.58")):
        for option in ("-v", "-q"):
            ended = on_small_disk(way, size, TO_FILE, SEED, "--memory=1M", "in", option)
            assert (re.search(note % free, ended.err) is not None) == (option == "-v"), \
                ended
        assert ended.status == (0 if size == 3500 else 1), ended
        ended = on_small_disk(way, size, '"$@" --temp-dir=small', "--memory=1M", "in",
                              "--explain")
        assert ended.status == 0 and re.search(
            rb"temp space +about 3\.[67]\d MB in small; %s MB free.* may not be enough\n"
            % free, ended.out), ended
    ended = on_small_disk(way, 3800, TO_FILE, SEED, "--memory=1M", "in", "-v")
    assert ended.status == 0 and b"may" not in ended.err, ended
    assert os.listdir("small") == []


@test
def used_in_place():
    """-v says how much of the input was used in place, and how much was copied"""
    put("long", lines(40_000, 80, 120))  # about 4 MB
    put("short", lines(300_000, 8, 12))
    used = rb"written in [\d.]+ s; input: %s used in place, %s copied"
    for arguments, mapped, copied in (
            (["long"], rb"3\.9\d MB", rb"\d\d\.\d kB"),
            (["long", "--memory=1M"], rb"0 B", rb"[34]\.\d\d MB"),
            (["short"], rb"0 B", rb"[23]\.\d\d MB"),
            (["long", "short"], rb"3\.9\d MB", rb"[23]\.\d\d MB"),
            (["long", "-o", "long"], rb"0 B", rb"[34]\.\d\d MB"),
            (["-n5", "long"], rb"3\.9\d MB", rb"\d\d\.\d kB")):
        ended = run("-v", *arguments)
        assert ended.status == 0, ended
        assert re.search(used % (mapped, copied), ended.err), (arguments, ended.err)
    assert b"used in place" not in run("-v", "-i", "1-9").err
    assert b"used in place" not in run("-v", "-e", "a").err


def with_memory(available):
    """Whether the file `in` is used in place on a machine with this many MB of available
    memory. Other files are mounted over those of /proc."""
    put("meminfo", b"MemTotal: 99999999 kB\nMemAvailable: %d kB\n" % (available * 1000))
    for name in ("cgroup", "mountinfo"):
        if name not in os.listdir("."):
            put(name, b"")
    script = ("".join(f"mount --bind {name} /proc/{where}{name}\n" for name, where in (
        ("meminfo", ""), ("cgroup", "$$/"), ("mountinfo", "$$/"))) +
              'exec "$@" --explain --threads=1 in')
    ended = on_small_disk(small_disk_way(), 4, script)
    if b"mount" in ended.err:
        raise Skip("cannot mount over files of /proc")
    assert ended.status == 0, ended
    return b"used in place" in ended.out


def set_group(version, limit, usage=None, cache=None):
    """A control group with these MB, below ./group."""
    million = 1000 * 1000
    os.makedirs("group/a/b", exist_ok=True)
    place = os.path.realpath("group").encode()
    files = ["memory.max", "memory.current", "inactive_file"]
    if version == 1:
        files = ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"]
        put("cgroup", b"4:memory:/a/b\n0::/\n")
        put("mountinfo", b"32 23 0:29 / %s rw - cgroup cgroup rw,memory\n" % place)
    else:
        put("cgroup", b"0::/a/b\n")
        put("mountinfo", b"32 23 0:29 / %s rw - cgroup2 cgroup2 rw\n" % place)
    put("group/a/" + files[0], b"%d\n" % (limit * million))
    if usage is not None:
        put("group/a/" + files[1], b"%d\n" % (usage * million))
        put("group/a/memory.stat", b"%s %d\n" % (files[2].encode(), cache * million))


@test
def half_is_for_mapping():
    """a file is used in place if it fits into half of the memory of machine and control groups"""
    put("in", lines(10_000, 100, 100))
    os.truncate("in", 60_000_000)  # takes about 100 MB, of a limit of 150 MB
    assert with_memory(300) and not with_memory(160)
    for version in (2, 1):
        shutil.rmtree("group", ignore_errors=True)
        set_group(version, 300)
        assert with_memory(9000) and not with_memory(160), version
        set_group(version, 160)
        assert not with_memory(9000), version
        set_group(version, 300, 200, 60)
        assert not with_memory(9000), version
        set_group(version, 300, 200, 200)
        assert with_memory(9000), version
