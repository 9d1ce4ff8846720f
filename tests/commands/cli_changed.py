# SPDX-License-Identifier: MIT
"""cli_changed.py - input files that change while they are read, or that are also outputs.

Files with long records are used in place (mapped). If such a file changes, the run must fail,
and never end with status 0 and a wrong result. To stop a run at some point, a test makes it
wait for a named pipe that it reads after the file, or does not read its output.
"""
import os
import random
import re
import resource
import shutil
import subprocess
import time

from cli_support import (SEED, Ended, Skip, command, environment, get, good, names, one_line,
                       ordered, put, run, test)
from external_support import open_for

N = 8000
LAST = b"the line that came through the pipe\n"
THREADS = ("--threads=1", "--threads=4")


def long_lines(n=N, seed=1, least=100, most=900):
    dice = random.Random(seed)
    return [b"%d " % i + b"x" * dice.randint(least, most) + b"\n" for i in range(n)]


LINES = long_lines()


def put_long(name="big", lines=None):
    return put(name, b"".join(LINES if lines is None else lines))


def kept(*arguments, **more):
    """What --explain says about each input: its name, and where its records are kept."""
    text = run("--explain", *arguments, **more).out.decode()
    return dict(re.match(r"(?:input|with) +(.*?): .*?((?:used|copied) .*)", line).groups()
                for line in text.splitlines() if line.startswith(("input ", "with ")))


def assert_mapped(name, *arguments):
    where = kept(*arguments)[name]
    if "not known to be local" in where:
        raise Skip("files are not mapped here")
    assert where.startswith("used in place"), where


# ---- ways to change a file ---------------------------------------------------------------

def truncate(name):
    os.truncate(name, 0)


