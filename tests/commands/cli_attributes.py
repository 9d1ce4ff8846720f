# SPDX-License-Identifier: MIT
"""cli_attributes.py - -o keeps the owner, group, mode, ACL, extended attributes, file attributes
and hard links of the file that it replaces.

If one of these cannot be kept by replacing the file, the file is overwritten in place, from a
complete copy. A full disk or an error then either leaves the old content, or that copy.
"""
import os
import re
import signal
import stat
import subprocess

from cli_system import (NOBODY, as_nobody, in_namespace, need, need_root, own_folder,
                        strace)
from cli_support import SEED, Skip, bad, get, good, names, one_line, put, test

LINES = [b"line %d\n" % i for i in range(30000)]
TEXT = b"".join(LINES)
OLD = b"the old content\n"


def run_tool(*words):
    """Runs a program that must succeed. Returns its output."""
    need(words[0])
    return subprocess.run(words, capture_output=True, check=True, text=True).stdout


def complete(name):
    return sorted(get(name).splitlines(True)) == sorted(LINES)


def identity(name):
    is_now = os.stat(name)
    return is_now.st_uid, is_now.st_gid, stat.S_IMODE(is_now.st_mode)


def set_attribute(name, attribute, value):
    try:
        os.setxattr(name, attribute, value)
    except OSError as error:
        raise Skip(f"{attribute} cannot be set here: {error.strerror}") from error


@test
def owners():
    """a file of another user or group is overwritten in place"""
    need_root()
    own_folder()
    os.chmod(".", 0o777)
    for owner, group, mode in ((1001, NOBODY, 0o660), (0, 0, 0o606), (NOBODY, 0, 0o664),
                               (1001, 1001, 0o666), (NOBODY, 1001, 0o600)):
        put("in", TEXT)
        os.chmod("in", 0o644)
        put("out", OLD)
        os.chown("out", owner, group)
        os.chmod("out", mode)
        inode = os.stat("out").st_ino
        ended = as_nobody("-o", "out", "in")
        assert ended.status == 0 and ended.err == b"", ended
        assert identity("out") == (owner, group, mode), (owner, group, identity("out"))
        assert complete("out") and os.stat("out").st_ino == inode
        assert names() == ["in", "out"]


@test
def own_file():
    """the user's own file is replaced: it gets a new inode, and readers keep the old one"""
    need_root()
    own_folder()
    os.chmod(".", 0o777)
    put("in", TEXT)
    put("out", OLD)
    os.chown("out", NOBODY, NOBODY)
    os.chmod("out", 0o640)
    with open("out", "rb") as reader:
        assert as_nobody("-o", "out", "in").status == 0
        assert reader.read() == OLD
    assert complete("out") and identity("out") == (NOBODY, NOBODY, 0o640)


@test
def extended_attributes():
    """user attributes are kept, even large or many ones"""
    put("out", OLD)
    set_attribute("out", "user.colour", b"blue")
    set_attribute("out", "user.empty", b"")
    set_attribute("out", "user.bytes", bytes(range(256)) * 4)
    for i in range(20):
        set_attribute("out", f"user.{i}", b"%d" % i)
    before = {name: os.getxattr("out", name) for name in os.listxattr("out")}
    good("-o", "out", text=TEXT)
    assert {name: os.getxattr("out", name) for name in os.listxattr("out")} == before
    assert complete("out") and names() == ["out"]


@test
def attributes_of_root():
    """capabilities and trusted attributes are kept, if that is permitted"""
    need_root()
    put("out", OLD)
    set_attribute("out", "trusted.mark", b"x")
    run_tool("/usr/sbin/setcap", "cap_net_raw+ep", "out")
    before = {name: os.getxattr("out", name) for name in os.listxattr("out")}
    assert "security.capability" in before
    good("-o", "out", text=TEXT)
    assert {name: os.getxattr("out", name) for name in os.listxattr("out")} == before
    assert complete("out")


