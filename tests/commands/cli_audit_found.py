# SPDX-License-Identifier: MIT
"""Shuffles that people use: wrong ones are found, right ones are not suspected."""
import shutil
import subprocess

from audit_support import no_evidence, unfair
from cli_support import Skip, large_test, test


def need(program):
    if shutil.which(program) is None:
        raise Skip(f"needs {program}")


def need_shuf(version):
    """Only this version of GNU shuf is known to have the bias that is tested."""
    need("shuf")
    ended = subprocess.run(["shuf", "--version"], capture_output=True, text=True, check=False)
    found = ((ended.stdout or ended.stderr).splitlines() or ["a shuf without --version"])[0]
    if found != f"shuf (GNU coreutils) {version}":
        raise Skip(f"needs shuf (GNU coreutils) {version}; here is {found}")


@large_test
def shuf_three_lines():
    """GNU shuf 9.1 is unfair with three lines, which takes ten thousand runs to see"""
    need_shuf("9.1")
    report = unfair("-n", 3, "-t", "20K", "--", "shuf")
    assert report["trials"] <= 20000


@test
def shuf_one_number():
    """GNU shuf 9.1 is unfair with one number of 200"""
    need_shuf("9.1")
    report = unfair("-n", 200, "-k", 1, "-t", "20K", "--", "shuf", "-n", "1", "-i", "1-200")
    # Because some numbers never come, others repeat. If the repeats are the best evidence,
    # no distance is given, since draws that depend on each other repeat as well.
    assert report["dependence"] == "possible" or report["distance"]["bound"] > 0.1, report


@test
def sort_random():
    """sort -R keeps equal lines together, and shuffles different ones fairly"""
    unfair("-n", 20, "--copies=2", "-t", 1000, "--", "sort", "-R")
    no_evidence("-n", 10, "-t", 500, "--", "sort", "-R")


@test
def node_comparator():
    """a random comparator in node is unfair, and so is a coin"""
    need("node")
    for compare in ("Math.random() - 0.5", "Math.random() < 0.5 ? 1 : -1",
                    "Math.random() > 0.5"):
        unfair("--batch", "-n", 10, "-t", "20K", "--", "node", "-e",
               "for (let t = 0; t < 20000; t++) console.log([...Array(10).keys()]"
               f".sort(() => {compare}).join(' '))")


@test
def node_fisher_yates():
    """no evidence against Fisher-Yates in node"""
    need("node")
    no_evidence("--batch", "-n", 10, "-t", "20K", "--", "node", "-e", """
        for (let t = 0; t < 20000; t++) {
            const a = [...Array(10).keys()];
            for (let i = 9; i > 0; i--) {
                const j = Math.floor(Math.random() * (i + 1));
                [a[i], a[j]] = [a[j], a[i]];
            }
            console.log(a.join(','));
        }""")


@test
def perl_comparator():
    """a random comparator in Perl is unfair, and so is a naive loop"""
    need("perl")
    unfair("--batch", "-n", 10, "-t", "20K", "--", "perl", "-e",
           "for (1..20000) { print join(' ', sort { rand() <=> 0.5 } 0..9), qq(\\n) }")
    report = unfair("--batch", "-n", 10, "-t", "20K", "--", "perl", "-e", """
        for (1..20000) {
            my @a = (0..9);
            for my $i (0..9) { my $j = int rand 10; @a[$i, $j] = @a[$j, $i] }
            print "@a\\n" }""")
    assert report["suspects"][0]["name"] == "swap-with-any", report["suspects"]


@test
def perl_and_python():
    """no evidence against the shuffles of Perl's and Python's libraries"""
    need("perl")
    no_evidence("--batch", "-n", 52, "-t", "20K", "--", "perl", "-MList::Util=shuffle", "-e",
                "for (1..20000) { print join(' ', shuffle 1..52), qq(\\n) }")
    no_evidence("--batch", "-n", 10, "-t", "20K", "--", "python3", "-c", """
import random
a = list(range(10))
for t in range(20000):
    random.shuffle(a)
    print(*a)""")


@test
def one_process_each():
    """a program that is started for each shuffle"""
    need("perl")
    report = unfair("-n", 5, "--", "perl", "-e", """
        my @a = <STDIN>;
        for my $i (0..$#a) { my $j = int rand $#a; @a[$i, $j] = @a[$j, $i] }
        print @a""")
    assert report["suspects"][0]["name"] == "never-last", report["suspects"]


@test
def seeded_by_the_clock():
    """a program seeded with the time, started many times in a second"""
    need("perl")
    unfair("-n", 10, "-t", 2000, "--", "perl", "-MList::Util=shuffle", "-e",
           "srand(time); print shuffle <STDIN>")
