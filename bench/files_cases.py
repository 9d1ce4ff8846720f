# SPDX-License-Identifier: MIT
"""files_cases.py - what files.py measures: cases, command lines and files."""
import dataclasses
import os
import random
import shutil

from files_race import Job
from files_tools import (CAT, CHECK, CHECKED, CSV, LITTLE, ONE, OURS, SHUF, SPLIT, WC, WITH,
                         fail, megabytes)

BLOCK = 10_000  # lines that are generated at once


@dataclasses.dataclass(frozen=True)
class File:
    lines: int
    shortest: int  # bytes of a record, with its newline
    longest: int
    kind: str = "lines"  # or four: four lines; paragraphs: two lines and an empty one

    def name(self):
        size = str(self.shortest)
        if self.shortest != self.longest:
            size += f"-{self.longest}"
        return f"{self.kind}-{self.lines}x{size}.txt"

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
    target: float = None  # wanted speed, as a multiple of GNU shuf's
    limits: tuple = ()  # other targets: names in LIMITS, and their largest allowed values
    memory: int = 0  # about the bytes that GNU shuf needs, with the file in the page cache
    most_rounds: int = 1000
    repeat: int = 1  # runs in a round
    extras: tuple = ()  # other programs to run
    piped: bool = False  # cat writes the file to a pipe
    output: bool = False  # standard output is a file
    shown: bool = False  # in the table of the README


# ---- cases ----------------------------------------------------------------------------


def amount(n):
    return f"{n / 1e6:g} M" if n >= 100_000 else str(n)


def size_of(file):
    size = str(file.shortest)
    return size if file.shortest == file.longest else f"{size}-{file.longest}"


def plan(quick, scale):
    def count(n):
        return max(1, round(n * scale))

    def lines(n, shortest, longest=None, **more):
        file = File(count(n), shortest, longest or shortest)
        return Case(f"{amount(file.lines)} lines of {size_of(file)} bytes", file=file,
                    memory=3 * file.bytes() + 16 * file.lines,
                    **{"extras": (WC, CAT), **more})

    def same(case, name, **more):
        """Another case with the same file."""
        file = case.file
        return dataclasses.replace(
            case, name=name.format(f"{amount(file.lines)} x {size_of(file)} bytes"),
            **{"extras": (WC, CAT), "target": None, "limits": (), "shown": False, **more})

    def head(case, **more):
        return same(case, "-n 1000, {}", arguments=("-n", "1000"), most_rounds=1000,
                    memory=case.file.bytes() + 10**8, **more)

    deck = Case("52 lines", file=File(52, 10, 10), target=1, repeat=40, extras=(CAT,),
                shown=True)
    short = lines(10**7, 10, target=15, extras=(WC, CAT, CHECK, ONE), shown=True)
    rows = (WC, CAT, CSV, CHECK, ONE, LITTLE, CHECKED)
    to_file = {"name": "{}, to file", "output": True, "extras": (CAT, SPLIT, WITH)}
    if quick:
        long, longer = lines(10**6, 400, extras=rows), lines(4 * 10**5, 1000)
        cases = [deck, short, lines(10**6, 100, extras=rows), long, same(long, **to_file),
                 same(long, "pipe, {}", piped=True), longer,
                 head(longer, limits=(("private", 30e6),))]
    else:
        many = lines(10**8, 10, target=8, most_rounds=3, extras=(WC, CAT, LITTLE),
                     shown=True)
        middle = lines(10**7, 100, target=6.5, extras=rows, shown=True)
        long = lines(10**7, 400, target=4.5, most_rounds=3,
                     extras=(WC, CAT, CSV, CHECK, ONE, LITTLE), shown=True)
        longer = lines(4 * 10**6, 1000, target=4.5, most_rounds=3,
                       extras=(WC, CAT, CSV, CHECK), shown=True)
        drawn, numbers, high = count(10**7), count(10**8), count(10**12)
        few = count(10**6)
        cases = [
            deck, short, same(short, "pipe, {}", piped=True),
            many, head(many, target=8, shown=True), middle, head(middle, target=8),
            lines(10**7, 10, 90), long,
            same(long, **to_file, target=3, limits=((CAT, 2),), shown=True),
            same(long, "pipe, {}", piped=True), longer,
            head(longer, limits=((f"CPU of {WC}", 1.3), ("private", 30e6)), shown=True),
            Case(f"-i 1-{numbers}", ("-i", f"1-{numbers}"), target=8,
                 memory=10 * numbers, most_rounds=3, extras=(ONE,), shown=True),
            Case(f"-i 1-{high / 10**12:g}e12 -n {few}",
                 ("-i", f"1-{high}", "-n", str(few)), memory=200 * few),
            Case(f"-r -n {drawn} -e a b c",
                 ("-r", "-n", str(drawn), "-e", "a", "b", "c")),
        ]
    if scale != 1:  # the targets hold only for the full sizes
        cases = [dataclasses.replace(case, target=None, limits=()) for case in cases]
    return cases


