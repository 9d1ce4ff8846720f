# SPDX-License-Identifier: MIT
"""cli_external_failures.py - files larger than memory: full disks, inputs that change, runs that
are killed.

The old output is intact, or the new one is complete; no temporary file is left; and one line
says what went wrong. Disks are small tmpfs. strace stops a run at the k-th call with SIGSTOP,
so the tests do not depend on the speed of the machine.
"""
import contextlib
import os
import random
import signal
import subprocess
import time

from cli_support import (SEED, Skip, command, environment, get, good, large, names, one_line,
                       put, run, test)
from external_support import (Workspace, on_small_disk, own_calls, run_file, small_disk_way,
                            strace)

TIMES = 30 if large else 10


# ---- full disks ------------------------------------------------------------------------

def fill(workspace, low, high, temporary, output, place):
    """Runs on disks of many sizes, from too small to large enough."""
    way = small_disk_way()
    script = f"""
        echo old > small/out
        status=0
        cat in | "$@" --temp-dir={temporary} -o {output} || status=$?
        test {output} != small/out -o $status != 0 || cp small/out here/out
        test {output}$status = small/out0 || test "$(cat small/out)" = old
        rm small/out
        ls -A small
        exit $status"""
    ends = []
    for i in range(TIMES):
        kilobytes = int(low + (high - low) * i / (TIMES - 1))
        ended = on_small_disk(way, kilobytes, script, SEED, "--threads=1", "--memory=1M")
        assert ended.status in (0, 1) and ended.out == b"", (kilobytes, ended)
        assert ended.status == 0 or one_line(
            ended.err, place, "No space left on device"), (kilobytes, ended)
        workspace.check(ended.status)
        ends.append(ended.status)
    assert ends[0] == 1 and ends[-1] == 0 and ends == sorted(ends)[::-1], ends


@test
def full_temporary():
    """the disk of the temporary file is full"""
    fill(Workspace(4), 100, 5000, "small", "here/out", "small: temporary file: ")


@test
def full_output():
    """the disk of the output is full"""
    fill(Workspace(4), 20, 4400, "temp", "small/out", "small/out: ")


@test
def full_both():
    """the disk of both is full"""
    fill(Workspace(4), 100, 9000, "small", "small/out", "small")


@test
def full_standard_output():
    """the disk of standard output is full"""
    way = small_disk_way()
    workspace = Workspace(4)
    for kilobytes in (100, 1000, 3000):
        ended = on_small_disk(way, kilobytes, 'cat in | "$@" > small/out', SEED,
                              "--memory=1M", "--temp-dir=temp")
        assert one_line(ended.err, "write error: No space left on device"), ended
        workspace.check(1)


# ---- inputs that change ----------------------------------------------------------------

def stops(child, number):
    """Waits until a run was stopped `number` times. False if it has ended."""
    while get("trace").count(b"stopped by SIGSTOP") < number:
        if child.poll() is not None:
            return False
        time.sleep(0.005)
    return True


@contextlib.contextmanager
def held(workspace, call, when, then=None):
    """A run that is stopped after the k-th call, and continues at the end of the block. Gives
    a list that then has the status and the message. If there is a function `then`, the run
    is stopped again after the next call, and the function is called."""
    result = []
    moment = f"{when}..{when + 1}+1" if then else str(when)
    given = ["strace", "-f", "-qq", "-o", "trace", "-e", "trace=" + call, "-e",
             f"inject={call}:signal=SIGSTOP:when={moment}", *command(workspace.arguments())]
    put("trace", b"")
    try:
        child = subprocess.Popen(given, stderr=subprocess.PIPE,
                                 env=environment(ASAN_OPTIONS="detect_leaks=0"))
    except FileNotFoundError as error:
        raise Skip("no strace") from error
    with child:
        assert stops(child, 1), (call, when, child.stderr.read())
        yield result
        stopped = int(get("trace").split()[0])
        os.kill(stopped, signal.SIGCONT)
        if then and stops(child, 2):
            then()
            os.kill(stopped, signal.SIGCONT)
        message = child.stderr.read()
        result += [child.wait(60), message]


def input_reads(workspace):
    """The numbers of the reads of the input, without two for the plan and the last one."""
    reads = own_calls(workspace, "pread64")
    first = reads[0][1].split(",")[0]
    return [k for k, line in reads if line.startswith(first + ",")][2:-1]


