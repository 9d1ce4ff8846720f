# SPDX-License-Identifier: MIT
"""Signals: an audit ends soon after a signal, and reports what it knows."""
import json
import signal
import subprocess
import time

from audit_support import COULD_NOT, NO_EVIDENCE, SUSPECT, UNFAIR
from cli_support import Ended, command, environment, put, run, test

SOON = 5  # seconds; one is enough on an idle machine


def interrupted(*arguments, after=1.5, number=signal.SIGINT):
    """Runs fairaudit and sends a signal `after` this many seconds."""
    process = subprocess.Popen(command(arguments), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment())
    time.sleep(after)
    assert process.poll() is None, "it has already ended"
    start = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    seconds = time.monotonic() - start
    assert seconds < SOON, f"{seconds:.1f} s"
    return Ended(process.returncode, out, err)


@test
def built_in():
    """a long audit of many cards: the verdict comes at once"""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        ended = interrupted("-a", "sattolo", "-n", 256, "-t", "100M", "--all-trials",
                            number=number)
        assert ended.status == UNFAIR and ended.err == b"", ended
        assert b"stopped" in ended.out and b"not computed" in ended.out, ended
        assert b"distance" not in ended.out, ended
    ended = interrupted("-a", "down", "-n", 256, "-t", "100M", "--all-trials")
    assert ended.status in (NO_EVIDENCE, SUSPECT, COULD_NOT) and ended.err == b"", ended


@test
def in_json():
    """JSON says whether the diagnosis was left out"""
    long = ("-n", 256, "-t", "100M", "--all-trials", "--json")
    report = json.loads(interrupted("-a", "sattolo", *long).out)
    assert report["verdict"] == "unfair" and report["undiagnosed"] is True, report
    assert not report["effects"] and report["distance"]["bound"] == 0, report
    report = json.loads(interrupted("-a", "down", *long).out)
    assert report["verdict"] == "no-evidence" and report["undiagnosed"] is False, report
    report = json.loads(run("-a", "sattolo", "-n", 9, "-t", 1000, "--json").out)
    assert report["effects"] and report["undiagnosed"] is False, report


@test
def programs_and_batches():
    """slow programs, and large samples with replacement"""
    sample = ("-n", 6, "-k", 100000, "--put-back", "-t", "1G")
    die = ("python3", "-c", "import random\nwhile True:\n"
           " print(' '.join(map(str, random.choices(range(1, 7), k=100000))))")
    for arguments in (("-n", 5, "--", "sleep", 1000), (*sample, "--batch", "--", *die),
                      ("-n", 10, "-k", 400000, "--put-back", "--", "shuf", "-r", "-n",
                       400000)):
        ended = interrupted(*arguments, after=1.0)
        assert ended.status in (NO_EVIDENCE, SUSPECT, COULD_NOT) and ended.err == b"", ended


@test
def large_samples():
    """the largest samples take only seconds"""
    for n, rounds in ((6, 100), (2, 1 << 13), (256, 64)):
        line = b"".join(b"%d " % (i * i % 1021 % n + 1) for i in range(1024)) * rounds
        put("one", line + b"\n")
        start = time.monotonic()
        ended = run("-q", "-n", n, "-k", 1024 * rounds, "--put-back", "-p", "one")
        assert ended.status in range(4) and ended.err == b"", ended
        assert time.monotonic() - start < 30, (n, time.monotonic() - start)


@test
def proofs():
    """--exact has no result before its end, so the signal ends it"""
    ended = interrupted("--exact", "swap-with-any", "-n", 10, "-q")
    assert ended.status == -signal.SIGINT and ended.out == b"", ended


@test
def counts():
    """--counts prints what was counted so far"""
    ended = interrupted("--counts", "down", "-t", "1G")
    assert ended.status == 0 and b"down" in ended.out and ended.err == b"", ended
