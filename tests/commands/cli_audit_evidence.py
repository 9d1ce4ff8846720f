# SPDX-License-Identifier: MIT
"""There is a verdict only if something was tested."""
import json
import random
import signal
import subprocess
import time

from audit_support import COULD_NOT, NO_EVIDENCE, SUSPECT, UNFAIR, audit, mistake
from cli_support import command, environment, put, run, test

TWO = b"3 1 2 5 4 10 8 9 7 6\n2 5 1 3 4 7 6 10 9 8\n"
MANY = ("-a", "sattolo", "-n", 10, "-t", "1000000M", "-s", 1)


def untested(reason, *arguments, words=b"", **more):
    """An audit that could not test anything, for this reason. It says what to do."""
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
    """--only-tests, stopped by --time: could not test; with bets there is a verdict"""
    untested("stopped", *MANY, "--only-tests", "--time", "0.2", words=b"--only-tests")
    report = audit(*MANY, "--time", "0.2", "--all-trials")
    assert report["status"] == UNFAIR and not report["complete"], report["verdict"]


@test
def stopped_by_signal():
    """--only-tests, stopped by Ctrl-C: could not test"""
    with subprocess.Popen(command(("--json", "--only-tests", *MANY)), env=environment(),
                          stdout=subprocess.PIPE) as child:
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        report = json.loads(child.communicate(timeout=60)[0])
    assert child.returncode == COULD_NOT, child.returncode
    assert report["trials"] > 0 and report["untested"]["reason"] == "stopped", report


@test
def time_after_the_last():
    """after the last permutation, nothing is waited for, and nothing is interrupted"""
    orders = put("orders", TWO + b"4 1 5 8 2 10 7 3 9 6\n")
    report = audit("-n", 10, "-t", 3, "--time", "20", "--batch", "--", "sh", "-c",
                   f"cat {orders}; sleep 100")
    assert report["trials"] == 3 and report["complete"], report
    assert not report["interrupted"] and report["status"] == NO_EVIDENCE, report


@test
def time_while_waiting():
    """--time ends the wait for a program or a pipe; permutations so far count"""
    orders = put("orders", TWO + b"4 1 5 8 2 10 7 3 9 6\n")
    stalls = ("sh", "-c", f"cat {orders}; sleep 100")
    waits = ("--time", "0.5", "--timeout", "60")
    start = time.monotonic()
    report = audit("-n", 10, "--batch", *waits, "--", *stalls)
    assert report["trials"] == 3 and report["status"] == NO_EVIDENCE, report
    assert report["interrupted"] and not report["complete"], report
    with subprocess.Popen(stalls, stdout=subprocess.PIPE) as child:
        ended = subprocess.run(command(("--json", "--time", "0.5", "-p", "-")),
                               env=environment(), stdin=child.stdout,
                               stdout=subprocess.PIPE, timeout=60)
        child.kill()
    report = json.loads(ended.stdout)
    assert report["trials"] == 3 and report["interrupted"], report
    for batch in ((), ("--batch",), ("-n", 10, "--batch")):
        untested("no-orders", *batch, *waits, "--", "sleep", "100", words=b"longer")
    assert time.monotonic() - start < 30


@test
def tests_alone():
    """--only-tests, to the end: a verdict"""
    few = ("-n", 10, "-t", 5000, "-s", 1, "--only-tests")
    assert audit("-a", "sattolo", *few)["status"] == UNFAIR
    assert audit("-a", "down", *few)["status"] == NO_EVIDENCE


@test
def views_that_do_not_apply():
    """views without bets and tests for this number of cards: could not test"""
    for n, views in ((100, "triples"), (10, "whole"), (65, "triples,whole")):
        untested("no-views", "-a", "sattolo", "-n", n, "-t", 5000, f"--views={views}",
                 words=b"--views")
    untested("too-few", "-a", "sattolo", "-n", 10, "-t", 5000, "--views=triples")
    every = put("every", b"1 2 3\n3 1 2\n2 3 1\n")
    untested("no-views", "-n", 3, "-k", 3, "-p", every, "--views=sample-item")


