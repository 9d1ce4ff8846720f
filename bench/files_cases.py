# SPDX-License-Identifier: MIT
"""files_cases.py - what files.py measures: cases, command lines and files."""
import dataclasses
import os
import random
import shutil

from files_tools import (CAT, CHECK, CHECKED, CSV, LITTLE, ONE, OURS, SHUF, WC, fail,
                         megabytes)

BLOCK = 10_000  # lines that are made at once


@dataclasses.dataclass(frozen=True)
class File:
    lines: int
    shortest: int  # bytes of a line, with its newline
    longest: int

    def name(self):
        size = str(self.shortest)
        if self.shortest != self.longest:
            size += f"-{self.longest}"
        return f"lines-{self.lines}x{size}.txt"

    def lengths(self):
        generator = random.Random(1)
        return [generator.randint(self.shortest, self.longest) for _ in range(BLOCK)]

    def bytes(self):
        lengths = self.lengths()
        blocks, rest = divmod(self.lines, BLOCK)
        return blocks * sum(lengths) + sum(lengths[:rest])


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    arguments: tuple = ()
    file: File = None
    target: float = None  # how many times faster than GNU shuf it should be
    memory: int = 0  # bytes that GNU shuf may need, roughly, and the file in the cache
    most_rounds: int = 1000
    repeat: int = 1  # runs in a round
    extras: tuple = ()  # what else runs


# ---- what is measured -----------------------------------------------------------------


def amount(n):
    return f"{n / 1e6:g} M" if n >= 100_000 else str(n)


def plan(quick, scale):
    def count(n):
        return max(1, round(n * scale))

    def lines(n, shortest, longest=None, target=None, **more):
        file = File(count(n), shortest, longest or shortest)
        size = f"{shortest}-{longest}" if longest else str(shortest)
        return Case(f"{amount(file.lines)} lines of {size} bytes", file=file,
                    target=target, memory=3 * file.bytes() + 16 * file.lines,
                    **{"extras": (WC, CAT), **more})

    def head(case):
        return Case(f"-n 1000, {amount(case.file.lines)} x {case.file.shortest} bytes",
                    ("-n", "1000"), case.file, 8, case.file.bytes() + 10**8,
                    extras=(WC, CAT))

    deck = Case("52 lines", file=File(52, 10, 10), target=1, repeat=40, extras=(CAT,))
    short = lines(10**7, 10, target=6, extras=(WC, CAT, CHECK, ONE))
    rows = (WC, CAT, CSV, CHECK, ONE, LITTLE, CHECKED)
    if quick:
        cases = [deck, short, lines(10**6, 100, extras=rows)]
    else:
        many = lines(10**8, 10, target=8, most_rounds=3, extras=(WC, CAT, LITTLE))
        middle = lines(10**7, 100, target=3, extras=rows)
        drawn, numbers, high = count(10**7), count(10**8), count(10**12)
        few = count(10**6)
        cases = [
            deck, short, many, head(many), middle, head(middle),
            lines(10**7, 10, 90),
            lines(10**7, 400, target=3, most_rounds=3, extras=(WC, CAT, LITTLE)),
            Case(f"-i 1-{numbers}", ("-i", f"1-{numbers}"), target=8,
                 memory=10 * numbers, most_rounds=3, extras=(ONE,)),
            Case(f"-i 1-{high / 10**12:g}e12 -n {few}",
                 ("-i", f"1-{high}", "-n", str(few)), memory=200 * few),
            Case(f"-r -n {drawn} -e a b c",
                 ("-r", "-n", str(drawn), "-e", "a", "b", "c")),
        ]
    if scale != 1:  # the targets are for these sizes
        cases = [dataclasses.replace(case, target=None) for case in cases]
    return cases


def commands(case, programs, folder):
    """What takes turns in this case: names and command lines."""
    operands = [str(folder / case.file.name())] if case.file else []
    command = {SHUF: [programs[SHUF], *case.arguments, *operands],
               OURS: [programs[OURS], *case.arguments, *operands]}
    for extra in case.extras:
        if extra == WC:
            command[extra] = [programs["wc"], "-l", *operands]
        elif extra == CAT:
            command[extra] = [programs["cat"], *operands]
        else:
            command[extra] = [programs[OURS], *extra.split(), *case.arguments, *operands]
    return command


# ---- test files -----------------------------------------------------------------------


def make(file, path):
    """Writes the file, unless it is there. Lines are numbers, and words behind them."""
    size = file.bytes()
    if path.is_file() and path.stat().st_size == size:
        return
    words = b"every order of a deck, of 52 cards or of many more, is equally likely; " * 9
    lines = []
    for i, length in enumerate(file.lengths()):
        line = b"@@@@@%04d" % i
        if length > 32:
            line += b',"shuffled, fairly",' + words[i % 71:]
        elif length > 10:
            line += b"," + words[i % 71:]
        lines.append(line[:length - 1] + b"\n")
    part = path.with_suffix(".part")
    try:
        with open(part, "wb", buffering=0) as out:
            block = b"".join(lines)
            for first in range(0, file.lines, BLOCK):
                if file.lines - first < BLOCK:
                    block = b"".join(lines[:file.lines - first])
                text = memoryview(block.replace(b"@@@@@", b"%05d" % (first // BLOCK)))
                while text:
                    text = text[out.write(text):]
            os.fsync(out.fileno())  # or the disk is busy with it while we measure
        part.rename(path)
    except OSError as error:
        fail(f"{path}: {error.strerror}; name another folder with --data=DIR")
    finally:
        part.unlink(missing_ok=True)
    assert path.stat().st_size == size


def warm(path):
    with open(path, "rb", buffering=0) as file:
        buffer = bytearray(1 << 20)
        while file.readinto(buffer):
            pass


def choose(cases, folder):
    """The cases whose files fit the disk, and lines about the others."""
    free = shutil.disk_usage(folder).free - 5 * 10**8
    chosen, left_out, planned = [], [], set()
    for case in cases:
        if case.file and case.file not in planned:
            path, size = folder / case.file.name(), case.file.bytes()
            if not (path.is_file() and path.stat().st_size == size):
                if size > free:
                    left_out.append(f"{case.name}: left out, no room for "
                                    f"{megabytes(size)} MB in {folder}")
                    continue
                free -= size
            planned.add(case.file)
        chosen.append(case)
    return chosen, left_out
