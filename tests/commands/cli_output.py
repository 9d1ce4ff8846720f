# SPDX-License-Identifier: MIT
"""cli_output.py - end-to-end tests of -o FILE.

    cli_output.py PROGRAM

Links, devices, pipes, folders, full disks, signals while writing, output to the input: the old
file stays or the new one is complete, and no temporary file is left. Tests that need root or
mounts are skipped where these are not available.
"""
import os
import pathlib
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

program = os.path.abspath(sys.argv[1])
LINES = "".join(f"{i}\n" for i in range(20000))
WANTED = sorted(LINES.split())
OLD = "the old content\n"
count = failed = 0


def run(*arguments, text=LINES, **more):
    """Returns the finished process, with its output as text."""
    return subprocess.run([program, *map(str, arguments)], input=text, text=True,
                          capture_output=True, timeout=60, check=False, **more)


def complete(path):
    return sorted(pathlib.Path(path).read_text().split()) == WANTED


def names(folder):
    return sorted(os.listdir(folder))


def one_line(process, *parts):
    """Whether it failed with one line on stderr that contains these parts."""
    lines = process.stderr.splitlines()
    return (process.returncode == 1 and len(lines) == 1
            and all(part in lines[0] for part in parts))


def test(function):
    """Runs a test in a new folder as the current folder. The test returns None if it passes,
    "skip REASON", or what went wrong; a failed assert is a failure, too."""
    global count, failed
    count += 1
    result = None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            result = function()
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            where = error.__traceback__.tb_next
            result = f"{type(error).__name__} {error}, line {where and where.tb_lineno}"
        os.chdir("/")
    skipped = result is not None and result.startswith("skip")
    good = result is None or skipped
    if not good:
        failed += 1
        print(f"# {result}")
    title = function.__doc__.strip()
    note = " # SKIP " + result[5:] if skipped else ""
    print(f"{'ok' if good else 'not ok'} {count} - {title}{note}", flush=True)


@test
def new_file():
    """a new file: complete, mode 0666 minus the umask"""
    process = run("-o", "f", umask=0o027)
    assert process.returncode == 0 and process.stderr == "" and process.stdout == ""
    assert complete("f") and names(".") == ["f"]
    assert stat.S_IMODE(os.stat("f").st_mode) == 0o640


@test
def old_file():
    """an old file: mode and owner stay"""
    pathlib.Path("f").write_text(OLD)
    os.chmod("f", 0o604)
    if os.geteuid() == 0:
        os.chown("f", 1234, 2345)
    before = os.stat("f")
    assert run("-o", "f").returncode == 0
    after = os.stat("f")
    assert complete("f") and names(".") == ["f"]
    assert (before.st_mode, before.st_uid, before.st_gid) == \
        (after.st_mode, after.st_uid, after.st_gid)


@test
def nothing():
    """-n 0 empties an old file, and creates an empty new one"""
    pathlib.Path("f").write_text(OLD)
    for name in ("f", "g"):
        assert run("-n0", "-o", name).returncode == 0
        assert os.stat(name).st_size == 0
    assert names(".") == ["f", "g"]


@test
def symbolic_link():
    """symbolic links stay, and their targets are replaced or created"""
    os.mkdir("d")
    pathlib.Path("d/f").write_text(OLD)
    os.symlink("d/f", "l")
    os.symlink("l", "m")
    os.symlink("d/new", "dangling")
    for name, target in (("m", "d/f"), ("dangling", "d/new")):
        assert run("-o", name).returncode == 0
        assert complete(target) and os.path.islink(name)
    assert os.path.islink("l") and names("d") == ["f", "new"]
    assert names(".") == ["d", "dangling", "l", "m"]


@test
def hard_link():
    """hard links stay together, whether the file grows or shrinks"""
    for old in (OLD, OLD * 100000):
        pathlib.Path("f").write_text(old)
        if not os.path.exists("g"):
            os.link("f", "g")
        before = os.stat("g").st_ino
        assert run("-o", "f").returncode == 0
        assert complete("g") and os.stat("f").st_ino == before == os.stat("g").st_ino
        assert names(".") == ["f", "g"]


