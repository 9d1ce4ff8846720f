# SPDX-License-Identifier: MIT
"""cli_bad_input.py - bad input: status 1, one line that says what is wrong and where, nothing
written, and an old file of -o untouched.
"""
import os
import resource
import socket
import struct
import subprocess
import threading
import time

from cli_support import (SEED, Skip, bad, command, environment, get, good, names, one_line,
                       put, run, test)

OLD = b"the old content\n"


def untouched(*arguments, parts, **more):
    """Must fail. With -o, must leave an old file as it is, and create no new one."""
    before = names()
    bad(*arguments, parts=parts, **more)
    put("old", OLD)
    for name in ("old", "new"):
        bad(*arguments, "-o", name, parts=parts, **more)
    assert get("old") == OLD
    os.unlink("old")
    assert names() == before, names()


@test
def incomplete():
    """an incomplete last record: the message names file, number and byte"""
    put("ten", b"".join(b"%d\n" % i for i in range(1, 11)))
    place = ["ten: incomplete", "record 3, at byte 16)", "--lines-per-record"]
    untouched("--lines-per-record=4", "ten", parts=place)
    untouched("--lines-per-record=4", "-n1", "ten", parts=place)
    untouched("--lines-per-record=4", "-r", "-n1", "ten", parts=place)
    untouched("--lines-per-record=4", "--header", "ten", parts=place)
    untouched("--lines-per-record=4", text=get("ten"),
              parts=["standard input: incomplete", "record 3, at byte 16)"])
    untouched("--record-size=4", "ten", parts=["ten: incomplete", "record 6, at byte 20)",
                                               "--record-size"])
    untouched("--record-size=22", "ten", parts=["ten: incomplete", "record 1, at byte 0)"])
    put("fine", b"x" * 8)
    untouched("--record-size=4", "fine", "ten",
              parts=["ten: incomplete", "record 6, at byte 20)"])
    put("long", b"a" * 1000001)
    untouched("--record-size=1000", "long",
              parts=["long: incomplete", "record 1001, at byte 1000000)"])
    put("many", b"\n" * 3000002)
    untouched("--lines-per-record=3", "many",
              parts=["many: incomplete", "record 1000001, at byte 3000000)"])


@test
def quotes():
    """a quote that is never closed: the message says where the record begins"""
    put("q", b'a,b\nc,"d\ne,f\n')
    untouched("--csv", "q", parts=["q: incomplete", "record 2, at byte 4)", "quote"])
    untouched("--csv", "--header", "q", parts=["q: incomplete", "record 2, at byte 4)"])
    untouched("--csv", text=b'"', parts=["standard input: incomplete", "record 1, at byte 0)"])
    rows = b'1,"x\ny"\n' * 500000
    put("big", rows + b'2,"z\n' + rows.replace(b'"', b""))
    untouched("--csv", "big",
              parts=["big: incomplete", f"record 500001, at byte {len(rows)})"])
    untouched("--csv=;", text=b'x;"\n', parts=["record 1, at byte 0)"])
    assert good(SEED, "--csv=;", text=b'x,"\n') == b'x,"\n'


@test
def other_headers():
    """a file with another header: the message names it, nothing is written"""
    put("a", b"name,age\n1,2\n")
    put("b", b"name,size\n3,4\n")
    put("c", b"name,age\r\n3,4\n")
    put("e", b"name,age,more\n")
    put("empty", b"")
    for name in "bce":
        untouched("--header", "a", name, parts=[name + ":", "header"])
        untouched("--header", name, "a", parts=["a:", "header"])
    untouched("--header=2", "a", "b", parts=["b:", "header"])
    put("two", b"name,age\n1,2\n")
    good("--header=2", "a", "two")