def shorten(name):
    os.truncate(name, os.path.getsize(name) // 2 + 1)


def append(name):
    with open(name, "ab") as file:
        file.write(b"one more\n")


def overwrite(name):
    with open(name, "r+b") as file:
        file.seek(os.path.getsize(name) // 2)
        file.write(b"y")


def overwrite_secretly(name):
    before = os.stat(name)
    overwrite(name)
    os.utime(name, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES = (truncate, shorten, append, overwrite, overwrite_secretly)


def replace(name):
    put("new", b"something else\n")
    os.rename("new", name)


def run_disturbed(change, name, *arguments, last=LAST, stdin=None, before=()):
    """Calls change(name) when the run reads the file "pipe"."""
    if not os.path.exists("pipe"):
        os.mkfifo("pipe")
    with subprocess.Popen([*before, *command([SEED, *arguments])], stdin=stdin,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment(ASAN_OPTIONS="detect_leaks=0")) as child:
        with open_for(child, "pipe") as pipe:
            change(name)
            pipe.write(last)
        out, err = child.communicate(timeout=60)
    return Ended(child.returncode, out, err)


def assert_told(ended, name):
    assert ended.status == 1, ended
    assert one_line(ended.err, f": {name}: changed "), ended


# ---- changes -----------------------------------------------------------------------------

@test
def changed_to_stdout():
    """a mapped file changes: an error for any change, with any number of threads"""
    put_long()
    assert_mapped("big", "big")
    for threads in THREADS:
        for change in CHANGES:
            put_long()
            assert_told(run_disturbed(change, "big", threads, "big", "pipe"), "big")
    put_long()
    ended = run_disturbed(replace, "big", "big", "pipe")
    assert ended.status == 0 and ended.err == b"", ended
    assert ended.out == ordered(LINES + [LAST])


@test
def changed_with_outputs():
    """... outputs are unchanged, and no temporary file is left"""
    os.mkdir("temp")
    ways = (["-o", "out"], ["--split=out:1,other:2"], ["-n", "50", "-o", "out"],
            ["-o", "out", "--derange", "--pairs"], ["-r", "-n", "5000", "-o", "out"],
            ["--cycle", "-o", "out"], ["-o", "out", "--check"],
            ["-o", "out", "--compress=gzip"])
    for way in ways:
        put_long()
        assert_mapped("big", *way, "big")
        for threads, change in ((THREADS[0], truncate), (THREADS[1], truncate),
                                (THREADS[0], append), (THREADS[1], overwrite_secretly)):
            put_long()
            put("out", b"old\n")
            before = sorted({*names(), "pipe"})
            ended = run_disturbed(change, "big", threads, *way, "--temp-dir=temp", "big",
                                  "pipe")
            assert_told(ended, "big")
            assert ended.out == b"" and get("out") == b"old\n", (way, change)
            assert names() == before and os.listdir("temp") == [], (way, names())


@test
def named_temporary_files():
    """... not even if temporary files must have names"""
    if shutil.which("strace") is None:
        raise Skip("no strace")
    os.mkdir("here")
    put("here/out", b"old\n")

    def run_traced(change, *options):
        put_long()
        before = ["strace", "-f", "-qq", "-o", "trace", "-e", "trace=openat", *options]
        assert_told(run_disturbed(change, "big", "big", "pipe", "-o", "here/out",
                                  before=before), "big")
        return get("trace").decode(errors="replace").splitlines()

    for change in (truncate, append):
        nameless = ["O_TMPFILE" in line for line in run_traced(change)]
        if True not in nameless:
            raise Skip("no files without a name here")
        number = 1 + nameless.index(True)
        trace = run_traced(change, "-e", f"inject=openat:error=EOPNOTSUPP:when={number}")
        assert any(".out.fairshuf-" in line and "O_EXCL" in line for line in trace), trace
        assert os.listdir("here") == ["out"] and get("here/out") == b"old\n"


@test
def which_file():
    """the message names the changed file: one of several, one of --with, standard input"""
    for name in ("a", "b", "c"):
        put_long(name)
    assert_mapped("b", "a", "b", "c")
    for name in ("a", "b", "c"):
        for change in (truncate, append):
            put_long(name)
            assert_told(run_disturbed(change, name, "a", "b", "c", "pipe"), name)
        put_long(name)
    # The operand comes first, then the files of --with.
    for name in ("a", "b"):
        for change in (truncate, append):
            put_long("a")
            put_long("b")
            put("out", b"old\n")
            ended = run_disturbed(change, name, "a", "--with=b", "--with=pipe",
                                  "--output-with=out", "--output-with=other",
                                  last=b"\n" * N)
            assert_told(ended, name)
            assert get("out") == b"old\n" and not os.path.exists("other")
    put_long("a")
    with open("a", "rb") as file:
        assert_told(run_disturbed(truncate, "a", "-", "pipe", stdin=file),
                    "standard input")
    put_long("strange 'name")
    ended = run_disturbed(truncate, "strange 'name", "strange 'name", "pipe")
    assert_told(ended, "\"strange 'name\"")


def run_unread(change, *arguments):
    """Calls change("big") when the first bytes of the output have been read."""
    with subprocess.Popen(command([SEED, *arguments]), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment(), bufsize=0) as child:
        first = child.stdout.read(1)
        change("big")
        out, err = child.communicate(timeout=60)
    return Ended(child.returncode, first + out, err)


@test
def changed_while_written():
    """a file that changes while its records are written, also one with huge records"""
    for lines in (LINES, long_lines(12, least=1_000_000, most=3_000_000)):
        for threads in THREADS:
            put_long(lines=lines)
            assert_mapped("big", "big")
            for change in (truncate, append, overwrite_secretly):
                put_long(lines=lines)
                assert_told(run_unread(change, threads, "big"), "big")
            put_long(lines=lines)
            ended = run_unread(replace, threads, "big")
            assert ended.status == 0 and ended.err == b"" and ended.out == ordered(lines)


@test
def changed_while_read():
    """a file that changes while it is read, mapped or not"""
    if shutil.which("strace") is None:
        raise Skip("no strace")
    put("random", bytes(range(256)) * 1000)
    short = [b"%d\n" % i for i in range(300_000)]
    for lines, order in ((LINES, SEED), (short, SEED), (LINES, "--random-source=random")):
        for change in (append, overwrite_secretly, shorten):
            put_long(lines=lines)
            # The run waits after the first piece.
            given = ["strace", "-f", "-qq", "-o", "trace", "-e", "trace=fadvise64",
                     "-e", "inject=fadvise64:delay_enter=400000:when=1",
                     *command([order, "big", "-o", "out"])]
            put("trace", b"")
            with subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=environment(ASAN_OPTIONS="detect_leaks=0")) as child:
                while b"fadvise64" not in get("trace"):
                    assert child.poll() is None, child.communicate()
                    time.sleep(0.005)
                change("big")
                out, err = child.communicate(timeout=60)
            assert_told(Ended(child.returncode, out, err), "big")
            assert not os.path.exists("out")


@test
def stopped_by_somebody():
    """SIGBUS from another process ends the run like any signal"""
    put_long()
    with subprocess.Popen(command([SEED, "big"]), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment(),
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE,
                                                                (0, 0))) as child:
        child.stdout.read(1)
        child.send_signal(7)
        err = child.communicate(timeout=60)[1]
    assert child.returncode == -7 and err == b"", (child.returncode, err)


# ---- files that are also outputs -----------------------------------------------------------

def assert_not_mapped(name, *arguments, **more):
    assert "also an output" in kept(*arguments, **more)[name], kept(*arguments, **more)


@test
def same_file_by_name():
    """an input that is also an output: -o, a hard link, a symbolic link, --split, --with"""
    half = N // 2
    wanted = ordered(LINES)
    os.mkdir("locked")
    for output, more in (("big", []), ("hard", []), ("soft", []), ("./big", ["--threads=1"]),
                         ("big", ["--memory=1M"])):
        for name in ("hard", "soft"):
            if os.path.lexists(name):
                os.unlink(name)
        put_long()
        os.link("big", "hard") if output == "hard" else os.symlink("big", "soft")
        assert_not_mapped("big", "big", "-o", output, *more)
        ended = run(SEED, "big", "missing", "-o", output, *more)
        assert ended.status == 1 and get("big") == b"".join(LINES), ended
        good(SEED, "big", "-o", output, *more)
        assert get("big") == wanted, (output, more)
    put_long()
    assert_not_mapped("big", "big", "--split=big:1,rest:1")
    good(SEED, "big", "--split=big:1,rest:1")
    assert get("big") + get("rest") == wanted and get("big").count(b"\n") == half
    put_long("a")
    put_long("b", list(reversed(LINES)))
    # Each output replaces the other input.
    given = ["a", "--with=b", "--output-with=a", "-o", "b"]
    assert_not_mapped("a", *given)
    assert_not_mapped("b", *given)
    good(SEED, *given)
    assert get("b") == wanted and get("a") == ordered(list(reversed(LINES)))
    put_long("a")
    put_long("b")
    given = ["a", "--with=b", "--output-with=a"]
    assert_mapped("b", *given)  # only the other one is an output
    assert_not_mapped("a", *given)
    assert good(SEED, *given) == wanted == get("a")


@test
def same_file_grows():
    """lines added to a file that is also the output are not lost silently"""
    if shutil.which("strace") is None:
        raise Skip("there is no strace")
    lines = LINES[:2000]
    for call in ("write", "fsync"):  # slowed down, so that there is time to add a line
        for names_ in (["big"], ["big", "hard"]):
            put_long("big", lines)
            if len(names_) > 1:
                os.link("big", "hard")
            trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                     f"inject={call}:delay_enter=1500000:when=1"]
            with subprocess.Popen(trace + command(["big", "-o", "big"]),
                                  stderr=subprocess.PIPE,
                                  env=environment(ASAN_OPTIONS="detect_leaks=0")) as child:
                time.sleep(0.8)
                with open("big", "ab") as file:
                    file.write(LAST)
                err = child.stderr.read()
            assert child.returncode == 1 and one_line(err, "big: ", "changed"), err
            assert get("big") == b"".join(lines) + LAST, (call, names_)
            for name in names_:
                os.unlink(name)


