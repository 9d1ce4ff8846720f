# SPDX-License-Identifier: MIT
"""cli_lockstep.py - --with, and orders in which no record keeps its position."""
import os

from cli_support import SEED, bad, get, good, names, one_line, ordered, put, run, test


def files(n):
    """Three files of n records of different lengths, and their lines."""
    kinds = (b"en %d\n", b"a longer line in another language, %d\n", b"%d\n")
    result = []
    for name, kind in zip("abc", kinds):
        result.append([kind % i for i in range(n)])
        put(name, b"".join(result[-1]))
    return result


@test
def lockstep():
    """--with: record i of all files goes to the same position"""
    for n in (0, 1, 10, 98305, 140000):
        a, b, c = files(n)
        out = good(SEED, "a", "--with=b", "--output-with=b.out", "--with=c",
                   "--output-with=c.out", "--check")
        assert out == ordered(a)
        assert get("b.out") == ordered(b) and get("c.out") == ordered(c)
        good("a", "--with=b", "--output-with=b.out", "-o", "a.out")
        assert [int(line.split()[-1]) for line in get("a.out").splitlines()] == \
            [int(line.split()[-1]) for line in get("b.out").splitlines()]


@test
def lockstep_more():
    """--with can be combined with -n, -r, --header, --cycle, several FILEs, standard input"""
    a, b, _ = files(1000)

    def both(*options, text=b""):
        first = good(SEED, *options, "--with=b", "--output-with=out", text=text)
        second = get("out")
        return first.splitlines(), second.splitlines()

    for options in (["-n10"], ["-r", "-n5000"], ["--cycle"], ["--derange"], ["-n0"]):
        first, second = both("a", *options)
        assert [x.split()[-1] for x in first] == [x.split()[-1] for x in second], options
    first, second = both("a", "--header=2")
    assert first[:2] == [a[0][:-1], a[1][:-1]] and second[:2] == [b[0][:-1], b[1][:-1]]
    assert [x.split()[-1] for x in first] == [x.split()[-1] for x in second]
    first, second = both(text=b"".join(a))
    assert b"\n".join(first) + b"\n" == ordered(a) and len(second) == 1000
    put("a1", b"".join(a[:300]))
    put("a2", b"".join(a[300:]))
    assert both("a1", "a2") == (first, second)
    out = good(SEED, "a", "--with=-", "--output-with=out", text=b"".join(b))
    assert out == ordered(a) and get("out") == ordered(b)


@test
def lockstep_fails():
    """different counts, missing names: an error before anything is written"""
    files(1000)
    put("short", b"1\n" * 999)
    put("empty", b"")
    put("old", b"old\n")
    before = names()
    for name, count in (("short", "999"), ("empty", "0")):
        bad("a", f"--with={name}", "--output-with=old", parts=[name, count, "1000"])
        bad("a", "--with=b", "--output-with=new", f"--with={name}", "--output-with=old",
            "-o", "out", parts=[name, count, "1000"])
        bad("a", f"--with={name}", "--output-with=old", "-n5", parts=[name, count])
    bad("a", "--with=b", parts=["--output-with"])
    bad("a", "--output-with=b", parts=["--with"])
    bad("a", "--with=b", "--output-with=new", "--output-with=old", parts=["--with"])
    bad("a", "--with=b", "--output-with=old", "-o", "old", parts=["old"])
    bad("a", "--with=b", "--output-with=nodir/x", "-o", "out", parts=["nodir/x"])
    bad("a", "--with=b", "--output-with=/dev/full", "-o", "out", parts=["/dev/full"])
    bad("-e", "x", "--with=b", "--output-with=out", parts=["-e", "--with"])
    bad("-i", "1-1000", "--with=b", "--output-with=out", parts=["-i", "--with"])
    bad("a", "--with=b", "--output-with=out", "--split=x:1", parts=["--split"])
    bad("a", "--with=b", "--output-with=out", "-r", parts=["-n"])
    assert names() == before and get("old") == b"old\n"


@test
def standard_input_twice():
    """standard input can be read only once: the message says so"""
    put("a", b"1\n")
    ended = run("--with=-", "--output-with=out", text=b"1\n2\n3\n")
    assert ended.status == 1 and ended.out == b"", ended
    assert one_line(ended.err, "standard input"), ended
    assert names() == ["a"]


def places(pairs):
    return {giver: receiver for giver, receiver in
            (line.split("\t") for line in pairs.decode().splitlines())}


def cycles(followers):
    """The number of cycles of a permutation."""
    left, count = set(followers), 0
    while left:
        count += 1
        at = left.pop()
        while followers[at] in left:
            at = followers[at]
            left.remove(at)
    return count


@test
def rings_and_santas():
    """--derange has no fixed points, --cycle has one cycle"""
    for n in (2, 3, 4, 10, 100, 5000):
        lines = [b"%d\n" % i for i in range(n)]
        data = b"".join(lines)
        several = 0
        for seed in range(12):
            for option in ("--derange", "--cycle"):
                out = good(f"--seed={seed}", option, "--check", text=data)
                got = [int(line) for line in out.split()]
                assert sorted(got) == list(range(n))
                assert all(i != value for i, value in enumerate(got)), (option, n, seed)
                number = cycles(dict(enumerate(got)))
                assert option == "--derange" or number == 1, (n, seed)
                several += number > 1
        assert n < 4 or several > 0
    bad("--cycle", "-e", "alone", parts=["--cycle"])
    assert good("--cycle", "-e") == b"" == good("--derange", "-e")
    bad("--derange", "-e", "alone", parts=["--derange"])
    bad("--derange", text=b"alone", parts=["--derange"])


@test
def every_derangement():
    """all nine derangements of four records occur, and all six cycles"""
    for option, number in (("--derange", 9), ("--cycle", 6)):
        seen = {good(f"--seed={i}", option, "-e", *"abcd") for i in range(80)}
        assert len(seen) == number, (option, seen)


@test
def pairs():
    """--pairs: each record with the one that takes its place, in the order of the input"""
    people = [f"person {i}" for i in range(100)]
    for option in ("--derange", "--cycle"):
        out = good(SEED, option, "--pairs", "-e", *people)
        shuffled = good(SEED, option, "-e", *people).decode().splitlines()
        found = places(out)
        assert list(found) == people and list(found.values()) == shuffled
        assert good(SEED, option, "--pairs", "--check",
                    text="\n".join(people).encode()) == out
        assert good(SEED, option, "--pairs", "-z", "-e", *people) == \
            out.replace(b"\n", b"\0")
        assert option == "--derange" or cycles(found) == 1
    numbers = places(good(SEED, "--derange", "--pairs", "-i", "1-50"))
    assert sorted(map(int, numbers.values())) == list(range(1, 51))
    assert all(giver != receiver for giver, receiver in numbers.items())
    out = good(SEED, "--cycle", "--pairs", "--header", text=b"name\na\nb\n")
    assert out == b"name\na\tb\nb\ta\n"
    out = good(SEED, "--cycle", "--pairs", text=b"a\r\nb\r\n")
    assert out.count(b"\r\n") == 2 == out.count(b"\r") or b"a\r\tb\r\n" in out, out
    bad("--pairs", "-e", "a", "b", parts=["--pairs", "--derange"])
    bad("--pairs", "--derange", "--cycle", "-e", "a", "b", parts=["--cycle"])
    bad("--pairs", "--derange", "-r", "-n2", "-e", "a", "b", parts=["-r"])
    bad("--pairs", "--derange", "-e", "a", parts=["--derange"])
    assert os.listdir(".") == []
