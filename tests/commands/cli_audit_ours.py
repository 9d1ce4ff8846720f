# SPDX-License-Identifier: MIT
"""Our own shuffles, in every mode.

One run of fairshuf gives many permutations. In a fair permutation of a million lines, the
relative order of any ten lines is fair, and disjoint groups of ten are independent. That
makes 100,000 permutations. The ten lines of a group are neighbours in the input, or spread
over all of it. Seeds are fixed, so the tests are deterministic. All kinds of records are
shuffled by the same code, so a fifth of the lines is enough for most of them. Small decks
need several hundred runs."""
import random
import subprocess

from audit_support import audit, fairshuf, no_evidence, unfair
from cli_support import environment, get, large_test, put, test

FEW = 300  # runs of a program
TEN, MANY, SOME = 10, 1000000, 200000


def tens(order, spread):
    """The relative orders of groups of ten lines, as text for -p. The lines of a group are
    neighbours, or spread over the whole input."""
    groups = len(order) // TEN
    result = [[] for _ in range(groups)]
    for line in order:
        if spread:
            result[line % groups].append(line // groups)
        else:
            result[line // TEN].append(line % TEN)
    return "".join(" ".join(map(str, group)) + "\n" for group in result).encode()


def shows_nothing(order, count=SOME):
    """Audits the relative orders of both kinds of groups."""
    assert len(order) == count and sorted(order) == list(range(count)), "not a permutation"
    for spread in (False, True):
        report = no_evidence("-p", "-", "-s", "ours", text=tens(order, spread))
        assert report["trials"] == count // TEN


def shuffled(*arguments, data=b""):
    """The output of fairshuf."""
    return subprocess.run([fairshuf, *arguments], input=data, check=True,
                          stdout=subprocess.PIPE, env=environment()).stdout


def lines_file(count=SOME):
    return put("lines", "".join(f"{i}\n" for i in range(count)).encode())


def order_of(data):
    return [int(word) for word in data.split()]


@test
def lines():
    """lines, from a pipe and a file, with one thread and several, with little memory"""
    lines_file(MANY)
    shows_nothing(order_of(shuffled("--seed=pipe", data=get("lines"))), MANY)
    shows_nothing(order_of(shuffled("--seed=little", "--memory=6M", "lines")), MANY)
    lines_file()
    shows_nothing(order_of(shuffled("--seed=file", "--threads=1", "lines")))


@test
def ranges():
    """ranges, and --random-source, which works as in GNU shuf"""
    shows_nothing(order_of(shuffled("--seed=range", f"-i0-{SOME - 1}")))
    bits = put("bits", random.Random(1).randbytes(8 * SOME))
    shows_nothing(order_of(shuffled(f"--random-source={bits}", f"-i0-{SOME - 1}")))


@test
def other_records():
    """records of other kinds"""
    numbers = [str(i) for i in range(SOME)]
    for option, before, after in (("-z", "", "\0"), ("--delimiter=;", "", ";"),
                                  ("--csv", '"', '"\r\n'), ("--paragraphs", "", "\n\n"),
                                  ("--lines-per-record=2", "", "\n\n")):
        data = "".join(before + number + after for number in numbers).encode()
        out = shuffled("--seed=" + option, option, data=data)
        shows_nothing(order_of(out.translate(None, b'"').translate(
            bytes.maketrans(b"\0;", b"  "))))
    out = shuffled("--seed=fixed", "--record-size=7",
                   data="".join(f"{i:07}" for i in range(SOME)).encode())
    shows_nothing([int(out[i:i + 7]) for i in range(0, len(out), 7)])


@test
def several_outputs():
    """--split, --header and --with"""
    lines_file()
    assert shuffled("--seed=split", "--split=a:30,b:70", "lines") == b""
    shows_nothing(order_of(get("a") + get("b")))
    put("head", b"number\n" + get("lines"))
    out = shuffled("--seed=head", "--header", "--with=head", "--output-with=other", "head")
    assert get("other") == out
    shows_nothing(order_of(out.partition(b"\n")[2]))


@test
def cycles():
    """--cycle: the order in which the cycle visits the lines is fair; the cycle is not"""
    lines_file()
    place = order_of(shuffled("--seed=cycle", "--cycle", "lines"))
    order, at = [], 0
    for _ in range(SOME):
        at = place[at]
        order.append(at)
    assert order[-1] == 0
    shows_nothing(order)
    unfair("-n", 8, "-t", FEW, "--", fairshuf, "--cycle")
    no_evidence("-n", 8, "--cycle", "-t", FEW, "--", fairshuf, "--cycle")


@test
def derangements():
    """--derange, which is nearly uniform for many lines, and --pairs"""
    lines_file()
    order = order_of(shuffled("--seed=derange", "--derange", "lines"))
    assert all(order[i] != i for i in range(SOME))
    shows_nothing(order)
    pairs = order_of(shuffled("--seed=pairs", "--derange", "--pairs", "lines"))
    order = [0] * SOME
    for i in range(0, len(pairs), 2):
        assert pairs[i] != pairs[i + 1]
        order[pairs[i]] = pairs[i + 1]
    shows_nothing(order)


@test
def draws():
    """-r: 100,000 samples of ten with replacement"""
    for n in (2, 6, 100):
        out = shuffled(f"--seed=draws{n}", "-r", f"-n{MANY}", f"-i1-{n}").split()
        text = b"".join(b" ".join(out[i:i + TEN]) + b"\n" for i in range(0, MANY, TEN))
        report = no_evidence("-n", n, "-k", TEN, "--put-back", "-p", "-", "-s", 1, text=text)
        assert report["trials"] == MANY // TEN


@test
def runs():
    """small decks, with one run for each permutation"""
    no_evidence("-n", 3, "-t", FEW, "--", fairshuf)
    no_evidence("-n", 10, "-t", FEW, "--", fairshuf, "-o", "{out}", "{in}")
    no_evidence("-n", 5, "-t", FEW, "--", fairshuf, "-e", "1", "2", "3", "4", "5")
    no_evidence("-n", 10, "-t", FEW, "--tokens", "--", fairshuf)
    no_evidence("-n", 100, "-k", 1, "-t", 2000, "--", fairshuf, "-n", "1", "-i", "1-100")
    no_evidence("-n", 20, "-k", 5, "-t", FEW, "--", fairshuf, "-n", "5")


@test
def seeds():
    """a seed for each run is fair; the same seed for all runs is found"""
    no_evidence("-n", 10, "-t", FEW, "--", "sh", "-c",
                f"{fairshuf} --seed=run-$FAIRAUDIT_TRIAL")
    report = unfair("-n", 10, "-t", FEW, "--", fairshuf, "--seed=1")
    assert report["decided"] <= 10 and report["deterministic"]


@test
def power():
    """a small bias is found in this many permutations, in both kinds of groups"""
    def found(key, spread):
        order = sorted(range(SOME), key=key)
        return audit("-p", "-", text=tens(order, spread))["verdict"] == "unfair"
    dice = random.Random(2)
    place = list(range(SOME))
    dice.shuffle(place)
    assert not found(lambda line: place[line], False)
    assert not found(lambda line: place[line], True)
    keys = [dice.getrandbits(6) for _ in place]  # equal keys stay in order
    assert found(lambda line: keys[line], False) and found(lambda line: keys[line], True)
    for line in range(0, SOME, 20):  # one line in 20 always precedes its neighbour
        place[line:line + 2] = sorted(place[line:line + 2])
    assert found(lambda line: place[line], False)


@large_test
def most():
    """as many permutations as is practical"""
    lines_file(10 * MANY)
    shows_nothing(order_of(shuffled("--seed=most", "lines")), 10 * MANY)
    no_evidence("-n", 10, "-t", "100K", "--", fairshuf)
    no_evidence("-n", 200000, "-t", 1000, "--", fairshuf)
