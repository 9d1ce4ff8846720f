# SPDX-License-Identifier: MIT
"""cli_preflight.py - outputs and folders that cannot be used are reported before anything is read.

The input is a named pipe without a writer, so a run that read it would never end. --explain
fails with the same message. Nothing is created or changed.
"""
import os
import socket
import stat
import subprocess

from cli_system import as_nobody, in_namespace, need_root, strace
from cli_support import (bad, command, environment, get, good, names, one_line, put, run,
                       test)

OLD = b"the old content\n"


def refused(*arguments, parts):
    """Must fail at once, with and without --explain."""
    for more in ([], ["--explain"]):
        bad(*arguments, *more, parts=parts)


def prepare():
    os.mkfifo("pipe")
    os.mkdir("d")
    put("f", OLD)
    os.symlink("loop", "loop")
    os.symlink("nowhere/x", "dangling")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    return names()


WRONG = (("nowhere/x", "No such file or directory; create"),
         ("dangling", "No such file or directory; create"),
         ("f/x", "Not a directory"), ("d", "Is a directory; "),
         ("d/", "Is a directory"), ("new/", "Is a directory"),
         ("loop", "Too many levels of symbolic links"),
         ("x" * 300, "File name too long; "),
         ("d/" + "x" * 300, "File name too long"), ("socket", "No such device or address"),
         ("/dev/fd/500", "No such file or directory"), ("/dev/stdin", "Bad file descr"))


@test
def wrong_places():
    """missing folders, folders, names that are too long: for every output"""
    before = prepare()
    for name, words in WRONG:
        refused("pipe", "-o", name, parts=[name + ": " + words])
        refused("pipe", f"--split=good:1,{name}:1", parts=[words])
        refused("pipe", "-o", "good", "--with=pipe", "--output-with=" + name, parts=[words])
        refused("pipe", "-o", name, "--random-source=/dev/zero", parts=[words])
        refused("-n0", "pipe", "-o", name, parts=[words])
    refused("pipe", "-o", "", parts=["No such file or directory"])
    assert names() == before and get("f") == OLD


@test
def called_shuf():
    """called as shuf: GNU's messages, still before reading"""
    before = prepare()
    os.mkdir("bin")
    os.symlink(command([])[0], "bin/shuf")
    for name, words in WRONG:
        ended = subprocess.run(["bin/shuf", "pipe", "-o", name], capture_output=True,
                               check=False, timeout=20, input=b"",
                               env=environment())
        words = words.split(";")[0]
        assert ended.returncode == 1, ended
        assert ended.stderr.startswith(f"shuf: {name}: {words}".encode()), ended
        assert ended.stderr.count(b"\n") == 1 and b";" not in ended.stderr, ended
    os.unlink("bin/shuf")
    os.rmdir("bin")
    assert names() == before


