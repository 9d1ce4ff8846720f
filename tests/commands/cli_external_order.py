# SPDX-License-Identifier: MIT
"""cli_external_order.py - files larger than memory: the same output as without a limit, for
every limit, number of threads and kind of record, from files and pipes."""
import gzip
import itertools
import os
import random
import re
import subprocess

from cli_support import (SEED, bad, command, environment, get, good, large, names, ordered,
                       put, run, test)
from external_support import (THROUGH, beyond, noise, paragraphs, plain_lines, rows,
                            run_fed, wild)

LIMITS = ("1M", "2M", "4M")
THREADS = (1, 2, 5)
WAYS = ("file", "pipe", "trickle")


def compare_all(data, *options, limits=LIMITS):
    """All combinations of limits, threads and kinds of input, or a third of them."""
    put("in", data)
    wanted = good(SEED, "in", *options)
    for i, j, k in itertools.product(range(len(limits)), range(3), range(3)):
        if (i + j + k) % 3 != 0 and not large:
            continue
        check = ["--check"] if (i + j) % 2 else []
        given = ["--threads=%d" % THREADS[j], *check, *options]
        if WAYS[k] == "file":
            got = beyond(limits[i], "in", *given)
        else:
            got = beyond(limits[i], *given, data=data, slowly=WAYS[k] == "trickle")
        assert got == wanted, (limits[i], THREADS[j], WAYS[k], options)


def both_files(*options, with_name="b"):
    """The output and the file of --output-with."""
    good(SEED, *options, "--with=" + with_name, "--output-with=b.out", "-o", "a.out")
    return get("a.out"), get("b.out")


def enough(memory, *arguments, **more):
    """The output with this limit or, if it is too small, with the one that the message names."""
    ended = run(SEED, "--memory=" + memory, *arguments, **more)
    if ended.status == 0:
        return ended.out
    would_do = re.search(rb"use (--memory=\d+[KMG])\n", ended.err)
    assert ended.status == 1 and would_do, ended
    return good(SEED, would_do[1].decode(), *arguments, **more)


# ---- kinds of records -----------------------------------------------------------------

@test
def model():
    """plain lines, compared with the model"""
    lines = plain_lines(4)
    wanted = ordered(lines)
    for memory in ("1M", "2M"):
        assert beyond(memory, data=b"".join(lines)) == wanted


@test
def wild_lines():
    """lines: empty ones, long ones, all 256 values of bytes, no newline at the end"""
    data = wild(5)
    assert len(set(data)) == 256
    compare_all(data)


@test
def wild_zero_terminated():
    """records that end with a zero byte, or with 0xff"""
    compare_all(wild(4.5, b"\0"), "-z")
    compare_all(wild(4.5, b"\xff"), r"--delimiter=\xff", limits=("1M",))