@test
def input_is_output():
    """the input can be the output: by name, by link, by hard link, from stdin"""
    for name in ("f", "l", "h"):
        pathlib.Path("f").write_text(LINES)
        if name == "l":
            os.symlink("f", "l")
        if name == "h":
            os.link("f", "h")
        assert run("f", "-o", name).returncode == 0 and complete("f")
    pathlib.Path("g").write_text(LINES)
    with open("g", encoding="ascii") as source:
        process = subprocess.run([program, "-o", "g"], stdin=source, check=False)
    assert process.returncode == 0
    assert complete("g") and names(".") == ["f", "g", "h", "l"]


@test
def devices():
    """devices are written directly"""
    for device in ("/dev/null", "/dev/full"):
        before = os.stat(device)
        process = run("-o", device)
        if device == "/dev/full":
            assert one_line(process, "/dev/full", "No space left on device")
        else:
            assert process.returncode == 0
        after = os.stat(device)
        assert stat.S_ISCHR(after.st_mode) and after.st_ino == before.st_ino


@test
def standard_output():
    """-o /dev/stdout is standard output: a pipe, or a file that is continued"""
    process = run("-o", "/dev/stdout")
    assert process.returncode == 0 and sorted(process.stdout.split()) == WANTED
    pathlib.Path("log").write_text("")
    with open("log", "a", encoding="ascii") as log:
        for _ in range(2):
            subprocess.run([program, "-o", "/dev/stdout"], input=LINES, text=True,
                           stdout=log, check=True)
    assert sorted(pathlib.Path("log").read_text().split()) == sorted(WANTED * 2)


@test
def closed_output():
    """a closed or full standard output: one error, and none if nothing is written"""
    for redirection, words in ((">&-", "write error: Bad file descriptor"),
                               (">/dev/full", "write error: No space left on device")):
        shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", program]
        process = subprocess.run(shell, input=LINES, text=True, capture_output=True,
                                 check=False)
        assert one_line(process, words), process
        process = subprocess.run(shell + ["-n0"], text=True, capture_output=True,
                                 check=False)
        assert process.returncode == 0 and process.stderr == "", process


@test
def named_pipe():
    """a named pipe with a reader"""
    os.mkfifo("p")
    got = []
    reader = threading.Thread(target=lambda: got.append(pathlib.Path("p").read_text()))
    reader.start()
    process = run("-o", "p")
    reader.join()
    assert process.returncode == 0 and sorted(got[0].split()) == WANTED
    assert stat.S_ISFIFO(os.stat("p").st_mode) and names(".") == ["p"]


@test
def wrong_names():
    """folders, missing folders, invalid names"""
    os.mkdir("d")
    pathlib.Path("f").write_text(OLD)
    os.symlink("loop", "loop")
    for name, words in (("d", "Is a directory"), ("d/", "Is a directory"),
                        ("new/", "Is a directory"), ("f/", "Is a directory"),
                        ("f/x", "Not a directory"), ("no/x", "No such file or directory"),
                        ("", "No such file or directory"),
                        ("x" * 300, "File name too long"),
                        ("loop", "Too many levels of symbolic links")):
        process = run("-o", name)
        assert one_line(process, words), (name, process.stderr)
    assert names(".") == ["d", "f", "loop"] and names("d") == []
    assert pathlib.Path("f").read_text() == OLD
    assert run("-o", "y" * 255).returncode == 0 and complete("y" * 255)


@test
def read_only():
    """a file without write permission is not replaced"""
    pathlib.Path("f").write_text(OLD)
    os.chmod("f", 0o444)
    more = {}
    if os.geteuid() == 0:
        os.chmod(".", 0o777)
        os.chown("f", 65534, 65534)
        more = {"user": 65534, "group": 65534, "extra_groups": []}
        try:
            subprocess.run([program, "--version"], capture_output=True, check=False,
                           **more)
        except OSError:
            return "skip the program cannot be run by another user here"
    assert one_line(run("-o", "f", **more), "f", "Permission denied")
    assert pathlib.Path("f").read_text() == OLD and names(".") == ["f"]


@test
def wrong_input():
    """an input that cannot be read: the old file stays"""
    pathlib.Path("f").write_text(OLD)
    assert run("nosuch", "-o", "f").returncode == 1
    assert run("/", "-o", "f").returncode == 1
    assert pathlib.Path("f").read_text() == OLD and names(".") == ["f"]


