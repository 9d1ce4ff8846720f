# SPDX-License-Identifier: MIT
"""external_support.py - shared by the tests of files larger than memory.

Inputs have a few megabytes, and limits are 1 MiB or more, the least that the command
accepts. The output must be the same as without a limit, which other tests compare with a
model.
"""
import os
import random
import shutil
import subprocess
import threading
import time

from cli_support import (SEED, Ended, Skip, command, environment, get, good, one_line,
                       put)

MEGABYTE = 1000 * 1000
THROUGH = b"temporary file"  # -v reports that one was used


# ---- inputs ----------------------------------------------------------------------------

def plain_lines(megabytes, length=40):
    """Numbered lines of this length."""
    count = int(megabytes * MEGABYTE) // length
    return [b"%-*d\n" % (length - 1, i) for i in range(count)]


def noise(dice, without=b""):
    """A megabyte of random bytes, except those in `without`."""
    bytes_of = dice.randbytes(1 << 20)
    for byte in without:
        bytes_of = bytes_of.replace(bytes([byte]), b"~")
    return bytes_of


def wild(megabytes, end=b"\n", seed=1):
    """Records with any bytes and many lengths: a third are empty, some are almost too long
    for a limit of 1 MiB, and the last one has no end."""
    dice = random.Random(seed)
    bytes_of = noise(dice, end)
    records, size, number = [], 0, 0
    while size < megabytes * MEGABYTE:
        number += 1
        length = 0 if dice.random() < 0.33 else int(dice.expovariate(1 / 60))
        if number % 9000 == 0:
            length = dice.randrange(60000, 200000)
        at = dice.randrange(len(bytes_of) - length)
        records.append(b"%d:" % number + bytes_of[at:at + length] if length else b"")
        size += length + 1
    return end.join(records + [b"the last"])