@test
def access_lists():
    """an ACL is kept, and a default ACL of the folder is not added"""
    need_root()
    need("setfacl", "getfacl")
    own_folder()
    os.chmod(".", 0o777)
    for owner in (0, NOBODY, 1001):
        for name in names():
            os.unlink(name)
        run_tool("setfacl", "-b", "-k", ".")
        put("in", TEXT)
        os.chmod("in", 0o644)
        put("out", OLD)
        put("plain", OLD)
        for name in ("out", "plain"):
            os.chown(name, owner, owner)
            os.chmod(name, 0o666)
        run_tool("setfacl", "-m", "u:1234:r,g:77:rw,m:rw", "out")
        run_tool("setfacl", "-d", "-m", "u:4321:rw", ".")
        before = [run_tool("getfacl", "-n", name) for name in ("out", "plain")]
        for name in ("out", "plain"):
            ended = as_nobody("-o", name, "in")
            assert ended.status == 0 and ended.err == b"", ended
            assert complete(name)
        assert [run_tool("getfacl", "-n", name) for name in ("out", "plain")] == before
        assert names() == ["in", "out", "plain"]


@test
def attributes_refused():
    """an attribute that cannot be read or set: the file is overwritten, and keeps it"""
    own_folder()
    put("in", TEXT)
    for error in ("EPERM", "ENOSPC", "EOPNOTSUPP"):
        for call in ("fsetxattr", "fgetxattr", "flistxattr", "fchmod"):
            put("out", OLD)
            os.chmod("out", 0o604)
            set_attribute("out", "user.colour", b"blue")
            inode = os.stat("out").st_ino
            ended, number = strace([f"{call}:error={error}"], ["in", "-o", "out"])
            assert number > 0 and ended.status == 0 and ended.err == b"", (call, ended)
            assert complete("out") and names() == ["in", "out"]
            assert identity("out")[2] == 0o604
            if (call, error) != ("flistxattr", "EOPNOTSUPP"):  # as if there were no attributes
                assert os.getxattr("out", "user.colour") == b"blue", (call, error)
                assert os.stat("out").st_ino == inode, (call, error)
            os.unlink("out")


@test
def unreadable():
    """a file that can be written but not read keeps its attributes"""
    need_root()
    own_folder()
    os.chmod(".", 0o777)
    put("in", TEXT)
    os.chmod("in", 0o644)
    put("out", OLD)
    set_attribute("out", "user.colour", b"blue")
    os.chown("out", NOBODY, NOBODY)
    os.chmod("out", 0o200)
    ended = as_nobody("-o", "out", "in")
    assert ended.status == 0 and ended.err == b"", ended
    assert os.getxattr("out", "user.colour") == b"blue" and complete("out")
    assert identity("out") == (NOBODY, NOBODY, 0o200)


def change(letters):
    """chattr on the output."""
    need("chattr", "lsattr")
    try:
        run_tool("chattr", letters, "out")
    except subprocess.CalledProcessError as error:
        raise Skip("chattr is not permitted here") from error


def flags():
    return set(run_tool("lsattr", "out").split()[0]) - set("-e")


@test
def file_attributes():
    """chattr: +A, +d and +S are kept, by replacing and by overwriting"""
    put("out", OLD)
    change("+AdS")
    good("-o", "out", text=TEXT)
    assert flags() == set("AdS") and complete("out"), flags()
    change("-AdS")
    os.link("out", "link")
    change("+d")
    good("-o", "out", text=TEXT)
    assert flags() == {"d"} and complete("link")


@test
def immutable():
    """chattr: a file with +i or +a is refused before anything is read"""
    need_root()
    os.mkfifo("pipe")  # without a writer: reading would block
    for letter in "ia":
        put("out", OLD)
        change("+" + letter)
        try:
            bad("-o", "out", "pipe", parts=["out: Operation not permitted"])
        finally:
            change("-" + letter)
        assert get("out") == OLD