@test
def fixed_size():
    """records of a fixed size: of 3, 100 and 50000 bytes, of all values"""
    data = noise(random.Random(3)) * 5
    for size, limits in ((100, LIMITS), (3, ("1M",)), (50000, ("1M",))):
        compare_all(data[:len(data) // size * size], f"--record-size={size}",
                    limits=limits)


@test
def groups_of_lines():
    """four lines to a record"""
    lines = wild(4.5).split(b"\n")
    del lines[len(lines) // 4 * 4:]
    compare_all(b"\n".join(lines), "--lines-per-record=4", limits=("1M", "4M"))


@test
def rows_and_paragraphs():
    """CSV with newlines in quotes, after a header; paragraphs"""
    compare_all(rows(5), "--csv", "--header", limits=("1M", "2M"))
    compare_all(paragraphs(5), "--paragraphs", limits=("1M", "4M"))


@test
def nothing_but_newlines():
    """millions of empty lines, and one that is not"""
    data = b"\n" * 900_000 + b"here\n" + b"\n" * 900_000
    compare_all(data, limits=("1M",))


@test
def long_lines():
    """lines of a quarter of the limit, and lines longer than a block"""
    bytes_of = noise(random.Random(5), b"\n") * 2
    for length in (250_000, 90_000):
        lines = [bytes_of[i * 1000:i * 1000 + length] + b"\n" for i in range(30)]
        compare_all(b"short\n".join(lines), limits=("1M", "2M"))


@test
def huge_record():
    """a record too large: the message says which, where, and what is enough"""
    for data, number, where, options in (
            (b"a\n" * 70000 + b"x" * 3_000_000 + b"\nb\n", 70001, 140000, []),
            (b"a\0b\0" + b"x" * 3_000_000, 3, 4, ["-z"]),
            (b"a\n\nb\n\n" + b"xxxxxxx\n" * 400_000, 3, 6, ["--paragraphs"]),
            (b"a\n" + b'"' + b"\n" * 2_000_000 + b'"\nb\n', 2, 2, ["--csv"]),
            (b"a\n" * 4_000_000, 1, 0, ["--lines-per-record=2000000"]),
            (bytes(6_000_000), 1, 0, ["--record-size=3000000"])):
        put("in", data)
        wanted = good(SEED, "in", *options)
        for text in (None, data):
            given = [SEED, "--memory=1M", *options] + (["in"] if text is None else [])
            parts = [f"record {number}, at byte {where}: too large for --memory=1M; "]
            ended = bad(*given, text=text or b"", parts=parts)
            would_do = re.search(rb"use (--memory=\d+M)", ended.err)
            assert would_do, ended
            given[1] = would_do[1].decode()
            assert good(*given, text=text or b"") == wanted, given


# ---- other options --------------------------------------------------------------------

@test
def heads():
    """-n: few, many, all but one; the first records of the same order"""
    data = wild(5)
    put("in", data)
    n = data.count(b"\n") + 1
    for head in (0, 1, 1000, n // 2, n - 1, n + 1):
        wanted = good(SEED, "in", "-n", head)
        for memory in ("1M", "2M"):
            for threads in (1, 5):
                given = [SEED, "--memory=" + memory, "-n", head, f"--threads={threads}"]
                got = good("in", *given) if threads == 1 else run_fed(data, *given).out
                assert got == wanted, given


@test
def headers():
    """--header with several files that are together larger than memory"""
    lines = plain_lines(4)
    head = b"the header, " + b"which is long " * 5000 + b"\nsecond\n"
    for i in range(4):
        put(f"in{i}", head + b"".join(lines[i::4]))
    files = [f"in{i}" for i in range(4)]
    wanted = good(SEED, "--header=2", *files)
    assert wanted.startswith(head) and len(wanted) == len(head) + 4_000_000
    for memory in LIMITS[:2]:
        assert beyond(memory, "--header=2", *files) == wanted


@test
def lockstep():
    """--with: files of different sizes and a pipe, each larger than its share of memory"""
    n = 60000
    put("a", b"".join(b"%d, a longer line of the first file\n" % i for i in range(n)))
    put("b", b"".join(b"%d%s\n" % (i, b"x" * (i % 90)) for i in range(n)))
    for options in ([], ["-n", "45000"], ["--header=3"]):
        wanted = both_files("a", *options)
        for memory in ("1M", "3M"):
            assert both_files("a", "--memory=" + memory, *options) == wanted, options
        with subprocess.Popen(["cat", "b"], stdout=subprocess.PIPE) as cat:
            subprocess.run(command([SEED, "a", "--with=-", "--output-with=b.out", "-o",
                                    "a.out", "--memory=1M", *options]), stdin=cat.stdout,
                           check=True, env=environment())
        assert (get("a.out"), get("b.out")) == wanted


@test
def splits():
    """--split: by shares and counts, with a header"""
    put("in", wild(5))
    for shares in ("a:80,b:15,c:5", "a:=5,b:=40000,c:rest", "a:1,b:1"):
        for options in ([], ["--header"]):
            parts = [share.split(":")[0] for share in shares.split(",")]
            good(SEED, "in", "--split=" + shares, *options)
            wanted = [get(name) for name in parts]
            for memory in LIMITS:
                for threads in (1, 5):
                    for name in parts:
                        os.unlink(name)
                    beyond(memory, "in", "--split=" + shares, f"--threads={threads}",
                           *options)
                    assert [get(name) for name in parts] == wanted, (shares, memory)


@test
def orders_of_all():
    """--cycle, --derange, --pairs: the same output, or the message names what is enough"""
    put("in", b"".join(plain_lines(5, 160)))
    for order in (["--cycle"], ["--derange"], ["--cycle", "--pairs"]):
        wanted = good(SEED, "in", *order)
        for memory in (*LIMITS, "8M"):
            for threads in (1, 2, 5):
                given = ["in", *order, f"--threads={threads}"]
                assert enough(memory, *given) == wanted, (given, memory)


@test
def ranges():
    """-i: ranges that do not fit, with any number of threads"""
    for given in (["-i", "5-600000"], ["-i", "1-500000", "-n", "499999"],
                  ["-i", "1-500000", "-z", "--split=a:1,b:2"]):
        wanted = good(SEED, *given), [get(name) for name in names()]
        for memory in ("1M", "2M"):
            for threads in (1, 2, 5):
                got = good(SEED, *given, "--memory=" + memory, f"--threads={threads}")
                assert (got, [get(name) for name in names()]) == wanted, (given, memory)


@test
def compressed_files():
    """compressed input and output: the same output, or the message names what is enough"""
    data = wild(4)
    put("in", data)
    put("in.gz", gzip.compress(data, 1))
    wanted = good(SEED, "in")
    for memory in ("1M", "3M"):
        assert enough(memory, "in.gz") == wanted
        assert enough(memory, "--decompress", text=get("in.gz")) == wanted
    for kind, ending in (("gzip", ".gz"), ("zstd", ".zst"), ("xz", ".xz"),
                         ("bzip2", ".bz2"), ("lz4", ".lz4")):
        if kind in ("xz", "bzip2") and not large:
            continue  # they are slow
        enough("2M", "in", "-o", "out" + ending)
        unpacked = subprocess.run([kind, "-dc", "out" + ending], capture_output=True,
                                  check=True).stdout
        assert unpacked == wanted, kind


@test
def checked():
    """--check succeeds, for all kinds of records"""
    for data, options in ((wild(4), []), (rows(4), ["--csv"]),
                          (paragraphs(4), ["--paragraphs"]), (wild(4), ["--header=9"]),
                          (wild(4), ["-n", "30000"]), (bytes(3000000),
                                                       ["--record-size=10"])):
        put("in", data)
        for memory in ("1M", "2M"):
            ended = run(SEED, "in", "--check", "-v", "--memory=" + memory, *options)
            assert ended.status == 0 and ended.out == good(SEED, "in", *options)
            assert THROUGH in ended.err, ended
            if "-n" not in options:
                assert b"checked: " in ended.err, ended


@test
def output_is_input():
    """a file larger than memory replaces itself"""
    data = wild(4)
    wanted = good(SEED, put("in", data))
    beyond("1M", "in", "-o", "in")
    assert get("in") == wanted and names() == ["in"]
