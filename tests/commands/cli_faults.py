# SPDX-License-Identifier: MIT
"""cli_faults.py - system calls that fail (injected by strace): EINTR, short writes, ENOSPC, EIO.

Either the status is 0 and the output is complete, or the status is 1, there is one line, and
the old file is unchanged. strace counts the calls of each thread, so the runs have one
thread. Only calls on the named files count, not those that load shared libraries.
"""
import os
import subprocess

from cli_system import own_folder, strace
from cli_support import SEED, get, good, names, one_line, ordered, put, test

N = 50000
LINES = [b"line %d\n" % i for i in range(N)]
OLD = b"the old content\n"


@test
def interrupted():
    """EINTR again and again: reading and writing go on"""
    own_folder()
    put("f", b"".join(LINES))
    put("out", b"")
    wanted = ordered(LINES)
    for call, fault in (("pread64", "error=EINTR:when=1+2"),
                        ("openat", "error=EINTR:when=1")):
        ended, number = strace([f"{call}:{fault}"], [SEED, os.path.realpath("f")],
                               paths=["f"])
        assert number > 0, call
        assert ended.status == 0 and ended.out == wanted, (call, ended)
    os.mkfifo("pipe")
    for faults in (["read:error=EINTR:when=1+2"], ["read:error=EINTR:when=2+3"]):
        with subprocess.Popen(["sh", "-c", "cat f > pipe"]):
            ended, number = strace(faults, [SEED, "pipe"], paths=["pipe"])
        assert number > 0 and ended.status == 0 and ended.out == wanted, (faults, ended)
    ended, number = strace(["write:error=EINTR:when=1+2"], [SEED, "f"])
    assert number > 0 and ended.status == 0 and ended.out == wanted, ended
    ended, number = strace(["write:error=EINTR:when=1+2"], [SEED, "f", "-o", "out"])
    assert number > 0 and ended.status == 0 and get("out") == wanted, ended


@test
def unreadable():
    """EIO at any read: a message that names the file, nothing written"""
    own_folder()
    put("f", b"".join(LINES))
    put("old", OLD)
    before = names()
    for options in ([], ["-n5"], ["--csv"], ["--record-size=1"], ["-r", "-n5"],
                    ["--header"]):
        for when in ("1", "2", "3", "1+", "3+"):
            ended, number = strace([f"pread64:error=EIO:when={when}"],
                                   [SEED, "f", "-o", "old", *options], paths=["f"])
            assert number > 0
            assert ended.status == 1 and ended.out == b"", (options, when, ended)
            assert one_line(ended.err, "f: read error: Input/output error"), ended
            assert get("old") == OLD and names() == before


@test
def unreadable_pipe():
    """EIO from a pipe is not mistaken for the end of the input"""
    own_folder()
    os.mkfifo("pipe")
    put("old", OLD)
    before = names()
    for when in (1, 2, 3):
        with subprocess.Popen(["sh", "-c", "(echo 1; sleep 0.2; echo 2) > pipe"],
                              stderr=subprocess.DEVNULL):
            ended, number = strace([f"read:error=EIO:when={when}"],
                                   ["pipe", "-o", "old"], paths=["pipe"])
        assert number > 0
        assert ended.status == 1, (when, ended, get("old"))
        assert one_line(ended.err, "pipe: read error: Input/output error"), ended
        assert get("old") == OLD and names() == before


@test
def full_at_any_write():
    """ENOSPC or EIO at the k-th write: the old file stays, no temporary file is left"""
    own_folder()
    lines = b"".join(LINES) * 8
    put("f", lines)
    put("old", OLD)
    before = names()
    wrong = 0
    for error, words in (("ENOSPC", "No space left on device"),
                         ("EIO", "Input/output error"), ("EDQUOT", "quota exceeded")):
        for when in (1, 2, 3, 5, 8):
            for name in ("old", "new"):
                ended, number = strace([f"write:error={error}:when={when}"],
                                       ["f", "-o", name])
                if number == 0:
                    assert ended.status == 0 and len(get(name)) == len(lines)
                    put("old", OLD)
                    if name == "new":
                        os.unlink("new")
                    continue
                wrong += 1
                assert ended.status == 1 and ended.out == b"", ended
                assert one_line(ended.err, name + ": ", words), ended
                assert get("old") == OLD and names() == before, (error, when, names())
    assert wrong >= 6


@test
def full_at_the_end():
    """close, fsync, link or rename fails: an error, no temporary file is left"""
    own_folder()
    put("f", b"".join(LINES))
    put("old", OLD)
    before = names()
    for call in ("fsync", "fdatasync", "rename", "renameat", "renameat2", "linkat",
                 "fchmod", "fchown"):
        ended, number = strace([f"{call}:error=EIO"], ["f", "-o", "old"])
        if number == 0 or ended.status == 0:
            assert ended.status == 0 and len(get("old")) == len(b"".join(LINES)), ended
            put("old", OLD)
            os.chmod("old", 0o644)
        else:
            assert one_line(ended.err, "old"), (call, ended)
            assert get("old") == OLD
        assert names() == before, (call, names())


@test
def full_for_several():
    """--split, --with: if one output fails, none of them changes"""
    own_folder()
    put("f", b"".join(LINES))
    for name in ("a", "b"):
        put(name, OLD)
    before = names()
    for arguments in (["f", "--split=a:1,b:1,c:1"],
                      ["f", "-o", "a", "--with=f", "--output-with=b"]):
        for when in range(1, 60):
            ended, number = strace([f"write:error=ENOSPC:when={when}"], arguments)
            if number == 0:
                break
            assert ended.status == 1 and one_line(ended.err, "No space left"), ended
            assert names() == before and get("a") == OLD == get("b"), (arguments, when)
        assert when > 2 and ended.status == 0, ended
        for name in names():
            if name == "c":
                os.unlink(name)
        for name in ("a", "b"):
            put(name, OLD)


@test
def full_standard_output():
    """ENOSPC and EIO at standard output are errors"""
    own_folder()
    put("f", b"".join(LINES))
    for error, words in (("ENOSPC", "No space left on device"),
                         ("EIO", "Input/output error")):
        for when in (1, 2):
            for options in ([], ["-r", "-n100000"]):
                ended, number = strace([f"write:error={error}:when={when}"],
                                       ["f", *options])
                assert number == 1 or when == 2
                if number == 1 and ended.err != b"":
                    assert ended.status == 1, ended
                    assert one_line(ended.err, "write error: " + words), ended


@test
def no_threads():
    """no threads can be created: it works with one"""
    own_folder()
    put("f", b"".join(LINES) * 8)
    wanted = good(SEED, "f")
    for call in ("clone3", "clone"):
        ended, _ = strace([f"{call}:error=EAGAIN"], [SEED, "f", "--threads=4"])
        assert ended.status == 0 and ended.out == wanted, ended


@test
def no_randomness():
    """getrandom fails: it uses another source, or fails with a message"""
    own_folder()
    for error in ("ENOSYS", "EIO"):
        ended, _ = strace([f"getrandom:error={error}"], ["-i", "1-9"])
        if ended.status == 0:
            assert sorted(ended.out.split()) == [b"%d" % i for i in range(1, 10)]
        else:
            assert one_line(ended.err, "random bytes") and ended.out == b"", ended