@test
def full_disk():
    """overwriting in place on a full disk: the old content stays"""
    need_root()
    need("setpriv")
    put("in", TEXT)
    ended = in_namespace(f"""
        chmod 755 . .. 2>/dev/null
        mount -t tmpfs -o size=800k,mode=777 none m && cp "$1" program || exit 9
        tail -c 200000 in >old; cp old m/f; cp old m/g; ln m/g m/h; sort in >wanted
        chown 1001:1001 m/f; chmod 666 m/f in; chmod 755 program
        # There is space for the copy, but not for the growth of the file. The input is a
        # pipe, so its size is not known before.
        cat in | setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups \\
            ./program -o m/f && exit 2
        cat in | ./program -o m/g && exit 3
        ./program in -o m/g && exit 4
        cmp old m/f && cmp old m/h || exit 5
        test "$(ls -A m | sort | tr '\\n' ' ')" = 'f g h ' || exit 6
        rm m/f
        cat in | ./program -o m/g || exit 7
        sort m/h | cmp - wanted || exit 8
        test "$(ls -A m | sort | tr '\\n' ' ')" = 'g h '""")
    assert ended.status == 0, ended
    lines = ended.err.decode().splitlines()
    assert len(lines) == 3 and "needed" in lines[2], lines
    assert all(line.startswith(f"program: m/{name}: write error: No space left on device")
               for line, name in zip(lines, "fg")), lines


def on_disk(make, script):
    """Runs a script with a new file system of 16 MB or more mounted at m."""
    need_root()
    need(make.split()[0])
    size = 128 if "btrfs" in make else 16
    return in_namespace(f"""
        truncate -s {size}M image && {make} image >/dev/null 2>&1 || exit 8
        mount -o loop image m || exit 9
        {script}""")


FILLED = """
    cp in m/f; ln m/f m/g; rm -rf m/lost+found
    fill() { dd if=/dev/urandom of=m/fill bs=64k conv=notrunc oflag=append 2>/dev/null
             sync; }
"""


@test
def no_preallocation():
    """ext2, which cannot reserve blocks: the same"""
    put("in", TEXT)
    put("big", TEXT * 8)
    ended = on_disk("mke2fs -t ext2 -m 0", FILLED + """
        dd if=/dev/urandom of=m/room bs=64k count=70 2>/dev/null
        fill; rm m/room; sync
        "$1" -o m/f big && exit 2  # space for the copy, but not for the growth of the file
        cmp in m/g && test "$(ls -A m | sort | tr '\\n' ' ')" = 'f fill g ' || exit 3
        rm m/fill
        "$1" -o m/f big || exit 4
        sort big >wanted; sort m/g | cmp - wanted""")
    if ended.status in (8, 9):
        raise Skip("an image cannot be mounted here")
    assert ended.status == 0 and len(ended.err.splitlines()) == 1, ended
    assert b"damaged" not in ended.err, ended


@test
def copy_on_write():
    """btrfs: blocks are shared instead of copied, which needs no space"""
    put("in", TEXT * 20)
    ended = on_disk("mkfs.btrfs -M", FILLED + """
        dd if=/dev/urandom of=m/room bs=64k count=145 2>/dev/null
        fill; rm m/room; sync
        "$1" -o m/f in || exit 2
        sort in >wanted; sort m/g | cmp - wanted
        test "$(ls -A m | sort | tr '\\n' ' ')" = 'f fill g '""")
    if ended.status in (8, 9):
        raise Skip("an image cannot be mounted here")
    assert ended.status == 0 and ended.err == b"", ended


