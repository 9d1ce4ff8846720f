# SPDX-License-Identifier: MIT
"""cli_split.py - --split, and outputs that are inputs: exact counts, all or nothing."""
import os

from cli_support import SEED, bad, get, good, names, ordered, put, run, test

OLD = b"the old content\n"


def counts(split, n, *options):
    """Splits n lines. Returns the number of lines in each file, after checking that the files
    together are the shuffled lines."""
    parts = [part.rpartition(":")[0] for part in split.split(",")]
    whole = good(SEED, "-i", f"1-{n}", *options)
    good(SEED, "-i", f"1-{n}", "--split=" + split, *options)
    by_range = [get(name) for name in parts]
    put("in", b"".join(b"%d\n" % i for i in range(1, n + 1)))
    good(SEED, "in", "--split=" + split, *options)
    assert [get(name) for name in parts] == by_range, split
    together = b"".join(by_range)
    assert whole.startswith(together), split
    for name in (*parts, "in"):
        os.unlink(name)
    assert names() == []
    return [part.count(b"\n") for part in by_range]


@test
def shares():
    """--split by shares: all records, each count less than one from its share"""
    assert counts("train:80,valid:10,test:10", 1000) == [800, 100, 100]
    assert counts("train:8,valid:1,test:1", 1000) == [800, 100, 100]
    assert counts("train:0.8,valid:.1,test:0.1", 1000) == [800, 100, 100]
    assert counts("a:80,b:10,c:10", 100001) == [80001, 10000, 10000]
    for split, parts in (("a:1,b:1,c:1", (1, 1, 1)), ("a:70,b:20,c:10", (70, 20, 10)),
                         ("a:1,b:999", (1, 999)), ("a:0.333,b:0.667", (333, 667)),
                         ("a:1", (1,)), ("a:3,b:3,c:3,d:3,e:3,f:3,g:3", (3,) * 7)):
        for n in (0, 1, 2, 3, 5, 10, 101, 1234):
            got = counts(split, n)
            assert sum(got) == n, (split, n, got)
            for count, part in zip(got, parts):
                assert abs(count * sum(parts) - part * n) < sum(parts), (split, n, got)


@test
def absolute():
    """--split by counts, with and without a rest"""
    assert counts("test:=300,train:rest", 1000) == [300, 700]
    assert counts("train:rest,test:=300", 1000) == [700, 300]
    assert counts("test:=300,a:1,b:1", 1000) == [300, 350, 350]
    assert counts("a:=3,b:=4", 1000) == [3, 4]
    assert counts("a:=3,b:=0,c:rest", 3) == [3, 0, 0]
    assert counts("a:=0", 5) == [0]
    assert counts("a:=100000,b:=100000,c:rest", 300000) == [100000, 100000, 100000]
    assert counts("test:=3,train:rest", 1000, "-n10") == [3, 7]
    assert counts("a:1,b:1", 1000, "-n10") == [5, 5]


@test
def split_formats():
    """--split: the header in each file, rows of CSV, names with colons and folders"""
    header = b'"a\nb",c\n'
    rows = [b'%d,"\n"\n' % i for i in range(100)]
    put("in", header + b"".join(rows))
    os.mkdir("d")
    good(SEED, "--csv", "--header", "in", "--split=x:y:1,d/z:1,none:=0", "--check")
    first, second = get("x:y"), get("d/z")
    assert first.startswith(header) and second.startswith(header)
    assert first[len(header):] + second[len(header):] == ordered(rows)
    assert get("none") == header
    os.mkdir("elsewhere")
    os.chdir("elsewhere")
    good(SEED, "--derange", "-e", *range(10), "--split=a:1,b:1")
    assert sorted((get("a") + get("b")).split()) == sorted(b"%d" % i for i in range(10))
    assert run("--split=a:1,/dev/null:1", "-i", "1-10").status == 0
    assert len(get("a").split()) == 5
    os.chdir("..")


@test
def split_fails():
    """--split that fails leaves old files, and creates no new ones"""
    put("in", b"".join(b"%d\n" % i for i in range(10)))
    put("old", OLD)
    before = names()
    for split, words in (("old:=8,new:=8", "only 2"), ("old:=11", "10"),
                         ("old:1,nodir/x:1", "nodir/x: No such file or directory"),
                         ("nodir/x:1,old:1", "nodir/x: No such file or directory"),
                         ("new:1,/:1", "Is a directory"), ("old:1,new", "new"),
                         ("old:1,old:1", "old"), ("old:-1", "old"), ("old:0", "old"),
                         ("old:1e3", "old"), ("old:nan", "old"), ("old:inf", "old"),
                         (":1", ":1"), ("", "NAME:SHARE"), ("old:1,", "NAME:SHARE"),
                         ("old:=x", "old"), ("old:=-1", "old"),
                         ("old:rest,new:1", "rest"), ("old:rest,new:rest", "rest"),
                         ("old:80%,new:20%", "old"),
                         ("old:=18446744073709551615,new:=1", "at most")):
        bad("in", "--split=" + split, parts=["--split" if "nodir" not in split and
                                             "/" not in split else "", words])
        assert names() == before and get("old") == OLD, split
    bad("in", "--split=a:1", "--split=b:1", parts=["--split"])
    bad("in", "--split=a:1", "-o", "b", parts=["-o", "--split"])
    bad("in", "--split=a:1", "-r", "-n3", parts=["-r", "--split"])
    assert names() == before
    bad("in", "--split=old:1,/dev/full:1", parts=["/dev/full", "No space left"])
    assert names() == before and get("old") == OLD


@test
def same_output():
    """two outputs that are the same file are refused, whatever their names"""
    put("in", b"".join(b"%d\n" % i for i in range(10)))
    put("old", OLD)
    os.symlink("old", "link")
    os.link("old", "hard")
    before = names()
    for one, two in (("new", "./new"), ("old", "./old"), ("old", "link"),
                     ("old", "hard")):
        bad("in", f"--split={one}:1,{two}:1", parts=[two])
        bad("in", "-o", one, "--with=in", f"--output-with={two}", parts=[two])
        bad("in", "--with=in", f"--output-with={one}", "--with=in",
            f"--output-with={two}", parts=[two])
        assert names() == before and get("old") == OLD
    assert run("in", "--split=/dev/null:1,/dev/../dev/null:1").status in (0, 1)


@test
def outputs_are_inputs():
    """the input can be an output: -o, --split, --output-with"""
    lines = [b"%d\n" % i for i in range(100000)]
    put("in", b"".join(lines))
    good(SEED, "in", "-o", "in")
    assert get("in") == ordered(lines)
    put("in", b"".join(lines))
    good(SEED, "in", "--split=in:1,more:1")
    assert get("in") + get("more") == ordered(lines)
    put("in", b"".join(lines))
    put("more", b"".join(lines).replace(b"\n", b"x\n"))
    good(SEED, "in", "--with=more", "-o", "more", "--output-with=in")
    assert get("more") == ordered(lines) == get("in").replace(b"x", b"")
    assert names() == ["in", "more"]


@test
def dashes():
    """the name - is standard input; as an output it is a file, as with GNU shuf"""
    good(SEED, "-", "-o", "-", text=b"1\n2\n")
    assert names() == ["-"] and sorted(get("-").split()) == [b"1", b"2"]
    put("-x", b"3\n")
    assert good("--", "-x") == b"3\n" == good("./-x")
