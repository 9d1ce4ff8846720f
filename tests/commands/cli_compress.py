# SPDX-License-Identifier: MIT
"""cli_compress.py - compressed files: fairshuf reads what gzip, zstd, xz, bzip2 and lz4 write,
and these programs read what fairshuf writes.

If a file is truncated anywhere, or a bit is changed anywhere, there must be an error, or the
same output as for the intact file.
"""
import os
import random
import shutil
import struct
import subprocess

from cli_support import (SEED, Skip, bad, command, environment, get, good,
                       large_test, names, one_line, ordered, put, run, test)

KINDS = {"gzip": ".gz", "zstd": ".zst", "xz": ".xz", "bzip2": ".bz2", "lz4": ".lz4"}
LINES = [b"%d, a line to be compressed\n" % (i * i) for i in range(3000)]
TEXT = b"".join(LINES)
SHORT = b"hello hello hello\nhello hello world\nhello\n"


def pipe(words, data):
    """The output of a program that must succeed."""
    if shutil.which(words[0]) is None:
        raise Skip("no " + words[0])
    done = subprocess.run(words, input=data, stdout=subprocess.PIPE, check=True,
                          stderr=subprocess.DEVNULL)
    return done.stdout


def compress(kind, data, *options):
    return pipe([kind, "-q", "-c", *options], data)


def decompress(kind, data):
    return pipe([kind, "-q", "-d", "-c"], data)


def read_as(data, lines=None, ending=None):
    """The data must be read as these lines: by their content, from a file and from a pipe; if
    an ending is given, also by name."""
    want = ordered(LINES if lines is None else lines)
    if ending is not None:
        assert good(SEED, put("in" + ending, data)) == want
    assert good(SEED, "--decompress", put("file", data)) == want
    assert good(SEED, "--decompress", text=data) == want


def refused(name, data, *parts):
    """Must fail with a message that names the file."""
    bad(SEED, put(name, data), parts=(name, *parts))


def split_in_three(kind, *options):
    return [compress(kind, b"".join(LINES[i:i + 1000]), *options) for i in (0, 1000, 2000)]


# ---- input -----------------------------------------------------------------------------

@test
def each_kind():
    """every format is read, by name and by content"""
    for kind, ending in KINDS.items():
        read_as(compress(kind, TEXT), ending=ending)
        read_as(compress(kind, b"one\n"), [b"one\n"], ending)


@test
def no_content():
    """files without content, compressed or not"""
    for kind, ending in KINDS.items():
        read_as(compress(kind, b""), [], ending)
        read_as(b"", [], ending)


@test
def joined():
    """concatenated files are read to the end, even after an empty part"""
    for kind, ending in KINDS.items():
        one, two, three = split_in_three(kind)
        empty = compress(kind, b"")
        read_as(one + two + three, ending=ending)
        read_as(empty + one + empty + empty + two + three + empty, ending=ending)
        lines = [b"%d\n" % i for i in range(50)]
        read_as(b"".join(compress(kind, line) for line in lines), lines, ending)


@test
def peculiar():
    """padding, names in headers, skippable frames, long windows, many blocks, ..."""
    one, two, three = split_in_three("gzip", "-1")
    read_as(one + two + three + bytes(512), ending=".gz")
    put("named", TEXT)
    read_as(pipe(["gzip", "-N", "-c", "named"], b""), ending=".gz")

    skip = struct.pack("<II", 0x184D2A57, 5) + b"extra"
    one, two, three = split_in_three("zstd")
    read_as(skip + one + skip + skip + two + three + skip, ending=".zst")
    for options in (["--long=27"], ["--no-check"], ["--fast=5"], ["-19"]):
        read_as(compress("zstd", TEXT, *options), ending=".zst")

    one, two, three = split_in_three("xz", "-0")
    read_as(one + bytes(4) + two + three + bytes(512), ending=".xz")
    for options in (["-T2", "--block-size=10000"], ["--check=none"], ["--check=sha256"],
                    ["-9"], ["--delta", "--lzma2=preset=1"]):
        read_as(compress("xz", TEXT, *options), ending=".xz")

    one, two, three = split_in_three("lz4")
    assert good(SEED, put("in.lz4", skip + one + two + skip + three)) == ordered(LINES)
    for options in (["-B4", "-BD"], ["-BX"], ["--no-frame-crc", "-B4", "-BD"], ["-9"]):
        read_as(compress("lz4", TEXT, *options), ending=".lz4")
    refused("old.lz4", compress("lz4", TEXT, "-l"), "legacy")