def rows(megabytes):
    """CSV with newlines and quotes within quotes, after a header."""
    return b"number,text\n" + b"".join(
        b'%d,"a ""row""\nof %d lines\n"\n' % (i, 3) if i % 3 else b"%d,plain\r\n" % i
        for i in range(int(megabytes * MEGABYTE) // 25))


def paragraphs(megabytes):
    return b"".join(b"paragraph %d\n%s%s" % (i, b"more\n" * (i % 4), b"\n" * (1 + i % 3))
                    for i in range(int(megabytes * MEGABYTE) // 28))


# ---- runs ------------------------------------------------------------------------------

def feed(data, fd, slowly, seed):
    """Writes to a pipe; if `slowly`, in small pieces with pauses."""
    dice = random.Random(seed)
    at = 0
    try:
        while at < len(data):
            size = dice.randrange(1, 9000) if slowly else len(data)
            at += os.write(fd, data[at:at + size])
            if slowly and dice.random() < 0.02:
                time.sleep(0.001)
    except BrokenPipeError:
        pass
    os.close(fd)


def run_fed(data, *arguments, slowly=False, before=(), **more):
    """Runs with the data from a pipe."""
    out, into = os.pipe()
    with subprocess.Popen([*before, *command(arguments)], stdin=out,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment(), **more) as child:
        os.close(out)
        feeder = threading.Thread(target=feed, args=(data, into, slowly, len(data)))
        feeder.start()
        text, err = child.communicate(timeout=120)
        feeder.join()
    return Ended(child.returncode, text, err)


def run_file(*arguments, before=(), **more):
    ended = subprocess.run([*before, *command(arguments)], capture_output=True,
                           check=False, timeout=120, env=environment(), **more)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def beyond(memory, *arguments, data=None, slowly=False):
    """The output with this memory limit, which must be too small for all records. If `data`
    are given, they come from a pipe."""
    arguments = [SEED, "-v", "--memory=" + memory, *arguments]
    ended = (run_file(*arguments) if data is None else
             run_fed(data, *arguments, slowly=slowly))
    assert ended.status == 0 and THROUGH in ended.err, (arguments, ended)
    return ended.out


class Workspace:
    """An input, an old output and a folder for temporary files. After a run that fails,
    everything must be as before; after one that succeeds, the output must be complete."""

    def __init__(self, megabytes, lines=None):
        self.lines = lines or plain_lines(megabytes)
        self.data = b"".join(self.lines)
        put("in", self.data)
        os.mkdir("here")
        os.mkdir("temp")
        self.old = b"the old content\n" * 1000
        self.new = good(SEED, "in")
        self.reset()

    def reset(self):
        put("here/out", self.old)

    def arguments(self, memory="1M", source="in"):
        return [SEED, "--threads=1", "--memory=" + memory, "--temp-dir=temp", source,
                "-o", "here/out"]

    def check(self, status, litter=()):
        """The old output must be there or, if the status is 0, the complete new one. There must
        be no temporary files, except `litter`."""
        now = get("here/out")
        assert now == (self.new if status == 0 else self.old), (status, len(now))
        assert os.listdir("temp") == [], os.listdir("temp")
        assert set(os.listdir("here")) - {"out"} == set(litter), os.listdir("here")
        if status == 0:
            self.reset()


# ---- file systems of any size ----------------------------------------------------------

def small_disk_way():
    """The command that gives a process its own mounts. Skips if that is not possible."""
    if shutil.which("unshare") is None:
        raise Skip("no unshare")
    os.makedirs("small", exist_ok=True)
    for way in (["unshare", "-m"], ["unshare", "-rm"]):
        if subprocess.run([*way, "mount", "-t", "tmpfs", "tmpfs", "small"],
                          capture_output=True, check=False).returncode == 0:
            return way
    raise Skip("mounting a small file system is not permitted")


def on_small_disk(way, kilobytes, script, *arguments):
    """Runs a shell script with a disk of this size at ./small, which only the script sees.
    Its first argument is the program."""
    mount = f"mount -t tmpfs -o size={round(kilobytes * 1024)} tmpfs small\n"
    ended = subprocess.run([*way, "sh", "-ec", mount + script, "sh", *command(arguments)],
                           capture_output=True, check=False, timeout=120,
                           env=environment())
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def one_message(ended):
    """Whether a run ended with status 1 and one line."""
    return ended.status == 1 and one_line(ended.err)


def open_for(child, path):
    """Waits until the child has opened a named pipe, and opens it for writing."""
    while child.poll() is None:
        try:
            return os.fdopen(os.open(path, os.O_WRONLY | os.O_NONBLOCK), "wb")
        except OSError:
            time.sleep(0.005)
    raise AssertionError("the program has ended")


# ---- system calls ----------------------------------------------------------------------

def strace(calls, arguments, fault=None, source=None):
    """Runs with an injected fault. Returns the run and the traced calls. If there is a
    `source`, cat writes it to standard input."""
    options = ["-e", "inject=" + fault] if fault else []
    # Faster, but strace then cannot send signals.
    quick = [] if fault and "signal=" in fault else ["--seccomp-bpf"]
    given = ["strace", "-f", "-qq", *quick, "-o", "trace", "-e", "trace=" + calls, *options,
             *command(arguments)]
    more = {}
    if source is not None:
        more["stdin"] = subprocess.Popen(["cat", source], stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL).stdout
    try:
        ended = subprocess.run(
            given, capture_output=True, check=False, timeout=60,
            env=environment(ASAN_OPTIONS="detect_leaks=0"), **more)
    except FileNotFoundError as error:
        raise Skip("no strace") from error
    finally:
        if source is not None:
            more["stdin"].close()
    trace = get("trace").decode(errors="replace").splitlines()
    return Ended(ended.returncode, ended.stdout, ended.stderr), trace


def own_calls(workspace, call, source=None):
    """The numbers of the calls that the command itself makes, and their arguments. Calls that
    load shared libraries are left out: they come before the first sigaction()."""
    ended, trace = strace(call + ",rt_sigaction",
                          workspace.arguments(source="in" if source is None else "-"),
                          source=source)
    assert ended.status == 0, ended
    workspace.check(0)
    result, number, started = [], 0, False
    for line in trace:
        started |= " rt_sigaction(SIGINT" in line
        if f" {call}(" in line:
            number += 1
            if started:
                result.append((number, line.split("(", 1)[1]))
    assert result, call
    return result