@test
def size_limit():
    """a limit on the file size: the old file stays, whatever SIGXFSZ does"""
    pathlib.Path("f").write_text(OLD)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    for restore in (False, True):
        for name in ("f", "g"):
            process = run("-o", name, preexec_fn=limit, restore_signals=restore)
            if process.returncode != -signal.SIGXFSZ:
                assert one_line(process, name, "File too large"), process
            assert pathlib.Path("f").read_text() == OLD and names(".") == ["f"]
    os.link("f", "h")
    process = run("-o", "f", preexec_fn=limit, restore_signals=False)
    assert one_line(process, "f", "File too large; ", "ulimit -f")
    assert pathlib.Path("h").read_text() == OLD


def in_namespace(script):
    """Runs a shell script with its own mounts. None if that is not possible."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return None
    probe = "mkdir -p m && mount -t tmpfs none m"
    probe = subprocess.run(["unshare", "-m", "sh", "-c", probe], capture_output=True,
                           check=False)
    if probe.returncode != 0:
        return None
    return subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", program],
                          capture_output=True, text=True, check=False)


@test
def full_disk():
    """a full disk: the old file stays, also one with two links"""
    process = in_namespace("""
        seq 100000 >in
        mount -t tmpfs -o size=1m none m || exit 9
        head -c 300000 in >m/f; cp m/f old; cat in in >big
        "$1" big -o m/f && exit 2
        cmp old m/f && test "$(ls -A m)" = f || exit 3
        ln m/f m/g
        "$1" in -o m/f && exit 4
        cmp old m/g && test "$(ls -A m | tr '\\n' ' ')" = 'f g ' || exit 5
        rm m/g; "$1" in -o m/f || exit 6
        sort -n m/f | cmp - in""")
    if process is None:
        return "skip no mounts"
    lines = process.stderr.splitlines()
    assert process.returncode == 0, process
    assert len(lines) == 2, lines
    # found before it starts, or when it is written
    assert all("m/f: " in line and ("No space left on device" in line or "needed" in line)
               for line in lines), lines
    assert not any("damaged" in line for line in lines), lines


@test
def mount_point():
    """a file that is a mount point is overwritten"""
    process = in_namespace("""
        seq 1000 >in; echo old >a; echo old >b
        mount --bind a b || exit 9
        "$1" in -o b || exit 2
        sort -n a | cmp - in && sort -n b | cmp - in || exit 3
        test "$(ls -A | tr '\\n' ' ')" = 'a b in m ' || exit 4""")
    if process is None:
        return "skip no mounts"
    assert process.returncode == 0 and process.stderr == "", process


def start_endless(name):
    """Starts the program with endless output to a file, and waits until it writes. A limit on
    the file size keeps a failing test from filling the disk."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))

    child = subprocess.Popen([program, "-r", "-i", "1-1000", "-o", name],
                             preexec_fn=limit, stderr=subprocess.PIPE, text=True)
    here = os.path.realpath(".")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and child.poll() is None:
        for fd in os.listdir(f"/proc/{child.pid}/fd"):
            path = f"/proc/{child.pid}/fd/{fd}"
            try:
                if os.readlink(path).startswith(here) and os.stat(path).st_size > 0:
                    return child
            except OSError:
                continue
    child.kill()
    child.wait()
    raise AssertionError("nothing was written")


@test
def signals():
    """a signal while writing: the old file stays, no temporary file is left"""
    if not os.path.isdir("/proc/self/fd"):
        return "skip no /proc"
    pathlib.Path("f").write_text(OLD)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        for name in ("f", "new"):
            with start_endless(name) as child:
                child.send_signal(number)
                child.wait(20)
            assert child.returncode == -number, child.returncode
            assert names(".") == ["f"] and pathlib.Path("f").read_text() == OLD


@test
def kill():
    """SIGKILL while writing: the same, if temporary files can be nameless"""
    try:
        os.close(os.open(".", os.O_TMPFILE | os.O_RDWR, 0o600))
    except (OSError, AttributeError):
        return "skip no O_TMPFILE"
    pathlib.Path("f").write_text(OLD)
    with start_endless("f") as child:
        child.kill()
        child.wait(20)
    assert names(".") == ["f"] and pathlib.Path("f").read_text() == OLD


DISK = {"fsync": "F", "fdatasync": "F", "sync_file_range": "s", "rename": "R",
        "renameat": "R", "renameat2": "R", "linkat": "L", "unlink": "U", "unlinkat": "U"}