@test
def all_in_any_order():
    """an unordered sample of all lines is always the same, and is refused"""
    for more in (("--", "cat"), ("-p", put("same", b"1 2 3\n" * 100))):
        mistake("-n", 3, "-k", 3, "--unordered", *more, parts=["--unordered", "--sample"])
    audit("-n", 3, "-k", 3, "--unordered", "--put-back", "-t", 20, "--", "cat")


@test
def sign_of_equal_lines():
    """equal lines are told apart at random, so their sign is no evidence"""
    few = ("-n", 4, "--copies=2", "-t", 100)
    mistake(*few, "--views=sign", "--", "cat", parts=["--copies", "other views"])
    assert audit(*few, "--views=sign,position", "--", "cat")["status"] == UNFAIR


def promises(*arguments):
    return " ".join(audit(*arguments, "-s", 1)["detectable"])


@test
def what_would_show():
    """the report does not claim to find effects that it cannot see"""
    dice = random.Random(5)
    def some(n, size, count, shape=lambda order: order):
        lines = (shape(dice.sample(range(1, n + 1), size)) for _ in range(count))
        return "".join(" ".join(map(str, line)) + "\n" for line in lines).encode()
    said = promises("-p", put("all", some(256, 256, 600)))
    for part in ("even", "a card", "swaps", "keys", "riffles", "different orders"):
        assert part in said, (part, said)
    said = promises("-p", put("more", some(300, 300, 600)))
    for part in ("even", "a card", "swaps"):
        assert part not in said, (part, said)
    assert "keys" in said and "riffles" in said and "different orders" in said, said
    said = promises("-a", "sattolo", "--cycle", "-n", 50, "-t", 1000)
    for part in ("even", "a card", "swaps", "keys", "riffles"):
        assert part not in said, (part, said)
    assert "different orders" in said, said
    assert promises("-n", 30, "--copies=3", "-t", 300, "--", "shuf") == ""
    ended = run("-q", "-n", 30, "--copies=3", "-t", 300, "--", "shuf")
    assert b"unknown" in ended.out and b"too few" not in ended.out, ended
    samples = ("-n", 30, "-k", 7, "-p", put("samples", some(30, 7, 500, sorted)))
    said = promises(*samples, "--unordered")
    assert "an item" in said and "different samples" not in said, said
    samples = ("-n", 30, "-k", 7, "-p", put("samples", some(30, 7, 500)))
    assert "different samples" in promises(*samples)


@test
def single_orders():
    """one permutation or one sample: could not test; two may be enough"""
    untested("too-few", "-p", put("one", b"3 1 2 5 4\n"))
    untested("too-few", "-n", 9, "-k", 2, "-p", put("sample", b"3 1\n"))
    report = audit("-p", put("two", TWO))
    assert report["status"] == NO_EVIDENCE and report["detectable"] == [], report
    untested("too-few", "-a", "down", "-n", 52, "-t", 1)


@test
def too_few_to_tell():
    """if even a program that does nothing is not noticed, nothing was tested"""
    for n, enough in ((2, 20), (3, 10), (5, 4), (10, 2)):
        shuffle = ("-n", n, "--", "shuf")
        untested("too-few", "-t", enough - 1, *shuffle, words=b"does nothing")
        untested("too-few", "-t", enough - 1, "-n", n, "--", "cat")
        assert audit("-t", enough, *shuffle)["status"] != COULD_NOT, n
        assert audit("-t", enough, "-n", n, "--", "cat")["status"] in (SUSPECT, UNFAIR), n


@test
def exact_laws():
    """--exact says what was analysed for a shuffle that keeps the deck"""
    for name in ("keeps-the-deck", "repeats-last"):
        ended = run("--exact", name, "-n", 3)
        assert b"PROVED UNFAIR" not in ended.out, ended
        assert b"sorted deck" in ended.out, ended
        report = json.loads(run("--json", "--exact", name, "-n", 3).out)
        assert report["keeps"] and report["analysed"] == "one shuffle of a sorted deck"
    assert b"PROVED UNFAIR" in run("--exact", "transpositions", "-n", 3).out