@test
def linked_blocks():
    """lz4 blocks that refer to much earlier blocks, one of them small and uncompressed"""
    # A frame made by hand: version 1, dependent blocks of up to 64 KiB, and no checksum of
    # the content, which would reveal the fault.
    def block(data, compressed=False):
        return struct.pack("<I", len(data) | (0 if compressed else 1 << 31)) + data

    start = b"".join(b"%04d\n" % i for i in range(2000))
    # 10 bytes copied from 10016 bytes before, then 10 literal bytes.
    reference = bytes([0x06]) + struct.pack("<H", 10016) + bytes([0xa0]) + b"234\n5678\n\n"
    frame = (struct.pack("<IBBB", 0x184D2204, 0x40, 0x40, 0xc0) + block(start)
             + block(b"later, and small") + block(reference, compressed=True) + bytes(4))
    plain = decompress("lz4", frame)
    assert plain.startswith(start + b"later, and small" + start[:10]), plain[len(start):]
    read_as(frame, plain.splitlines(keepends=True), ".lz4")


@test
def once():
    """a file that was compressed twice is decompressed once"""
    for kind, ending in KINDS.items():
        inner = compress(kind, TEXT)
        compressed = put("in" + ending, compress(kind, inner))
        put("inner", inner)
        assert (good(SEED, "--record-size=1", compressed)
                == good(SEED, "--record-size=1", "--no-decompress", "inner")), kind


@test
def options_and_names():
    """--decompress, --no-decompress: names and contents that differ"""
    for kind, ending in KINDS.items():
        name = put("text" + ending, TEXT)
        bad(SEED, name, parts=(name, kind, "--no-decompress"))
        assert good(SEED, "--no-decompress", name) == ordered(LINES)
        assert good(SEED, "--decompress", name) == ordered(LINES)
        compressed = compress(kind, TEXT)
        as_it_is = good(SEED, text=compressed)
        assert good(SEED, put("plain", compressed)) == as_it_is
        assert good(SEED, "--no-decompress", put("in" + ending, compressed)) == as_it_is
    refused("x.gz", compress("xz", TEXT), "gzip", "xz")
    for text in (b"BZh9 is how bzip2 data begin\n", b"\x1f\x8b\n", b"\x28\xb5\n",
                 b"\xfd7z\n"):
        assert good("--decompress", text=text) == text


@test
def strict():
    """called as shuf, file names do not matter"""
    os.symlink(command([])[0], "shuf")
    compressed = put("in.gz", compress("gzip", b"".join(LINES[:99])))
    subprocess.run(["./shuf", "-o", "out.gz", compressed], env=environment(), check=True)
    # Like GNU shuf, it adds a newline to the last line.
    assert sorted(get("out.gz").split(b"\n")) == sorted((get(compressed) + b"\n").split(b"\n"))


# ---- damaged input -----------------------------------------------------------------------