@test
def same_file_by_descriptor():
    """... standard output (1<>F, >>F), /dev/stdout, standard error"""
    wanted = ordered(LINES)
    for more in ([], ["--threads=1"], ["-o", "/dev/stdout"], ["--memory=1M"]):
        put_long()
        with open("big", "r+b") as file:  # 1<>big
            assert run(SEED, "big", "missing", *more, stdout=file).status == 1
            assert get("big") == b"".join(LINES)
            ended = run(SEED, "big", *more, stdout=file)
        assert ended.status == 0 and ended.err == b"" and get("big") == wanted, ended
        put_long()
        with open("big", "ab") as file:  # >>big
            assert run(SEED, "big", "missing", *more, stdout=file).status == 1
            assert get("big") == b"".join(LINES)
            ended = run(SEED, "big", *more, stdout=file)
        assert ended.status == 0 and get("big") == b"".join(LINES) + wanted, ended
        put_long()
        with open("big", "rb") as source, open("big", "ab") as file:
            ended = run(SEED, *more, stdin=source, stdout=file)
        assert ended.status == 0 and get("big") == b"".join(LINES) + wanted, ended
    put_long()
    with open("big", "ab") as file:
        ended = run(SEED, "--progress", "big", stderr=file)
    assert ended.status == 0 and ended.out == wanted, ended


@test
def many_files():
    """many files, few descriptors: some files are mapped, and outputs can still be opened"""
    lines = long_lines(60 * 2700)
    files = [f"s{i:02}" for i in range(60)]
    for i, name in enumerate(files):
        put_long(name, lines[i::60])
    wanted = sorted(lines)

    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (44, 44))

    places = [place.split()[0] for place in kept(*files).values()]
    assert "used" in places and "copied" in places, places
    good("--split=a:50,b:50", *files, preexec_fn=few)
    both = get("a") + get("b")
    assert sorted(both.splitlines(keepends=True)) == wanted
    good("--memory=80M", "-o", "c", *files, preexec_fn=few)
    assert sorted(get("c").splitlines(keepends=True)) == wanted