@test
def not_permitted():
    """folders, files, pipes and devices without write permission"""
    need_root()
    os.mkdir("here")
    os.chdir("here")
    before = prepare()
    os.mkfifo("other")
    os.mknod("device", 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    for name in ("f", "other"):
        os.chmod(name, 0o644)
    os.chmod("d", 0o755)
    os.chmod("pipe", 0o666)
    before = names()
    for name in ("new", "d/new", "f", "other", "device"):
        for arguments in (["-o", name], [f"--split=/dev/null:1,{name}:1"],
                          ["-o", "/dev/null", "--with=pipe", f"--output-with={name}"]):
            for more in ([], ["--explain"]):
                ended = as_nobody("pipe", *arguments, *more)
                assert ended.status == 1 and ended.out == b"", ended
                assert ended.err.startswith(
                    f"program: {name}: Permission denied; ".encode()), ended
                assert ended.err.count(b"\n") == 1, ended
    assert names() == before and get("f") == OLD


@test
def read_only_disk():
    """a file system that is mounted read-only"""
    ended = in_namespace("""
        mkfifo pipe; mount -t tmpfs none m && echo old >m/f && mount -o remount,bind,ro m ||
            exit 9
        for name in m/f m/new; do
            "$1" pipe -o $name && exit 2
            "$1" pipe -o $name --explain && exit 3
        done
        test "$(cat m/f)" = old""")
    assert ended.status == 0 and ended.out == b"", ended
    lines = ended.err.decode().splitlines()
    assert len(lines) == 4, lines
    assert all("Read-only file system; " in line
               for line in lines), lines


@test
def same_file():
    """the same file twice: by another name, a link, a hard link, or standard output"""
    before = prepare()
    put("e", OLD)
    os.link("f", "hard")
    os.symlink("f", "soft")
    os.symlink("d", "folder")
    os.symlink("d/new", "ahead")
    before = names()
    words = "same file as another output; "
    for one, other in (("f", "./f"), ("f", "hard"), ("f", "soft"), ("hard", "soft"),
                       ("d/new", "folder/new"), ("d/new", "ahead"),
                       ("new", os.path.join(os.getcwd(), "new"))):
        refused("pipe", f"--split={one}:1,e:1,{other}:1", parts=[f"{other}: {words}"])
        refused("pipe", "-o", one, "--with=pipe", "--output-with=" + other,
                parts=[f"{other}: {words}"])
        refused("pipe", "-o", "e", "--with=pipe", "--output-with=" + one, "--with=pipe",
                "--output-with=" + other, parts=[f"{other}: {words}"])
    for arguments in (["--output-with=f"], ["-o", "f", "--output-with=/dev/stdout"],
                      ["-o", "/dev/stdout", "--output-with=soft"]):
        with open("f", "ab") as stdout:
            ended = run("pipe", "--with=pipe", *arguments, stdout=stdout)
        assert ended.status == 1 and one_line(ended.err, words), ended
    assert get("f") == get("e") == OLD and names() == before and os.listdir("d") == []
    assert good("--split=/dev/null:1,/dev/../dev/null:1", text=OLD) == b""


@test
def temporary_folder():
    """--temp-dir must be a writable folder; TMPDIR only if it is needed"""
    before = prepare()
    for name, words in (("nowhere", "No such file or directory"), ("f", "Not a directory"),
                        ("d/x", "No such file or directory")):
        refused("pipe", "--temp-dir=" + name,
                parts=[f"{name}: cannot create a temporary file: {words}; ", "--temp-dir"])
        refused("-i1-9", "--temp-dir=" + name, parts=[words])
    assert names() == before
    put("big", b"".join(b"%d\n" % i for i in range(1000000)))
    env = environment(TMPDIR="nowhere")
    bad("--memory=1M", "big", parts=["nowhere: cannot create"], env=env)
    folder = os.environ.get("TMPDIR", "/tmp")
    os.environ["TMPDIR"] = "nowhere"
    os.mkdir("inner")
    os.chdir("inner")
    try:
        ended, number = strace(["pread64:error=EIO"], ["--memory=1M", "../big"],
                               paths=["../big"])
    finally:
        os.environ["TMPDIR"] = folder
        os.chdir("..")
    assert number == 0 and one_line(ended.err, "nowhere: cannot create"), ended
    ended = run("--memory=1M", "big", "--explain", env=env)
    assert ended.status == 1 and one_line(ended.err, "nowhere: cannot create"), ended
    assert len(good("--memory=1G", "big", env=env)) == len(get("big"))


@test
def too_many_files():
    """a limit on open files: the message names it"""
    put("big", b"".join(b"%d\n" % i for i in range(1000000)))
    put("f", OLD)
    for arguments, limit in ((["--memory=1M", "big"], 4),
                             (["--split=a:1,b:1,c:1,d:1", "f"], 6)):
        bad("--threads=1", *arguments, parts=["Too many open files; ", "ulimit -n"],
            before=("prlimit", f"--nofile={limit}"))
        assert names() == ["big", "f"]