@test
def truncated():
    """a file that is truncated anywhere, or whose last part is, is refused"""
    for kind, ending in KINDS.items():
        short, long = compress(kind, SHORT), compress(kind, TEXT)
        for length in range(1, len(short)):
            refused("in" + ending, short[:length])
            refused("in" + ending, short + short[:length])
        for length in (len(long) // 2, len(long) - 1):
            refused("in" + ending, long[:length], "truncated")
            bad("--decompress", text=long[:length], parts=("truncated",))


@test
def changed():
    """a bit changed anywhere is noticed, or changes nothing"""
    dice = random.Random(5)
    for kind, ending in KINDS.items():
        short, long = compress(kind, SHORT), compress(kind, TEXT)
        cases = [(short, SHORT, place) for place in range(len(short))]
        cases += [(long, TEXT, dice.randrange(len(long))) for _ in range(20)]
        noticed = 0
        for compressed, text, place in cases:
            wrong = bytearray(compressed)
            wrong[place] ^= 1 << dice.randrange(8)
            ended = run(SEED, put("in" + ending, wrong))
            if ended.status == 1:
                noticed += 1
                assert ended.out == b"" and one_line(ended.err, "in" + ending), ended
            else:
                assert ended.status == 0, (kind, place, ended)
                assert ended.out == ordered(text.splitlines(keepends=True)), (kind, place)
        assert noticed > 0.7 * len(cases), (kind, noticed, len(cases))


@test
def followed():
    """anything that follows the data is refused, however short it is"""
    for kind, ending in KINDS.items():
        compressed = compress(kind, SHORT)
        for rest in (b"x", b"xy", b"xyz", b"wxyz", b"vwxyz", b"\0x", TEXT):
            refused("in" + ending, compressed + rest)
        if kind not in ("gzip", "xz"):
            refused("in" + ending, compressed + bytes(8))


@test
def read_errors():
    """after EINTR, reading goes on; EIO is not mistaken for the end of the data"""
    if shutil.which("strace") is None:
        raise Skip("no strace")
    noise = random.Random(3).randbytes(600000)
    want = good(SEED, "--record-size=4", put("noise", noise))

    def with_fault(fault, name):
        done = run(SEED, "--record-size=4", name, before=[
            "strace", "-f", "-qq", "-o", "trace", "-P", os.path.realpath(name),
            "-e", "trace=read", "-e", "inject=read:" + fault],
                   env=environment(ASAN_OPTIONS="detect_leaks=0"))
        assert b"INJECTED" in get("trace"), fault
        return done

    for kind, ending in KINDS.items():
        name = put("in" + ending, compress(kind, noise) + compress(kind, b""))
        ended = with_fault("error=EINTR:when=1+2", name)
        assert ended.status == 0 and ended.out == want, (kind, ended)
        for when in (1, 2, 3, "3+"):
            ended = with_fault(f"error=EIO:when={when}", name)
            assert ended.status == 1 and ended.out == b"", (kind, when, ended)
            assert one_line(ended.err, name, "Input/output error"), (kind, when, ended)


@test
def nothing_replaced():
    """a damaged input leaves the output as it was"""
    for kind, ending in KINDS.items():
        put("out" + ending, b"old")
        put("in" + ending, compress(kind, TEXT)[:-1])
        bad("in" + ending, "-o", "out" + ending)
        assert get("out" + ending) == b"old"
        assert names() == sorted(["in" + ending, "out" + ending])
        os.unlink("in" + ending)
        os.unlink("out" + ending)


# ---- output ----------------------------------------------------------------------------

@test
def each_output():
    """the programs read the output, which is the same with any number of threads"""
    put("in", TEXT)
    noise = put("noise", random.Random(3).randbytes(1 << 20))
    for kind, ending in KINDS.items():
        compressed = good(SEED, "in", "--compress=" + kind)
        assert decompress(kind, compressed) == ordered(LINES), kind
        for threads in (1, 2, 5):
            out = "out" + ending
            good(SEED, "in", "-o", out, f"--threads={threads}")
            assert get(out) == compressed, (kind, threads)
        assert (decompress(kind, good(SEED, noise, "--record-size=64", "--compress=" + kind))
                == good(SEED, noise, "--record-size=64"))


@large_test
def several_threads():
    """xz with several blocks: the same bytes with any number of threads"""
    put("in", b"".join(b"%d is a number, and this is a line\n" % (i % 1000)
                       for i in range(3000000)))
    first = good(SEED, "in", "--compress=xz", "--threads=1")
    assert decompress("xz", first) == good(SEED, "in")
    for threads in (2, 5):
        assert good(SEED, "in", "--compress=xz", f"--threads={threads}") == first


@test
def empty_output():
    """an output without records is compressed, too"""
    for kind, ending in KINDS.items():
        for text, count in ((b"", 5), (TEXT, 0)):
            out = "out" + ending
            good("-n", count, "-o", out, text=text)
            assert get(out) != b"" and decompress(kind, get(out)) == b"", kind


@test
def names_of_outputs():
    """each output is compressed by its name; --compress applies to all"""
    put("in", TEXT)
    good(SEED, "in", "--split=a.gz:1,b:1,c.xz:1")
    parts = [decompress("gzip", get("a.gz")), get("b"), decompress("xz", get("c.xz"))]
    assert b"".join(parts) == ordered(LINES)
    good(SEED, "in", "-o", "plain.gz", "--compress=none")
    assert get("plain.gz") == ordered(LINES)
    good(SEED, "in", "-o", "out.gz", "--compress=zstd")
    assert decompress("zstd", get("out.gz")) == ordered(LINES)
    bad("in", "--compress=rar", parts=("rar",))


@test
def lockstep():
    """compressed files in lockstep, and a compressed file that replaces itself"""
    other = [b"other %d\n" % i for i in range(len(LINES))]
    put("in.zst", compress("zstd", TEXT))
    put("with.bz2", compress("bzip2", b"".join(other)))
    good(SEED, "in.zst", "-o", "out.lz4", "--with=with.bz2", "--output-with=with.gz")
    assert decompress("lz4", get("out.lz4")) == ordered(LINES)
    assert decompress("gzip", get("with.gz")) == ordered(other)
    good(SEED, "in.zst", "-o", "in.zst")
    assert decompress("zstd", get("in.zst")) == ordered(LINES)


@test
def output_that_fails():
    """no space for compressed data: the usual message"""
    noise = put("noise", random.Random(3).randbytes(1 << 21))
    for kind in KINDS:
        for options in (["-o", "/dev/full"], ["-n1", "-o", "/dev/full"]):
            ended = run(noise, "--record-size=64", "--compress=" + kind, *options)
            assert ended.status == 1, (kind, ended)
            assert one_line(ended.err, "/dev/full", "No space left on device"), ended