def jobs(case, programs, folder):
    """The programs of this case: their names and command lines."""
    file = str(folder / case.file.name()) if case.file else ""
    out, more = str(folder / "output-1"), str(folder / "output-2")
    operands = [file] if file and not case.piped else []

    def job(program, *arguments, output=case.output):
        return Job([programs[program], *arguments, *operands], output=out if output else None,
                   feed=[programs[CAT], file] if case.piped else None,
                   removed=(out, more) if case.output else ())

    found = {SHUF: job(SHUF, *case.arguments), OURS: job(OURS, *case.arguments)}
    for extra in case.extras:
        if extra == WC:
            found[extra] = job("wc", "-l")
        elif extra == CAT:
            found[extra] = job(CAT)
        else:
            options = extra.format(file=file, out=out, more=more).split()
            found[extra] = job(OURS, *options, *case.arguments,
                               output=case.output and extra != SPLIT)
    return found


# ---- test files -----------------------------------------------------------------------


def record(file, i, length):
    """Record i of a block; @ stands for the number of the block."""
    words = b"every order of a deck, of 52 cards or of many more, is equally likely; "
    words = (words * (length // len(words) + 2))[i % len(words):]
    text = b"@@@@@%04d" % i
    if file.kind != "lines":  # the number has its own line; two or three more follow
        rest = length - 10 - (file.kind == "paragraphs")
        count = 3 if file.kind == "four" else 1
        sizes = [rest // count] * (count - 1) + [rest - rest // count * (count - 1)]
        parts = [text, *(words[:size - 1] for size in sizes)]
        return b"\n".join(parts) + (b"\n\n" if file.kind == "paragraphs" else b"\n")
    if length > 32:
        text += b',"shuffled, fairly",' + words
    elif length > 10:
        text += b"," + words
    return text[:length - 1] + b"\n"


def make(file, path):
    """Writes the file, unless it exists. A record is a number followed by words."""
    size = file.bytes()
    if path.is_file() and path.stat().st_size == size:
        return
    lines = [record(file, i, length) for i, length in enumerate(file.lengths())]
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
            os.fsync(out.fileno())  # otherwise the disk is busy during the measurement
        part.rename(path)
    except OSError as error:
        fail(f"{path}: {error.strerror}; choose another folder with --data=DIR")
    finally:
        part.unlink(missing_ok=True)
    assert path.stat().st_size == size


def warm(path):
    with open(path, "rb", buffering=0) as file:
        buffer = bytearray(1 << 20)
        while file.readinto(buffer):
            pass


def choose(cases, folder):
    """The cases whose files fit on the disk, and lines about the others."""
    free = shutil.disk_usage(folder).free - 5 * 10**8
    chosen, left_out, planned = [], [], set()
    for case in cases:
        if case.file:
            path, size = folder / case.file.name(), case.file.bytes()
            there = case.file in planned or \
                (path.is_file() and path.stat().st_size == size)
            needed = (0 if there else size) + (2 * size if case.output else 0)
            if needed > free:
                left_out.append(f"{case.name}: left out, no room for "
                                f"{megabytes(needed)} MB in {folder}")
                continue
            free -= 0 if there else size
            planned.add(case.file)
        chosen.append(case)
    return chosen, left_out