def has_strace():
    try:
        return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True,
                              check=False).returncode == 0
    except OSError:
        return False


def strace(*arguments, inject=(), source="../in"):
    """Runs on a file under strace; the trace goes to the parent folder. Returns the process,
    and a letter for each call that concerns the disk."""
    options = [word for fault in inject for word in ("-e", "inject=" + fault)]
    process = subprocess.run(
        ["strace", "-f", "-qq", "-o", "../trace", "-e",
         "trace=" + ",".join("?" + name for name in DISK), *options, program,
         "--threads=1", source, *arguments], capture_output=True, text=True, check=False,
        timeout=60, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    calls = [line.split("(")[0].split()[-1]
             for line in pathlib.Path("../trace").read_text().splitlines()]
    return process, "".join(DISK.get(name, "") for name in calls)


def own_folder():
    pathlib.Path("in").write_text(LINES)
    os.mkdir("here")
    os.chdir("here")
    try:
        os.close(os.open(".", os.O_TMPFILE | os.O_RDWR, 0o600))
    except (OSError, AttributeError):
        return "skip no O_TMPFILE"
    return None if has_strace() else "skip no strace"


@test
def synced():
    """a file is synced before it replaces another one, unless --no-sync is given"""
    reason = own_folder()
    if reason:
        return reason
    for old, option, wanted in (
            (None, None, "L"), (None, "--sync", "sLFRF"), (None, "--no-sync", "L"),
            ("", None, "LR"), (OLD, None, "sLFR"), (OLD, "--sync", "sLFRF"),
            (OLD, "--no-sync", "LR")):
        if old is None:
            pathlib.Path("f").unlink(missing_ok=True)
        else:
            pathlib.Path("f").write_text(old)
        process, calls = strace("-o", "f", *([option] if option else []))
        assert process.returncode == 0 and complete("f"), process
        assert names(".") == ["f"] and calls == wanted, (old, option, calls)
    return None


@test
def not_synced():
    """if a sync fails, the run fails and the old file stays; EINVAL is not a failure"""
    reason = own_folder()
    if reason:
        return reason
    for error, words in (("EIO", "Input/output error"), ("ENOSPC", "No space left"),
                         ("EINVAL", None), ("EROFS", None), ("EOPNOTSUPP", None)):
        pathlib.Path("f").write_text(OLD)
        process, _ = strace("-o", "f", inject=[f"fsync:error={error}"])
        if words:
            assert one_line(process, "f: write error", words), process
            assert pathlib.Path("f").read_text() == OLD
        else:
            assert process.returncode == 0 and complete("f"), process
        assert names(".") == ["f"]
    process, _ = strace("-o", "f", "--sync", inject=["fsync:error=EIO:when=2"])
    assert one_line(process, "f: ", "folder", "synced", "Input/output error")
    assert complete("f") and names(".") == ["f"]
    return None


@test
def ended_at_the_end():
    """a signal while a file is put in place: the old or the new file, at most one temporary file"""
    reason = own_folder()
    if reason:
        return reason
    moments = [f"{call}:when={when}" for call in
               ("write", "fsync", "linkat", "sync_file_range", "unlink", "fchmod",
                "fchown", "ftruncate") for when in (1, 2, 3)]
    moments += [f"{call}:when=1" for call in DISK if call.startswith("rename")]
    ended = 0
    for number in (signal.SIGKILL, signal.SIGTERM):
        for linked in (False, True):
            for moment in moments:
                for name in names("."):
                    os.unlink(name)
                pathlib.Path("f").write_text(OLD)
                if linked:
                    os.link("f", "g")
                process, _ = strace(
                    "-o", "f", inject=["?" + moment + f":signal={number.name}"])
                ended += process.returncode == -number
                assert process.returncode in (-number, 0), (moment, process)
                litter = set(names(".")) - {"f", "g"}
                assert len(litter) <= (number == signal.SIGKILL), (moment, litter)
                assert all(name.startswith(".f.fairshuf-") and complete(name)
                           for name in litter), (moment, litter)
                assert (pathlib.Path("f").read_text() == OLD or complete("f")
                        or (linked and litter)), (moment, linked)
    assert ended > 12, ended
    return None


print(f"1..{count}")
sys.exit(failed > 0)