@test
def append_only_folder():
    """a folder without removal (chattr +a): no temporary file is left there"""
    need_root()
    own_folder()
    put("in", TEXT)
    for folder in ("t", "d"):
        os.mkdir(folder)
    put("d/old", OLD)
    inode = os.stat("d/old").st_ino
    try:
        run_tool("chattr", "+a", "d")
    except subprocess.CalledProcessError as error:
        raise Skip("chattr +a is not possible here") from error
    try:
        for number, arguments in enumerate((["-o", "d/old"], ["-o", "d/new"],
                                            ["--sync", "-o", "d/synced"])):
            good("--temp-dir=t", *arguments, "in")
            assert complete(arguments[-1]), arguments
            assert len(os.listdir("d")) == 1 + number, os.listdir("d")
        good("--temp-dir=t", "in", "--split=d/old:1,d/a:1,d/b:1")
        parts = [get("d/" + name) for name in ("old", "a", "b")]
        assert sorted(b"".join(parts).splitlines(True)) == sorted(LINES)
        assert sorted(os.listdir("d")) == ["a", "b", "new", "old", "synced"]
        assert os.stat("d/old").st_ino == inode and os.listdir("t") == []
        bad("--temp-dir=d", "-o", "d/old", "in",
            parts=["d/old: ", "temporary file in d: Operation not permitted; ",
                   "--temp-dir"])
        assert get("d/old") == parts[0]
    finally:
        run_tool("chattr", "-a", "d")


@test
def half_way():
    """an error half-way: the message says where the complete new content is"""
    own_folder()
    put("in", TEXT)
    for when in ("2", "3"):  # the first write goes to the temporary file
        put("out", OLD * 40000)
        os.link("out", "link")
        ended, number = strace([f"write:error=EIO:when={when}"],
                               ["in", "-o", "out", SEED], paths=["out"])
        assert number == 1 and ended.status == 1, ended
        assert one_line(ended.err, "out: write error: Input/output error; ", "damaged",
                        " .out.fairshuf-"), ended
        place = re.search(rb"\.out\.fairshuf-\w+", ended.err).group().decode()
        assert complete(place) and names() == [place, "in", "link", "out"]
        for name in ("out", "link", place):
            os.unlink(name)


@test
def folder_not_writable():
    """a file in another user's folder: the complete copy is in the temporary folder"""
    need_root()
    need("strace")
    own_folder()
    put("in", TEXT)
    os.chmod("in", 0o644)
    os.mkdir("d", 0o755)
    for folder in ("t", "u"):
        os.mkdir(folder)
        os.chmod(folder, 0o777)
    os.chmod("u", 0o755)
    put("d/out", OLD)
    os.chmod("d/out", 0o666)
    inode = os.stat("d/out").st_ino
    ended = as_nobody("--temp-dir=t", "-o", "d/out", "in")
    assert ended.status == 0 and ended.err == b"" and complete("d/out"), ended
    assert os.stat("d/out").st_ino == inode and os.listdir("t") == []
    for number in (signal.SIGKILL, signal.SIGTERM):
        for call, moments in (("fallocate", 1), ("ftruncate", 1), ("fsync", 2),
                              ("linkat", 1), ("write", 8)):
            for when in range(1, moments + 1):
                put("d/out", OLD)
                inject = f"inject={call}:signal={number.name}:when={when}"
                ended = as_nobody("--temp-dir=t", "-o", "d/out", "in", before=(
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e",
                    inject))
                litter = ["t/" + name for name in os.listdir("t")]
                assert len(litter) <= (number == signal.SIGKILL), (inject, litter)
                assert all(complete(name) for name in litter), (inject, litter)
                assert litter or get("d/out") == OLD or complete("d/out"), inject
                for name in litter:
                    os.unlink(name)
    put("d/out", OLD)
    ended = as_nobody("--temp-dir=u", "-o", "d/out", "in")
    assert ended.status == 1 and one_line(ended.err.replace(b"program:", b"fairshuf:"),
                                          "Permission denied; ", "--temp-dir"), ended
    assert get("d/out") == OLD and os.listdir("d") == ["out"]