@test
def not_there():
    """missing files and folders"""
    put("f", b"1\n2\n")
    os.mkdir("d")
    untouched("nosuch", parts=["nosuch: No such file or directory"])
    untouched("f", "nosuch", parts=["nosuch: No such file or directory"])
    untouched("f/x", parts=["f/x: Not a directory"])
    untouched("d", parts=["d: ", "Is a directory"])
    untouched("f", "d", parts=["d: ", "Is a directory"])
    untouched("", parts=["No such file or directory"])
    untouched("x" * 300, parts=["File name too long"])
    untouched("a\nb", parts=["No such file or directory"])
    untouched("-r", "-n3", "nosuch", parts=["nosuch: No such file or directory"])
    untouched("-r", "-n3", "/dev/null", parts=["no lines to repeat"])
    untouched("-r", "-n3", "-e", parts=["no lines to repeat"])
    untouched("-r", "-n3", "-i", "1-0", parts=["no lines to repeat"])
    put("with", b"1\n2\n")
    untouched("f", "--with=nosuch", "--output-with=w", parts=["nosuch: No such file"])
    untouched("nosuch", "--with=with", "--output-with=w", parts=["nosuch: No such file"])
    assert good("-n0", "nosuch") == b""


@test
def not_allowed():
    """files that may not be read"""
    put("f", b"1\n2\n")
    os.chmod("f", 0)
    more = {}
    if os.geteuid() == 0:
        os.chmod(".", 0o777)
        more = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        ended = run("f", **more)
    except OSError as error:
        raise Skip("the program cannot be run by another user here") from error
    assert ended.status == 1 and ended.out == b"", ended
    assert one_line(ended.err, "f: Permission denied"), ended


def shell(script, *arguments, **more):
    """Runs a script in which "$@" is the program with these arguments."""
    return run(*arguments, before=["sh", "-c", script, "sh"], **more)


@test
def closed():
    """standard input and output are closed: no file takes their place"""
    put("f", b"1\n2\n")
    ended = shell('"$@" <&-')
    assert ended.status == 1 and ended.out == b"", ended
    assert one_line(ended.err, "standard input", "Bad file descriptor"), ended
    for ended in (shell('"$@" <&-', "f"), shell('"$@" <&-', "-e", "1", "2")):
        assert ended.status == 0 and sorted(ended.lines) == [b"1\n", b"2\n"], ended
    for number, words in (("", "Bad file descriptor"), ("2>&-", "")):
        ended = shell(f'"$@" >&- {number}', "f")
        assert ended.status == 1 and words.encode() in ended.err, ended
    ended = shell('"$@" <&- >&- 2>&-', "f", "-o", "out")
    assert ended.status == 0 and sorted(get("out").split()) == [b"1", b"2"], ended
    ended = shell('"$@" </', SEED)
    assert ended.status == 1 and ended.out == b"", ended
    assert one_line(ended.err, "standard input: ", "Is a directory"), ended
    ended = shell('"$@" >&- 2>&-', "nosuch", "-o", "out")
    assert ended.status == 1 and sorted(get("out").split()) == [b"1", b"2"], ended
    assert get("f") == b"1\n2\n" and names() == ["f", "out"]


@test
def full():
    """/dev/full as standard output"""
    with open("/dev/full", "wb") as nowhere:
        for arguments in (["-e", "a"], ["-i", "1-1000000"], ["-i", "1-9", "-r"],
                          ["-r", "-e", "a"], ["--help"], ["--version"],
                          ["-i", "1-9", "--derange", "--pairs"]):
            ended = run(*arguments, stdout=nowhere)
            assert ended.status == 1, (arguments, ended)
            assert one_line(ended.err, "write error: No space left on device"), ended
        assert run("-n0", stdout=nowhere).status == 0


def limited(kind, limit, *arguments):
    """Runs with a resource limit."""
    def apply():
        resource.setrlimit(kind, (limit, limit))
    if kind == resource.RLIMIT_AS and run("--version", preexec_fn=apply).status != 0:
        raise Skip("sanitizers need more of it")
    return run(*arguments, preexec_fn=apply)