def some_of(reads, many=6):
    return [reads[len(reads) * i // many] for i in range(many)]


@test
def shrinking():
    """the input becomes shorter while it is read: an error, unless that part was already read"""
    workspace = Workspace(3)
    for when in some_of(input_reads(workspace)):
        for size in (0, 1_000_001, 2_900_000):
            with held(workspace, "pread64", when) as ended:
                os.truncate("in", size)
            assert ended[0] == 0 or one_line(ended[1], "in: "), (when, size, ended)
            workspace.check(ended[0])  # complete, if that part was already read
            put("in", workspace.data)


@test
def shorter_for_a_moment():
    """the input is emptied and filled again while it is read: an error"""
    workspace = Workspace(3)
    for when in some_of(input_reads(workspace)):
        with held(workspace, "pread64", when, lambda: put("in", workspace.data)) as ended:
            os.truncate("in", 0)
        assert ended[0] == 1 and one_line(ended[1], "in: "), (when, ended)
        workspace.check(1)


@test
def growing():
    """the input becomes longer while it is read: an error"""
    workspace = Workspace(3)
    for when in some_of(input_reads(workspace)):
        with held(workspace, "pread64", when) as ended:
            with open("in", "ab") as file:
                file.write(b"added\n" * 1000)
        assert ended[0] == 1 and one_line(ended[1], "in: "), (when, ended)
        workspace.check(1)
        put("in", workspace.data)


@test
def rewritten():
    """the input is rewritten while it is read: an error"""
    workspace = Workspace(3)
    other = workspace.data.replace(b"  \n", b"!!\n")
    for when in some_of(input_reads(workspace)):
        with held(workspace, "pread64", when) as ended:
            with open("in", "r+b") as file:
                file.write(other)
        assert ended[0] == 1 and one_line(ended[1], "in: "), ended
        workspace.check(1)
        put("in", workspace.data)


@test
def replaced():
    """the input is replaced or removed while it is read: the open file is read"""
    workspace = Workspace(3)
    for when in some_of(input_reads(workspace), 2):
        for take in (lambda: os.replace("other", "in"), lambda: os.unlink("in")):
            put("other", b"another file\n")
            with held(workspace, "pread64", when) as ended:
                take()
            assert ended == [0, b""], ended
            workspace.check(0)
            put("in", workspace.data)


@test
def gone():
    """the folder of the output or of the temporary file is renamed during the run"""
    workspace = Workspace(3)
    with held(workspace, "pwrite64", 3) as ended:
        os.rename("temp", "elsewhere")
    assert ended == [0, b""] and os.listdir("elsewhere") == [], ended
    os.rename("elsewhere", "temp")
    workspace.check(0)
    with held(workspace, "pwrite64", 3) as ended:
        os.rename("here", "elsewhere")
    assert ended[0] == 1 and one_line(ended[1], "here/out: "), ended
    os.rename("elsewhere", "here")
    workspace.check(1)


# ---- killed runs -----------------------------------------------------------------------

def can_be_nameless():
    try:
        os.close(os.open(".", os.O_TMPFILE | os.O_RDWR, 0o600))
    except (OSError, AttributeError):
        return False
    return True


def check_end(workspace, status, number):
    """After a signal, the run was killed or is complete, and the old or the new file is there.
    A temporary file may be left only by SIGKILL while the output is put in place."""
    assert status in (0, -number), (status, number)
    now = get("here/out")
    assert now == workspace.new or (status != 0 and now == workspace.old), (status, len(now))
    litter = set(os.listdir("here")) - {"out"}
    assert len(litter) <= (number == signal.SIGKILL), litter
    for name in litter:
        assert name.startswith(".out.fairshuf-"), name
        assert get("here/" + name) == workspace.new or not can_be_nameless()
        os.unlink("here/" + name)
    left = os.listdir("temp")
    assert left == [] or (number == signal.SIGKILL and not can_be_nameless()), left
    workspace.reset()


@test
def ended_at_any_moment():
    """SIGKILL, SIGTERM, SIGINT, SIGHUP at 50 moments of a run"""
    workspace = Workspace(12)
    start = time.monotonic()
    assert run_file(*workspace.arguments()).status == 0
    duration = time.monotonic() - start
    workspace.check(0)
    moments = 200 if large else max(12, min(50, int(12 / duration)))
    dice = random.Random(1)
    numbers = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    killed = 0
    for i in range(moments):
        number = numbers[i % 4]
        with subprocess.Popen(command(workspace.arguments()), env=environment(),
                              stderr=subprocess.PIPE) as child:
            time.sleep(duration * (i + dice.random()) / moments)
            child.send_signal(number)
            message = child.stderr.read()
        assert message == b"", message
        killed += child.returncode != 0
        check_end(workspace, child.returncode, number)
    assert killed > moments // 4, (killed, moments, duration)


@test
def ended_at_any_call():
    """... and at the k-th call that reads or writes"""
    workspace = Workspace(2.5)
    killed = 0
    for call, moments in (("pwrite64", (1, 2, 30, 150)), ("pread64", (1, 5, 200, 600)),
                          ("write", (1, 2, 20)), ("fallocate", (1, 50)),
                          ("fsync", (1,)), ("linkat", (1,)), ("rename", (1,))):
        for when in moments:
            for number in (signal.SIGKILL, signal.SIGTERM):
                ended, _ = strace(call, workspace.arguments(),
                                  f"{call}:signal={number.name}:when={when}")
                assert ended.err == b"", ended
                killed += ended.status != 0
                check_end(workspace, ended.status, number)
    assert killed > 10, killed


@test
def killed_while_mapped():
    """SIGKILL at 100 moments of a run whose input is mapped: the old file or the new one"""
    lines = [b"%d " % i + b"x" * (100 + i % 800) + b"\n" for i in range(40_000)]
    put("in", b"".join(lines))
    given = [SEED, "in", "-o", "out"]
    assert b"used in place" in run("--explain", *given).out
    start = time.monotonic()
    good(*given)
    duration = time.monotonic() - start
    new, old, killed = get("out"), b"old\n", 0
    dice = random.Random(2)
    for i in range(100):
        put("out", old)
        with subprocess.Popen(command(given), env=environment()) as child:
            time.sleep(duration * (i + dice.random()) / 100)
            child.send_signal(signal.SIGKILL)
        now = get("out")
        assert now == new or (child.returncode != 0 and now == old), (i, len(now))
        killed += child.returncode != 0
        for name in set(names()) - {"in", "out"}:  # killed while the output was put in place
            assert name.startswith(".out.fairshuf-"), name
            os.unlink(name)
    assert killed > 20, killed
