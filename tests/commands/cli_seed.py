# SPDX-License-Identifier: MIT
"""cli_seed.py - --seed: always the same order, which is that of the model in Python.

Threads, kernels, files and pipes must not change the order: each test compares several ways
with each other, or with the independent model.
"""
import filecmp
import hashlib
import os
import re
import subprocess

from cli_support import (KEY, SEED, bad, get, good, names, order, order_model, ordered, put,
                       run, some_lines, test)

KERNELS = ("plain", "sse2", "avx2", "avx512", "neon")


def present():
    return [name for name in KERNELS if run("--version", kernel=name).status == 0]


def by_stdin(*arguments, name):
    with open(name, "rb") as file:
        return good(*arguments, stdin=file)


@test
def ways():
    """threads, kernels, a file, a pipe, several files: the same bytes"""
    kernels = present()
    assert "plain" in kernels
    for n in (1, 2, 1000, 98304, 98305, 200000):
        lines = some_lines(n)
        data = b"".join(lines)
        put("f", data)
        wanted = good(SEED, "f")
        assert sorted(wanted.splitlines()) == sorted(data.splitlines())
        for threads in (1, 2, 5):
            assert good(SEED, "f", f"--threads={threads}") == wanted, (n, threads)
            assert good(SEED, f"--threads={threads}", text=data) == wanted, (n, threads)
        for kernel in kernels:
            assert good(SEED, "f", kernel=kernel) == wanted, (n, kernel)
        assert good(SEED, "-", text=data) == wanted
        assert by_stdin(SEED, name="f") == wanted
        put("a", b"".join(lines[:n // 3]))
        put("b", b"".join(lines[n // 3:n // 2]))
        rest = b"".join(lines[n // 2:])
        put("c", rest)
        assert good(SEED, "a", "b", "c") == wanted
        assert good(SEED, "a", "b", "-", text=rest) == wanted
        assert good(SEED, "-o", "out", "f") == b""
        assert good(SEED, "--check", "f") == wanted
        with open("out", "rb") as file:
            assert file.read() == wanted


@test
def middle_of_file():
    """standard input that is a file is read from its current position"""
    lines = some_lines(1000)
    put("f", b"".join(lines))
    with open("f", "rb") as file:
        file.seek(len(b"".join(lines[:400])))
        assert good(SEED, stdin=file) == ordered(lines[400:])


@test
def unfinished_files():
    """a file without a final newline does not run into the next one"""
    put("a", b"1\n2")
    put("b", b"3\n4")
    assert good(SEED, "a", "b") == ordered([b"1\n", b"2\n", b"3\n", b"4\n"])
    put("empty", b"")
    assert good(SEED, "empty", "a", "empty", "b", "empty") == good(SEED, "a", "b")
    assert good(SEED, "a", "a") == ordered([b"1\n", b"2\n"] * 2)


@test
def many_records():
    """so many records that buckets are divided: threads, file, pipe and range agree"""
    n = 8_500_000
    with open("f", "wb") as file:
        for first in range(0, n, 100_000):
            file.write(b"".join(b"%d\n" % i for i in range(first, first + 100_000)))
    good(SEED, "-i", f"0-{n - 1}", "-o", "wanted")
    assert os.stat("wanted").st_size == os.stat("f").st_size
    for arguments in (["f"], ["f", "--threads=5"]):
        good(SEED, *arguments, "-o", "got")
        assert filecmp.cmp("wanted", "got", shallow=False), arguments
    with open("f", "rb") as file, \
            subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE) as cat:
        good(SEED, "--threads=1", "-o", "got", stdin=cat.stdout)
    assert filecmp.cmp("wanted", "got", shallow=False)
    with open("wanted", "rb") as file:
        head = good(SEED, "f", "-n", 100_000)
        assert head.count(b"\n") == 100_000 and head == file.read(len(head))


@test
def key_or_text():
    """64 hexadecimal digits are the key, other texts are hashed with SHA-256"""
    put("f", b"".join(some_lines(50)))
    for text in ("1", "2024", "a b", "ab" * 31 + "a", "ab" * 32 + "a", "g" + "a" * 63,
                 "0x" + "ab" * 31, " " + "ab" * 31 + "a", "x" * 5000, "-", "--", "é",
                 b"\xff\xfe"):
        data = text if isinstance(text, bytes) else text.encode()
        key = hashlib.sha256(data).hexdigest()
        option = b"--seed=" + data
        assert good(option, "f") == good("--seed=" + key, "f"), text
        assert good(option, "f") == good("--seed", data, "f"), text
    assert good("--seed=" + "aB" * 32, "f") == good("--seed=" + "Ab" * 32, "f")
    assert good("--seed=1", "f") != good("--seed=01", "f")
    bad("--seed=", "f", parts=["--seed", "empty"])
    bad("--seed=1", "--seed=2", "f", parts=["--seed"])
    assert good("--seed=1", "--seed=1", "f") == good("--seed=1", "f")
    bad("--seed=1", "--random-source=/dev/zero", "f", parts=["--seed", "--random-source"])


@test
def print_seed():
    """--print-seed prints a seed that repeats the run; without a seed, runs differ"""
    put("f", b"".join(some_lines(100)))
    runs = [run("--print-seed", "f"), run("--print-seed", "f"),
            run("-r", "-n50", "-i", "1-1000000", "--print-seed")]
    for ended, arguments in zip(runs, (["f"], ["f"], "-r -n50 -i 1-1000000".split())):
        found = re.fullmatch(rb"fairshuf: .*?--seed=([0-9a-f]{64})\n", ended.err)
        assert ended.status == 0 and found, ended
        assert good("--seed=" + found.group(1).decode(), *arguments) == ended.out
    assert runs[0].out != runs[1].out and runs[0].err != runs[1].err
    assert good("f") != good("f")
    assert good("-e", *range(50)) != good("-e", *range(50))
    assert good("-i", "1-50") != good("-i", "1-50")
    assert good("-i", "1-9", "-r", "-n50") != good("-i", "1-9", "-r", "-n50")
    ended = run("--print-seed", "--seed=x", "f")
    assert hashlib.sha256(b"x").hexdigest().encode() in ended.err
    ended = run("--print-seed", "-q", SEED, "f")
    assert KEY.hex().encode() in ended.err, "-q does not silence --print-seed"


@test
def model():
    """the order is that of the model in Python, for every kind of input"""
    for n in (*range(31), 100, 3000, 20000, 98304, 98305, 140000):
        lines = [b"%d\n" % i for i in range(n)]
        data = b"".join(lines)
        wanted = ordered(lines)
        assert good(SEED, text=data) == wanted, n
        assert good(SEED, "-i", f"1-{n}") == \
            ordered([b"%d\n" % (i + 1) for i in range(n)])
        if n <= 3000:
            assert good(SEED, "-e", *range(n)) == wanted, n
        fixed = [i.to_bytes(5, "big") for i in range(n)]
        assert good(SEED, "--record-size=5", text=b"".join(fixed)) == ordered(fixed), n


@test
def model_of_cycles():
    """--cycle and --derange are those of the model"""
    for n in (2, 3, 4, 5, 17, 100, 2000, 100000):
        lines = [b"%d\n" % i for i in range(n)]
        for option, function in (("--cycle", order_model.cycle),
                                 ("--derange", order_model.derange)):
            wanted = function(order_model.Stream(KEY), list(lines))
            got = good(SEED, option, text=b"".join(lines))
            assert got == b"".join(wanted), (option, n)


@test
def model_of_samples():
    """a few numbers of a huge range are those of the model's sample"""
    for low, high, count in ((0, 2**27, 5), (1, 2**27 + 1, 1000), (7, 2**32 + 6, 100),
                             (0, 2**64 - 2, 3), (1, 2**64 - 1, 1000),
                             (2**64 - 2**40, 2**64 - 1, 50), (0, 2**63, 1)):
        numbers = order_model.sample(order_model.Stream(KEY), high - low + 1, count)
        wanted = b"".join(b"%d\n" % (low + number) for number in numbers)
        assert good(SEED, "-i", f"{low}-{high}", "-n", count) == wanted, (low, high)


@test
def lengths():
    """the same number of records and the same seed give the same order, for any lengths"""
    for n in (500, 98305, 300000):
        short = good(SEED, text=b"".join(b"%d\n" % i for i in range(n)))
        long = good(SEED, text=b"".join(b"%d %s\n" % (i, b"x" * (i % 97))
                                        for i in range(n)))
        assert [int(line) for line in short.splitlines()] == \
            [int(line.split()[0]) for line in long.splitlines()], n
        if n < 300000:
            assert [int(line) for line in short.splitlines()] == order(n)


@test
def repetitions():
    """-r with a seed: the same for file, pipe, -e, -i and threads; -n K is a prefix"""
    for n in (1, 2, 6, 1000):
        lines = b"".join(b"%d\n" % i for i in range(n))
        put("f", lines)
        wanted = good(SEED, "-r", "-n", 20000, "f")
        assert set(wanted.splitlines()) <= set(lines.splitlines())
        assert len(wanted.splitlines()) == 20000
        assert len(set(wanted.splitlines())) == n
        assert good(SEED, "-r", "-n20000", text=lines) == wanted
        assert good(SEED, "-r", "-n20000", "-e", *range(n)) == wanted
        assert good(SEED, "-r", "-n20000", "-i", f"0-{n - 1}") == wanted
        assert good(SEED, "-r", "-n20000", "f", "--threads=5") == wanted
        for count in (0, 1, 2, 7, 255, 256, 257, 1024, 4097, 19999):
            head = good(SEED, "-r", "-n", count, "f")
            assert wanted.startswith(head) and len(head.splitlines()) == count
            assert good(SEED, "-r", "-n", count, "-i", f"0-{n - 1}") == head
    biggest = [int(x) for x in good(SEED, "-r", "-n100", "-i",
                                    "0-18446744073709551614").split()]
    assert len(set(biggest)) == 100 and max(biggest) > 2**63


@test
def kernels_by_name():
    """a kernel that does not exist is an error with any options"""
    for arguments in (["-i", "1-3"], ["-n0"], ["--random-source=/dev/zero", "-i", "1-3"]):
        bad(*arguments, kernel="nosuch", parts=["FAIRSHUF_KERNEL", "nosuch"])


@test
def print_seed_lost():
    """--print-seed that cannot be printed: status 1, and no record"""
    put("f", b"1\n2\n3\n")
    put("old", b"old\n")
    shell = ["sh", "-c", '"$0" "$@" 2>/dev/full']
    for before in (shell, ["sh", "-c", '"$0" "$@" 2>&-']):
        for arguments in (["f"], ["-n1", "f"], ["-v", "f"], ["-i", "1-3"], ["-o", "old", "f"],
                          ["f", "--split=old:1,new:1"], ["-q", "f"]):
            ended = run("--print-seed", *arguments, before=before)
            assert ended.status == 1 and ended.out == b"", (arguments, ended)
    assert names() == ["f", "old"] and get("old") == b"old\n"
    ended = run("-v", "f", before=shell)  # a lost report is not an error
    assert ended.status == 0 and sorted(ended.lines) == [b"1\n", b"2\n", b"3\n"], ended


@test
def seed_file():
    """--seed-file: the same as --seed with the text of the file"""
    put("f", b"".join(b"%d\n" % i for i in range(100)))
    for text in (b"x", b"two words", KEY.hex().encode(), b" x ", b"a\nb", b"\xff\xfe",
                 b"x" * 65536):
        wanted = good(b"--seed=" + text, "f")
        for end in (b"", b"\n", b"\r\n"):
            put("seed", text + end)
            assert good("--seed-file=seed", "f") == wanted, (text, end)
            assert good("--seed-file=-", "f", text=text + end) == wanted, (text, end)
    assert good("--seed-file=seed", "f") != good("--seed=other", "f")
    put("seed", b"x\n\n")  # only one line end is removed
    assert good("--seed-file=seed", "f") == good("--seed=x\n", "f") != good("--seed=x", "f")
    put("seed", b"a\0b")
    assert good("--seed-file=seed", "f") != good("--seed=a", "f")
    key = run("--print-seed", "--seed-file=seed", "f").err.split(b"--seed=")[1].strip()
    assert good(b"--seed=" + key, "f") == good("--seed-file=seed", "f")


@test
def seed_file_wrong():
    """--seed-file that is empty, too long, missing or cannot be read is an error"""
    put("f", b"1\n2\n")
    for name, text in (("empty", b""), ("line", b"\n"), ("crlf", b"\r\n"),
                       ("long", b"x" * 65537), ("longer", b"x" * 100000)):
        bad("--seed-file=" + put(name, text), "f", parts=[name + ": the seed is "])
    bad("--seed-file=/dev/zero", "f", parts=["/dev/zero: ", "seed", "65536"])
    bad("--seed-file=missing", "f", parts=["missing: No such file or directory"])
    bad("--seed-file=.", "f", parts=[".: read error: Is a directory"])
    bad("--seed-file=-", "f", text=b"", parts=["standard input: ", "empty"])
    for name in ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
        for more in ([], ["-"], ["/dev/stdin"], ["f", "--with=-", "--output-with=g"],
                     ["f", "--with=/dev/fd/0", "--output-with=g"]):
            bad("--seed-file=" + name, *more, text=b"x\n",
                parts=["standard input", "once"])
    assert good("--seed-file=/dev/stdin", "f", text=b"x\n") == good("--seed=x", "f")
    bad("--seed-file=f", "--seed=x", "f", parts=["--seed and --seed-file"])