@test
def little_memory():
    """too little memory, at any point: an error, and the old file stays"""
    put("f", b"".join(b"%d\n" % i for i in range(1_000_000)))
    put("old", OLD)
    before = names()
    seen = set()
    for megabytes in (10, 16, 22, 28, 34, 48, 64, 400):
        for options in ([], ["--csv"], ["--derange"], ["-r", "-n5"], ["-n500000"]):
            ended = limited(resource.RLIMIT_AS, megabytes << 20, "f", "-o", "old",
                            "--threads=1", *options)
            seen.add(ended.status)
            if ended.status == 0:
                assert ended.err == b"" and get("old") != OLD, (megabytes, ended)
                put("old", OLD)
            else:
                assert ended.status == 1, (megabytes, options, ended)
                assert (one_line(ended.err, "memory exhausted")
                        or one_line(ended.err, "records", "not fit into")), \
                    (megabytes, ended)
            assert get("old") == OLD and names() == before, (megabytes, options)
    assert seen == {0, 1}, seen


@test
def few_descriptors():
    """too few descriptors for all outputs: one is named, none is created"""
    split = "--split=" + ",".join(f"out{i}:1" for i in range(30))
    ended = limited(resource.RLIMIT_NOFILE, 20, split, "-i", "1-1000")
    assert ended.status == 1, ended
    assert one_line(ended.err, "out", "Too many open files"), ended
    assert names() == []
    for i in range(40):
        put(f"in{i}", b"%d\n" % i)
    ended = limited(resource.RLIMIT_NOFILE, 20, *(f"in{i}" for i in range(40)))
    assert ended.status == 0 and len(ended.lines) == 40, ended


@test
def appended():
    """the output can be appended to the input: all is read before anything is written"""
    lines = [b"%d\n" % i for i in range(200000)]
    put("f", b"".join(lines))
    ended = shell('"$@" >>f', SEED, "f")
    assert ended.status == 0 and get("f") == b"".join(lines) + good(
        SEED, text=b"".join(lines)), ended


@test
def reset():
    """a connection that breaks is not mistaken for the end of the input"""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client = socket.create_connection(server.getsockname())
        peer, _ = server.accept()
        with subprocess.Popen(command([SEED]), stdin=client, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=environment()) as child:
            peer.sendall(b"a\nb\nc\n")
            time.sleep(0.3)
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            peer.close()
            out, err = child.communicate(timeout=60)
        client.close()
    assert child.returncode == 1 and out == b"", (child.returncode, out, err)
    assert one_line(err, "standard input", "Connection reset"), err


@test
def shrinking():
    """a file that shrinks while it is read: complete output, or an error"""
    seen = set()
    for attempt in range(12):
        size = 60_000_000
        with open("f", "wb") as file:
            file.truncate(size)
        with subprocess.Popen(command(["f", "--record-size=10", "-o", "out"]),
                              stderr=subprocess.PIPE, env=environment()) as child:
            def cut(delay=0.002 * attempt):
                time.sleep(delay)
                os.truncate("f", size // 3)
            cutter = threading.Thread(target=cut)
            cutter.start()
            _, err = child.communicate(timeout=60)
            cutter.join()
        if child.returncode == 0:
            assert err == b"" and os.stat("out").st_size in (size, size // 3), err
            os.unlink("out")
            seen.add("complete")
        else:
            assert child.returncode == 1 and one_line(err, "f: "), err
            assert b"changed" in err, err
            seen.add("error")
        assert names() == ["f"], names()
    if seen == {"complete"}:
        raise Skip("it never happened in time")


@test
def strange_files():
    """files whose size is not what it seems, and devices"""
    for name in ("/proc/self/maps", "/sys/kernel/mm/transparent_hugepage/enabled"):
        if os.access(name, os.R_OK):
            assert good(name) != b"", name
    assert good("/dev/null") == b"" == good("/dev/null", "/dev/null", "-r", "-n0")
    out = good("/dev/stdin", SEED, text=b"1\n2\n3\n")
    assert out == good(SEED, text=b"1\n2\n3\n")
