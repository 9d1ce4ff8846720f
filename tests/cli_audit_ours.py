# SPDX-License-Identifier: MIT
"""Our own shuffles, in every mode."""
from audit_tools import fairshuf, no_evidence, unfair
from cli_tools import large_test, test

FEW = 300  # runs of a program


@test
def lines():
    """fairshuf shuffles lines"""
    for n in (2, 3, 10, 52):
        no_evidence("-n", n, "-t", FEW, "--", fairshuf)


@test
def other_ways_in():
    """fairshuf with files, ranges, arguments, records, tokens, equal lines"""
    no_evidence("-n", 10, "-t", FEW, "--", fairshuf, "{in}")
    no_evidence("-n", 10, "-t", FEW, "--", fairshuf, "-o", "{out}", "{in}")
    no_evidence("-n", 10, "-t", FEW, "--", fairshuf, "-i", "1-10")
    no_evidence("-n", 5, "-t", FEW, "--", fairshuf, "-e", "1", "2", "3", "4", "5")
    no_evidence("-n", 9, "-t", FEW, "--", fairshuf, "--record-size=2")
    no_evidence("-n", 10, "-t", FEW, "--tokens", "--", fairshuf)
    no_evidence("-n", 20, "-t", FEW, "--copies=2", "--", fairshuf)
    no_evidence("-n", 10, "-t", FEW, "--", fairshuf, "--csv")
    no_evidence("-n", 10, "-t", FEW, "--", "sh", "-c",
                f"{fairshuf} --random-source=/dev/urandom")


@test
def samples():
    """fairshuf -n and -r pick fairly"""
    no_evidence("-n", 100, "-k", 1, "-t", 2000, "--", fairshuf, "-n", "1", "-i", "1-100")
    no_evidence("-n", 20, "-k", 5, "-t", FEW, "--", fairshuf, "-n", "5")
    no_evidence("-n", 6, "-k", 10, "--put-back", "-t", FEW, "--", fairshuf, "-r", "-n",
                "10", "-i", "1-6")
    no_evidence("-n", 20, "-k", 5, "--unordered", "-t", FEW, "--", fairshuf, "-n", "5")


@test
def cycles():
    """fairshuf --cycle gives every cycle equally often, and is no shuffle"""
    no_evidence("-n", 8, "--cycle", "-t", FEW, "--", fairshuf, "--cycle")
    unfair("-n", 8, "-t", FEW, "--", fairshuf, "--cycle")


@test
def seeds():
    """one seed for each run is as good as none; the same seed is found out"""
    no_evidence("-n", 10, "-t", FEW, "--", "sh", "-c",
                f"{fairshuf} --seed=run-$FAIRAUDIT_TRIAL")
    report = unfair("-n", 10, "-t", FEW, "--", fairshuf, "--seed=1")
    assert report["decided"] <= 10 and report["deterministic"]


@test
def library():
    """the functions of libfairshuf"""
    for name in ("shuffle", "copy", "permutation", "head", "cycle", "custom"):
        for n in (3, 52):
            no_evidence("--library", name, "-n", n, "-t", "30K", "-s", "ours")


@test
def many_lines():
    """many lines: scattered, and beyond memory"""
    no_evidence("-n", 2000, "-t", 100, "--", fairshuf)
    no_evidence("-n", 120000, "-t", 12, "--", fairshuf)
    no_evidence("-n", 250000, "-t", 6, "--", fairshuf, "--memory=2M")


@large_test
def most():
    """as many orders as is practical"""
    for name in ("shuffle", "copy", "permutation", "head", "cycle", "custom"):
        for n, trials in ((3, "10M"), (10, "10M"), (52, "10M"), (256, "500K")):
            no_evidence("--library", name, "-n", n, "-t", trials, "-s", "most")
    no_evidence("-n", 10, "-t", "100K", "--", fairshuf)
    no_evidence("-n", 200000, "-t", 1000, "--", fairshuf)
