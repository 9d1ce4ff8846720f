# SPDX-License-Identifier: MIT
"""cli_several_outputs.py - --split and --output-with replace all their outputs or none.

strace injects faults and signals at every call that completes outputs or puts them in place.
After an error or a signal that can be caught, all outputs are old or all are new. After
SIGKILL, each output is old or new, and complete.
"""
import gzip
import os
import re
import signal

from cli_system import in_namespace, own_folder, strace
from cli_support import SEED, bad, get, good, names, one_line, ordered, put, test

LINES = [b"line %d\n" % i for i in range(3000)]
OLD = {"a": b"the old a\n", "b": b"the old b\n"}
RUNS = (["f", "--split=a:1,b:1", SEED],
        ["f", "-o", "a", "--with=g", "--output-with=b", SEED])


def put_old(more=()):
    for name in names():
        os.unlink(name)
    put("f", b"".join(LINES))
    put("g", b"".join(b"other " + line for line in LINES))
    for name, text in OLD.items():
        put(name, text)
    for name in more:
        os.link(name, name + ".link")
    return names()


def results(arguments):
    """The outputs of a run without faults."""
    put_old()
    good(*arguments)
    return {name: get(name) for name in OLD}


def contents():
    return {name: get(name) for name in OLD}


@test
def faults():
    """any call fails: one line, status 1, and all outputs are as they were"""
    own_folder()
    failures = 0
    for arguments in RUNS:
        wanted = results(arguments)
        for call in ("fsync", "linkat", "renameat2", "sync_file_range", "fchmod", "close"):
            for when in range(1, 200):
                before = put_old()
                ended, number = strace([f"{call}:error=EIO:when={when}"], arguments)
                if number == 0:
                    break
                what = (arguments, call, when, ended)
                if b"loading shared libraries" in ended.err:
                    continue  # before the first output
                if ended.status == 0:
                    assert contents() == wanted, what
                else:
                    failures += 1
                    assert contents() == OLD and one_line(ended.err, "Input/output"), what
                assert names() == before, what
    assert failures >= 2 * (2 + 2 + 2 + 2 + 2), failures


@test
def not_undone():
    """an output that cannot be restored is named, and where its old content is"""
    own_folder()
    for arguments in RUNS:
        wanted = results(arguments)
        before = put_old()
        ended, _ = strace(["renameat2:error=EIO:when=2+"], arguments)
        assert ended.status == 1 and one_line(ended.err, "b: Input/output error; a ",
                                              " .a.fairshuf-", "replaced")
        assert get("a") == wanted["a"] and get("b") == OLD["b"], ended
        place = re.search(rb"\.a\.fairshuf-\w+", ended.err).group().decode()
        assert get(place) == OLD["a"] and names() == sorted([*before, place])


@test
def no_exchange():
    """a file system that cannot exchange files: files are renamed, and failures reported"""
    own_folder()
    for arguments in RUNS:
        wanted = results(arguments)
        before = put_old()
        ended, number = strace(["renameat2:error=EINVAL"], arguments)
        assert ended.status == 0 and number == 2 and contents() == wanted, ended
        put_old()
        ended, _ = strace(["renameat2:error=EINVAL", "rename:error=EIO:when=2"], arguments)
        assert ended.status == 1 and get("a") == wanted["a"] and get("b") == OLD["b"]
        assert one_line(ended.err, "b: Input/output error; a ", "replaced"), ended
        assert names() == before


@test
def new_files():
    """outputs that did not exist are removed again if another cannot be put in place"""
    own_folder()
    for arguments in RUNS:
        before = set(put_old()) - set(OLD)
        for first in ("a", "b"):
            for call in ("rename", "renameat2"):
                put_old()
                os.unlink(first)
                left = names()
                ended, number = strace([f"{call}:error=EIO"], arguments)
                assert number == 1 and ended.status == 1, ended
                assert one_line(ended.err, "Input/output error; no output was replaced")
                assert names() == left and before < set(left), (names(), ended)


@test
def signals():
    """a signal at any moment: all outputs are old or all are new, nothing is left behind"""
    own_folder()
    seen = set()
    for arguments in RUNS:
        wanted = results(arguments)
        for call in ("fsync", "linkat", "renameat2", "unlink", "sync_file_range", "write"):
            for when in (1, 2, 3):
                for name in ("SIGTERM", "SIGINT"):
                    before = put_old()
                    fault = f"{call}:signal={name}:when={when}"
                    ended, _ = strace([fault], arguments)
                    assert names() == before, (fault, names())
                    assert contents() in (OLD, wanted), (fault, contents())
                    if ended.status != 0:
                        assert ended.status == -getattr(signal, name), (fault, ended)
                        seen.add((call, contents() == wanted))
    assert {("fsync", False), ("renameat2", True), ("unlink", True)} <= seen, seen


