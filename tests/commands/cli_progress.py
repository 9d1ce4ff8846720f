# SPDX-License-Identifier: MIT
"""cli_progress.py - progress: a line on a terminal if the run takes long, erased at the end.

The terminal is a pseudoterminal, and the slow input is a pipe that gets data slowly.
"""
import concurrent.futures
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from cli_support import command, environment, good, put, run, test

BLOCK = b"".join(b"%d\n" % i for i in range(100000))
FEW = b"a line\n"


def feed(arguments, terminal, blocks, signals=0):
    """Writes a block to the input every tenth of a second, and sends a signal after half of
    them. Returns stderr before the end of the input and after it. If `columns` is given,
    stderr is a terminal of this width."""
    if terminal:
        ours, theirs = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 25, terminal, 0, 0))
    else:
        ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    got = []

    def take():
        try:
            got.append(os.read(ours, 1 << 16))
        except OSError:
            return False
        return got[-1] != b""

    with subprocess.Popen(command(arguments), stdin=subprocess.PIPE, stderr=theirs,
                          stdout=subprocess.DEVNULL, env=environment(TERM="xterm")) as child:
        for i, block in enumerate(blocks):
            time.sleep(0.1)
            child.stdin.write(block)
            child.stdin.flush()
            if signals and i == len(blocks) // 2:
                child.send_signal(signals)
                time.sleep(0.2)
            take()
        before = b"".join(got)
        child.stdin.close()
        child.wait(60)
        # The kernel passes on what is written to a terminal a little later. Only at the end,
        # once nobody can write any more, does a read wait for all of it.
        os.close(theirs)
        os.set_blocking(ours, True)
        while take():
            pass
    os.close(ours)
    assert child.returncode == 0, child.returncode
    return before, b"".join(got)[len(before):]


@test
def on_terminals():
    """on a terminal a line appears after a second and is removed at the end"""
    before, after = feed([], 80, [BLOCK] * 15)
    assert b"fairshuf: reading" in before and b"MB" in before, before
    assert b"%" not in before and b"left" not in before, "shows what is not known"
    assert (before + after).endswith(b"\r\033[K"), after
    assert b"\n" not in before + after


@test
def on_terminals_slowly():
    """... also if the input comes a few bytes at a time"""
    before, after = feed([], 80, [FEW] * 18)
    assert b"fairshuf: reading" in before, (before, after)
    assert (before + after).endswith(b"\r\033[K"), after


@test
def on_narrow_terminals():
    """a line is never as wide as the terminal, so that it does not wrap"""
    widths = (1, 9, 20, 31, 42)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = pool.map(lambda width: feed([], width, [BLOCK] * 14), widths)
        for width, (before, _) in zip(widths, results):
            lines = [line.removesuffix(b"\033[K") for line in before.split(b"\r")]
            assert all(len(line) < width for line in lines), (width, before)
            assert width < 20 or any(b"reading" in line for line in lines), before


@test
def not_shown():
    """no progress for short runs, with -q or --no-progress, and without a terminal"""
    cases = (([], 80, [BLOCK] * 3), (["-q"], 80, [BLOCK] * 13),
             (["--no-progress"], 80, [BLOCK] * 13), ([], False, [BLOCK] * 13),
             (["--progress", "--no-progress"], False, [BLOCK] * 13))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for case, result in zip(cases, pool.map(lambda case: feed(*case), cases)):
            assert result == (b"", b""), (case[0], result)


@test
def asked_for():
    """--progress: lines without control characters if stderr is not a terminal"""
    before, after = feed(["--progress"], False, [BLOCK] * 16)
    text = (before + after).decode()
    assert "fairshuf: reading" in text and "\r" not in text and "\033" not in text, text
    assert all(line.startswith("fairshuf: ") for line in text.splitlines())


@test
def by_signal():
    """SIGUSR1 prints a line at once, and the run goes on"""
    cases = ([], ["-q"], ["--no-progress"], ["-n3"])
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = pool.map(lambda case: feed(case, False, [BLOCK] * 6, signal.SIGUSR1),
                           cases)
        for case, (before, _) in zip(cases, results):
            assert re.fullmatch(rb"fairshuf: reading [^\n]*\n", before), (case, before)


@test
def by_signal_slowly():
    """SIGUSR1 prints a line at once, also while waiting for input"""
    before, _ = feed([], False, [FEW] * 6, signal.SIGUSR1)
    assert re.fullmatch(rb"fairshuf: reading [^\n]*\n", before), before


@test
def by_signal_source():
    """SIGUSR1 does not end a run with --random-source"""
    feed(["--random-source=/dev/zero"], False, [BLOCK] * 4, signal.SIGUSR1)


