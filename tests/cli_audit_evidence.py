# SPDX-License-Identifier: MIT
"""A verdict rests on evidence that was collected in this run."""
import json
import signal
import subprocess
import time

from audit_tools import COULD_NOT, NO_EVIDENCE, SUSPECT, UNFAIR, audit
from cli_tools import command, environment, put, run, test

TWO = b"3 1 2 5 4 10 8 9 7 6\n2 5 1 3 4 7 6 10 9 8\n"
MANY = ("-a", "sattolo", "-n", 10, "-t", "1000000M", "-s", 1)


def untested(reason, *arguments, words=b"", **more):
    """COULD NOT TEST, with status 2, for this reason; what to do is said as well."""
    report = audit(*arguments, **more)
    assert report["status"] == COULD_NOT and report["verdict"] == "could-not-test", report
    assert report["untested"]["reason"] == reason, report["untested"]
    assert report["untested"]["text"] and report["untested"]["what_to_do"]
    assert not report["judged"] and not report["detectable"] and not report["tests"]
    ended = run("-q", *arguments, **more)
    assert ended.status == COULD_NOT and b"COULD NOT TEST" in ended.out, ended
    assert b"what to do" in ended.out and b"NO EVIDENCE" not in ended.out, ended
    assert words in ended.out, ended
    return report


@test
def stopped_by_time():
    """tests only, stopped by --time: could not test; with bets there is a verdict"""
    untested("stopped", *MANY, "--only-tests", "--time", "0.2", words=b"--only-tests")
    report = audit(*MANY, "--time", "0.2", "--all-trials")
    assert report["status"] == UNFAIR and not report["complete"], report["verdict"]


@test
def stopped_by_signal():
    """tests only, stopped by Ctrl-C: could not test"""
    with subprocess.Popen(command(("--json", "--only-tests", *MANY)), env=environment(),
                          stdout=subprocess.PIPE) as child:
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        report = json.loads(child.communicate(timeout=60)[0])
    assert child.returncode == COULD_NOT, child.returncode
    assert report["trials"] > 0 and report["untested"]["reason"] == "stopped", report


@test
def time_after_the_last():
    """if time is over when the last order has come, nothing was interrupted"""
    orders = put("orders", TWO + b"4 1 5 8 2 10 7 3 9 6\n")
    report = audit("-n", 10, "-t", 3, "--time", "0.2", "--batch", "--", "sh", "-c",
                   f"sleep 0.5; cat {orders}")
    assert report["trials"] == 3 and report["complete"], report
    assert not report["interrupted"] and report["status"] == NO_EVIDENCE, report


@test
def tests_alone():
    """tests only, to the end: a verdict"""
    few = ("-n", 10, "-t", 5000, "-s", 1, "--only-tests")
    assert audit("-a", "sattolo", *few)["status"] == UNFAIR
    assert audit("-a", "down", *few)["status"] == NO_EVIDENCE


@test
def views_that_do_not_apply():
    """views without bets and tests for so many cards: could not test"""
    for n, views in ((100, "triples"), (10, "whole"), (65, "triples,whole")):
        untested("no-views", "-a", "sattolo", "-n", n, "-t", 5000, f"--views={views}",
                 words=b"--views")
    untested("too-few", "-a", "sattolo", "-n", 10, "-t", 5000, "--views=triples")


@test
def single_orders():
    """a file with one order, or one sample: could not test; two may be enough"""
    untested("too-few", "-p", put("one", b"3 1 2 5 4\n"))
    untested("too-few", "-n", 9, "-k", 2, "-p", put("sample", b"3 1\n"))
    report = audit("-p", put("two", TWO))
    assert report["status"] == NO_EVIDENCE and report["detectable"] == [], report
    untested("too-few", "-a", "down", "-n", 52, "-t", 1)


@test
def too_few_to_tell():
    """where a program that does nothing is not noticed, nothing was tested"""
    for n, enough in ((2, 20), (3, 10), (5, 4), (10, 2)):
        shuffle = ("-n", n, "--", "shuf")
        untested("too-few", "-t", enough - 1, *shuffle, words=b"does nothing")
        untested("too-few", "-t", enough - 1, "-n", n, "--", "cat")
        assert audit("-t", enough, *shuffle)["status"] != COULD_NOT, n
        assert audit("-t", enough, "-n", n, "--", "cat")["status"] in (SUSPECT, UNFAIR), n


@test
def exact_laws():
    """--exact of a shuffle that keeps the deck says what was analysed"""
    for name in ("keeps-the-deck", "repeats-last"):
        ended = run("--exact", name, "-n", 3)
        assert b"PROVED UNFAIR" not in ended.out, ended
        assert b"single shuffle of a sorted deck" in ended.out, ended
        report = json.loads(run("--json", "--exact", name, "-n", 3).out)
        assert report["keeps"] and report["analysed"] == "one shuffle of a sorted deck"
    assert b"PROVED UNFAIR" in run("--exact", "transpositions", "-n", 3).out