@test
def killed():
    """SIGKILL at any moment: each output is the old one or complete, and none is lost"""
    own_folder()
    mixed = 0
    for arguments in RUNS:
        wanted = results(arguments)
        for links in ((), ("b",)):
            for call in ("write", "fsync", "linkat", "renameat2", "unlink", "ftruncate",
                         "sync_file_range", "fallocate", "fchmod"):
                for when in (1, 2, 3, 4):
                    before = put_old(links)
                    fault = f"{call}:signal=SIGKILL:when={when}"
                    ended, number = strace([fault], arguments)
                    assert number == 0 or ended.status == -signal.SIGKILL, (fault, ended)
                    there = contents()
                    litter = {name: get(name) for name in set(names()) - set(before)}
                    for name in OLD:
                        both = (OLD[name], wanted[name])
                        own = [text for place, text in litter.items()
                               if place.startswith(f".{name}.fairshuf-")]
                        what = (fault, name, there[name], own)
                        assert len(own) <= 1 and all(text in both for text in own), what
                        # A file that is overwritten in place may be partly old and partly new.
                        if there[name] not in both:
                            assert name in links and own == [wanted[name]], what
                    assert len(litter) <= 2
                    mixed += there["a"] == wanted["a"] and there["b"] == OLD["b"]
    assert mixed > 0  # as the manual says


@test
def in_place():
    """one output is overwritten in place: no space, an error half-way, and the other outputs"""
    own_folder()
    for arguments in RUNS:
        wanted = results(arguments)
        before = put_old(["b"])
        good(*arguments)
        assert contents() == wanted and get("b.link") == wanted["b"]
        assert names() == before
        for error, words in (("ENOSPC", "No space left on device"), ("EIO", "Input/output")):
            put_old(["b"])
            ended, number = strace([f"fallocate:error={error}"], arguments)
            assert number > 0 and ended.status == 1, ended
            assert one_line(ended.err, "b: " + words, "; no output was replaced"), ended
            assert (b"free some space" in ended.err) == (error == "ENOSPC"), ended
            assert contents() == OLD and names() == before
        # The content of b fits into one write: it fails, or the sync after it.
        put_old(["b"])
        ended, _ = strace(["fsync:error=EIO:when=4"], arguments)
        assert ended.status == 1 and get("a") == OLD["a"], ended
        assert one_line(ended.err, "b: write error: Input/output error; ", "damaged",
                        " .b.fairshuf-"), ended
        place = re.search(rb"\.b\.fairshuf-\w+", ended.err).group().decode()
        assert get(place) == wanted["b"] and names() == sorted([*before, place])


@test
def packed_and_streams():
    """compressed outputs, and standard output together with a file"""
    own_folder()
    put_old()
    for name in ("a.gz", "b.zst"):
        put(name, OLD["a"])
    before = names()
    ended, number = strace(["fsync:error=EIO:when=2"], ["f", "--split=a.gz:1,b.zst:1"])
    assert number == 1 and ended.status == 1 and one_line(ended.err, "b.zst: write error")
    assert get("a.gz") == get("b.zst") == OLD["a"] and names() == before
    good("f", "--split=a.gz:1,b.zst:1", SEED)
    assert gzip.decompress(get("a.gz")) == ordered(LINES)[:len(gzip.decompress(get("a.gz")))]
    ended, number = strace(["fsync:error=EIO"], ["f", "--with=g", "--output-with=b", SEED])
    assert number == 1 and ended.status == 1 and get("b") == OLD["b"], ended
    with open("/dev/full", "wb") as full:
        bad("f", "--with=g", "--output-with=b", stdout=full, parts=["write error"])
    assert get("b") == OLD["b"] and names() == before


@test
def two_disks():
    """outputs on two file systems, one of which fills up"""
    put_old()
    ended = in_namespace("""
        mount -t tmpfs -o size=64k none m || exit 9
        seq 100000 >big; sort f >sorted; echo old >m/b; echo old >a
        "$1" big --split=m/b:1,a:1 && exit 2
        test "$(cat a m/b | tr '\\n' ' ')" = 'old old ' && test "$(ls -A m)" = b || exit 3
        "$1" f --split=m/b:1,a:1 || exit 4
        cat a m/b | sort | cmp - sorted || exit 5
        test "$(ls -A m)" = b""")
    assert ended.status == 0 and len(ended.err.splitlines()) == 1, ended
