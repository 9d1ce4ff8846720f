# SPDX-License-Identifier: MIT
"""cli_head.py - -n K: the first K records of the whole order, for every kind of input."""
import subprocess

from cli_support import (SEED, Skip, command, environment, good, large_test, put, some_lines,
                       test)


def counts(n):
    return sorted({0, 1, 2, 10, 1000, n // 2, n - 1, n, n + 1, 10**18} - {-1})


@test
def of_files():
    """a prefix of the whole order: file, pipe, several files, threads"""
    for n in (0, 1, 10, 1000, 98304, 98305, 300000):
        lines = some_lines(n)
        data = b"".join(lines)
        put("f", data)
        put("a", b"".join(lines[:n // 3]))
        put("b", b"".join(lines[n // 3:]))
        whole = good(SEED, "f").splitlines(keepends=True)
        for count in counts(n):
            wanted = b"".join(whole[:count])
            assert good(SEED, "f", "-n", count) == wanted, (n, count)
            assert good(SEED, "-n", count, text=data) == wanted, (n, count)
            if count in (10, n // 2):
                assert good(SEED, "a", "b", "-n", count) == wanted, (n, count)
                for threads in (1, 5):
                    assert good(SEED, "f", "-n", count, f"--threads={threads}") == wanted


@test
def of_arguments():
    """a prefix of the whole order: -e and -i"""
    words = [f"w{i}" for i in range(2000)]
    whole = good(SEED, "-e", *words).splitlines(keepends=True)
    for count in counts(2000):
        assert good(SEED, "-n", count, "-e", *words) == b"".join(whole[:count])
    for low, high in ((1, 0), (5, 5), (0, 999), (10, 98313), (0, 98304), (1, 700000),
                      (2**64 - 200000, 2**64 - 1)):
        whole = good(SEED, "-i", f"{low}-{high}").splitlines(keepends=True)
        assert len(whole) == high - low + 1
        assert low > high or {int(min(whole, key=int)), int(max(whole, key=int))} == \
            {low, high}
        for count in counts(high - low + 1):
            got = good(SEED, "-i", f"{low}-{high}", "-n", count)
            assert got == b"".join(whole[:count]), (low, high, count)


@test
def of_other_records():
    """a prefix of the whole order: other records, headers, cycles, pairs"""
    put("f", b"".join(b"%05d\n" % i for i in range(100000)))
    for options in (["--record-size=6"], ["--lines-per-record=4"], ["--csv"],
                    ["--delimiter=7"], ["--header=3"], ["--cycle"], ["--derange"],
                    ["--derange", "--pairs"], ["--cycle", "--pairs"],
                    ["--header", "--csv", "--derange"]):
        whole = good(SEED, "f", *options)
        for count in (0, 1, 500, 24000):
            got = good(SEED, "f", "-n", count, *options)
            assert whole.startswith(got), (options, count)
            if options[0] not in ("--delimiter=7", "--lines-per-record=4"):
                header = {"--header=3": 3, "--header": 1}.get(options[0], 0)
                assert got.count(b"\n") == count + header, (options, count)


@test
def smallest():
    """of several -n the smallest one counts, and 2^64 means no limit"""
    whole = good(SEED, "-i", "1-30")
    three = b"".join(whole.splitlines(keepends=True)[:3])
    assert good(SEED, "-i", "1-30", "-n10", "-n3", "-n20") == three
    assert good(SEED, "-i", "1-30", "-n", 2**64) == whole
    assert good(SEED, "-i", "1-30", "-n", 10**30) == whole


@test
def little_memory():
    """-n 10 of 60 MB takes little memory, from a pipe and from a file"""
    try:
        import resource
    except ImportError as error:
        raise Skip("no limits") from error
    put("f", b"".join(b"%059d\n" % i for i in range(1_000_000)))

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (90 << 20, 90 << 20))

    wanted = good(SEED, "f", "-n10")
    with open("f", "rb") as file, \
            subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE) as cat:
        for arguments, source in ((["f"], subprocess.DEVNULL), ([], cat.stdout)):
            ended = subprocess.run(
                command([SEED, "-n10", "--threads=1", *arguments]), stdin=source,
                preexec_fn=limit, capture_output=True, check=False, env=environment())
            if b"AddressSanitizer" in ended.stderr or b"ReserveShadow" in ended.stderr:
                raise Skip("sanitizers need more address space")
            assert ended.returncode == 0 and ended.stdout == wanted, ended


@large_test
def of_the_largest_range():
    """a prefix of the whole order of 2^27 numbers"""
    arguments = [SEED, "-i", f"0-{2**27 - 1}"]
    with subprocess.Popen(command(arguments), stdout=subprocess.PIPE) as whole:
        start = whole.stdout.read(100000)
    head = good(*arguments, "-n", 5000)
    assert start.startswith(head) and len(head.splitlines()) == 5000