def tell_until(word, arguments):
    """Sends SIGUSR1 until a line names this phase, and ends the run. Returns its status and
    its messages."""
    for delay in (0.02, 0.1, 0.5, 2):  # so that it catches the signal
        with subprocess.Popen(command(arguments), stderr=subprocess.PIPE,
                              env=environment()) as child:
            time.sleep(delay)
            err = ""
            while child.poll() is None and word not in err:
                child.send_signal(signal.SIGUSR1)
                if select.select([child.stderr], [], [], 0.05)[0]:
                    err += os.read(child.stderr.fileno(), 4096).decode()
            child.terminate()
            err += child.stderr.read().decode()
        if child.returncode != -signal.SIGUSR1:
            break
    return child.returncode, err


@test
def by_signal_endless():
    """SIGUSR1 prints a line while -r goes on"""
    status, err = tell_until("writing", ["-r", "-i", "1-9", "-o", "/dev/null"])
    assert status == -signal.SIGTERM, (status, err)
    assert re.fullmatch(r"(fairshuf: writing [^\n]*\n)+", err), err


@test
def units():
    """ordering is not shown in bytes, and a percentage is at most 100 %"""
    status, err = tell_until("shuffling", ["-i", "1-100000000", "-o", "/dev/null",
                                           "--threads=1"])
    assert "shuffling" in err, (status, err)
    for line in err.splitlines():
        assert not re.search(r"shuffling.*\d k?B\b", line), line
        assert not re.search(r"(?!100)\d{3} %", line), line


@test
def verbose():
    """-v reports what was done, and the seed; the output stays the same"""
    put("f", b"".join(b"%d\n" % i for i in range(1000)))
    ended = run("-v", "--seed=x", "f")
    assert ended.status == 0 and ended.out == good("--seed=x", "f")
    text = ended.err.decode()
    assert all(line.startswith("fairshuf: ") for line in text.splitlines())
    assert "--seed=" in text and re.search(r"\d B|kB", text), text
    assert run("-v", "-q", "f").err == b"" != run("-q", "-v", "f").err


def on_pty(arguments, until, number, term="xterm"):
    """Runs on a terminal until it shows the bytes `until`, or for four seconds; then ends the
    run with a signal. Returns the status and everything that was shown."""
    ours, theirs = pty.openpty()
    got = b""
    with subprocess.Popen(command(arguments), stdin=subprocess.DEVNULL, stderr=theirs,
                          stdout=subprocess.DEVNULL, env=environment(TERM=term)) as child:
        os.close(theirs)
        end = time.monotonic() + 4
        while until not in got and time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                got += os.read(ours, 4096)
        child.send_signal(number)
        child.wait(60)
    try:
        while more := os.read(ours, 4096):
            got += more
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return child.returncode, got


@test
def interrupted():
    """a signal that ends the run erases the line first"""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        status, got = on_pty(["-r", "-i", "1-9"], b"writing", number)
        assert status == -number and b"writing" in got, (status, got)
        assert got.endswith(b"\r\033[K"), got[-40:]


@test
def dumb_terminals():
    """on a dumb terminal, no control characters, and no line without --progress"""
    endless = ["-r", "-i", "1-9"]
    for term in ("dumb", ""):
        status, got = on_pty(["--progress", *endless], b"\n", signal.SIGTERM, term)
        assert status == -signal.SIGTERM and b"\033" not in got, got
        assert got.replace(b"\r\n", b"").startswith(b"fairshuf: writing"), got
        status, got = on_pty(endless, b"\n", signal.SIGTERM, term)
        assert status == -signal.SIGTERM and got == b"", got


@test
def shares_of_draws():
    """writing shows a percentage if the size of the output can be estimated"""
    put("f", b"".join(b"%d\n" % i for i in range(100000)))
    for arguments in (["-r", "-n", 10**12, "-i", "1-100"], ["-r", "-n", 10**12, "f"],
                      ["-r", "-n", 10**12, "f", "--header"]):
        status, err = tell_until("writing", [*arguments, "-o", "/dev/null"])
        assert re.search(r"writing .* of \d.*, 0 %", err), (arguments, status, err)
    data = b"".join(b"%d\n" % i for i in range(3 * 10**6))
    put("g", data)
    for arguments in (["-i", "1-30000000", "--threads=1"], ["-n2900000", "g", "--threads=1"],
                      ["-i", "1-30000000", "-n", "29000000", "--threads=1"]):
        status, err = tell_until("writing", [*arguments, "-o", "/dev/null"])
        assert re.search(r"writing .* of \d.*, \d+ %", err), (arguments, status, err)
        assert not re.search(r"(?!100)\d{3} %", err), err
