#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""files.py FAIRSHUF [OPTION]... - the command fairshuf against GNU shuf, and a table.

Runs FAIRSHUF (build/fairshuf) and the installed GNU shuf on the same files, with `wc -l`
and `cat` as yardsticks: time, CPU time and peak memory.

  --quick      52 lines, 10 M lines of 10 bytes, 1 M lines of 100 bytes; a minute
  --scale=F    F times as many lines and numbers (0.01 to try the script); no targets then
  --rounds=N   measured runs of each program, 5 unless told; at most 3 of the long ones
  --data=DIR   keep the test files in DIR, and use those that are there; without this they
               go to a folder in $TMPDIR or /tmp that is removed at the end, also after
               Ctrl-C. All of them have 6.6 GB.
  --json=FILE  all figures: every run, the machine, the versions
  --markdown   the table as the README has it, instead of the one in 80 columns

How it measures, and why so:
- The programs take turns, forwards and backwards (A B B A), so that a machine that
  becomes slower or faster meanwhile does so for all. Medians count; the spread is that of
  the middle half of the runs of shuf or fairshuf, whichever is wider, in percent.
- Files are flushed to the disk when made, and read once before each race: all is in the
  page cache. What does not fit the free space or memory is left out, and a line says so.
- Output goes to /dev/null, stderr to a file, so that no terminal slows anything down.
- Times are those of posix_spawn() to wait4(), so starting and ending count.
- Peak memory is ru_maxrss of the first run, whose time does not count. Linux counts
  the pages of whoever calls execve() as those of the program, so a child of Python would
  seem to need what Python does. A small shell starts it instead, and goes away; this
  process is the "subreaper" that inherits the child, and waits for it. The figures are
  those of `LC_ALL=C /usr/bin/time -f %M`; Linux gives them with an error of 0.2 MB or so.
- 52 lines take a millisecond: 40 times as many runs. "As fast as shuf" means at most 5
  percent slower: a margin for noise that was chosen, not measured.
- Beyond memory, the temporary file is in $TMPDIR or /var/tmp; 1 GB of it stays in the
  page cache, as the input does.
- All lines of a file are different, and of one length but where the name says otherwise;
  lengths count the newline. Those of 100 bytes are also rows of CSV with a quoted field.
"""
import contextlib
import ctypes
import dataclasses
import json
import os
import pathlib
import platform
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

SHUF, OURS = "shuf", "fairshuf"
WC, CAT = "wc -l", "cat"
CSV, CHECK, ONE = "--csv", "--check", "--threads=1"
LITTLE = "--memory=100M"
CHECKED = f"{LITTLE} {CHECK}"
# Beyond memory: at most these parts of the time of shuf, and of ours in memory.
AGAINST_SHUF, AGAINST_OURS = {100: 1.0, 10: 0.5}, {100: 2.5}
EQUAL = 0.95  # the ratio that counts as equally fast
BLOCK = 10_000  # lines that are made at once
ENVIRONMENT = {**os.environ, "LC_ALL": "C"}
PR_SET_CHILD_SUBREAPER = 36


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


def fail(message):
    tell("")
    sys.exit(f"files.py: {message}")


def tell(text):
    """What goes on, on the line of the terminal that the next one replaces."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:79]}", end="", file=sys.stderr, flush=True)


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


def fact(path, key):
    """The value behind `key` in a file of /proc."""
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith(key):
            return line.split(":", 1)[1].strip()
    return "unknown"


def bytes_of(key):
    return int(fact("/proc/meminfo", key).split()[0]) * 1024


# ---- measuring ------------------------------------------------------------------------


@contextlib.contextmanager
def ended(pid):
    """Whatever happens, the child does not outlive this."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        raise


def complain(command, status, log):
    log.seek(0)
    said = log.read().decode(errors="replace").splitlines()
    code = os.waitstatus_to_exitcode(status)
    how = f"exit status {code}" if code >= 0 else f"killed by signal {-code}"
    fail(f"{' '.join(command)}: {said[0] if said else how}")


def run(command, log):
    """Seconds, and CPU seconds of all its threads."""
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
               (os.POSIX_SPAWN_DUP2, log.fileno(), 2)]
    begun = time.perf_counter()
    pid = os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=actions)
    with ended(pid):
        _, status, usage = os.wait4(pid, 0)
    taken = time.perf_counter() - begun
    if status != 0:
        complain(command, status, log)
    return taken, usage.ru_utime + usage.ru_stime


def peak_memory(command, log):
    """The most bytes that the program had in memory; see the head of this file. It waits
    at a gate until its shell has gone, which might otherwise take its exit status."""
    script = 'exec 3<&0; (read x <&3 && exec "$@" </dev/null 3<&-) >/dev/null & echo $!'
    gate, opener = os.pipe()
    try:
        shell = subprocess.run(["/bin/sh", "-c", script, "sh", *command], stdin=gate,
                               stdout=subprocess.PIPE, stderr=log, env=ENVIRONMENT,
                               check=True)
        pid = int(shell.stdout)
        with ended(pid):
            os.write(opener, b"\n")
            _, status, usage = os.wait4(pid, 0)
    finally:
        os.close(gate)
        os.close(opener)
    if status != 0:
        complain(command, status, log)
    return usage.ru_maxrss * 1024


def race(case, command, rounds, log):
    """All runs of all programs of a case."""
    memory = {}
    for name in command:
        tell(f"{case.name}: first run of {name}")
        memory[name] = statistics.median(peak_memory(command[name], log)
                                         for _ in range(min(case.repeat, 5)))
    runs = {name: [] for name in command}
    order = list(command)
    for r in range(rounds):
        tell(f"{case.name}: round {r + 1} of {rounds}")
        for _ in range(case.repeat):
            for name in order:
                runs[name].append(run(command[name], log))
            order.reverse()
    results = {}
    for name, figures in runs.items():
        seconds = [taken for taken, _ in figures]
        quarters = statistics.quantiles(seconds, method="inclusive") if len(seconds) > 1 \
            else seconds * 3
        results[name] = {
            "median": statistics.median(seconds), "least": min(seconds),
            "most": max(seconds), "quarter": quarters[0], "three_quarters": quarters[2],
            "cpu": statistics.median(cpu for _, cpu in figures)}
        results[name] = {
            **{key: round(x, 7) for key, x in results[name].items()},
            "memory": memory[name],
            "seconds": [round(x, 6) for x in seconds]}
    return results


def judge(case, results):
    """The case as JSON has it: figures, ratios, and whether they are what we promise."""
    gnu, ours = results[SHUF], results[OURS]
    ratio = gnu["median"] / ours["median"]
    figures = {"name": case.name, "arguments": case.arguments, "target": case.target,
               "ratio": ratio, "cpu_ratio": gnu["cpu"] / max(ours["cpu"], 1e-6),
               "memory_ratio": ours["memory"] / gnu["memory"],
               "spread": max((x["three_quarters"] - x["quarter"]) / x["median"]
                             for x in (gnu, ours))}
    if case.file:
        figures |= {"lines": case.file.lines, "bytes": case.file.bytes()}
    if case.target:
        figures["reached"] = ratio >= (EQUAL if case.target == 1 else case.target)
        figures["memory_reached"] = ours["memory"] < gnu["memory"]
    return {**figures, "results": results}


# ---- showing --------------------------------------------------------------------------


def duration(seconds):
    return f"{seconds * 1000:.2f} ms" if seconds < 0.0995 else f"{seconds:.2f} s"


def megabytes(size):
    return f"{size / 1e6:.1f}" if size < 99.5e6 else f"{size / 1e6:.0f}"


HEADING = (f"{'':42}spread times {'peak memory, MB':>22}\n{'':26}{'shuf':>9}"
           f"{'fairshuf':>9}{'%':>4}{'faster':>7} {'target':<6}{'shuf':>5}{'ours':>6}"
           f"{'ratio':>6}")


def row(figures):
    gnu, ours = figures["results"][SHUF], figures["results"][OURS]
    target = ""
    if figures["target"]:
        target = f"{figures['target']}x {'yes' if figures['reached'] else 'NO'}"
    more = "!" if ours["memory"] >= gnu["memory"] else " "
    return (f"{figures['name']:26} {duration(gnu['median']):>8} "
            f"{duration(ours['median']):>8}{figures['spread'] * 100:4.0f}"
            f"{figures['ratio']:6.1f}x {target:<6}{megabytes(gnu['memory']):>5} "
            f"{megabytes(ours['memory']):>5}{figures['memory_ratio']:6.2f}{more}")


def yardsticks(races):
    """Other programs and fairshuf's options."""
    print("\nCPU time of both; counting and copying the same file; and what options of\n"
          "fairshuf cost, as multiples of its time without them (x1: one thread)\n"
          f"{'':25}{'CPU shuf':>9}{'ours':>9}{WC:>9}{CAT:>9}{CSV:>6}{CHECK:>8}{'x1':>5}")
    for figures in races:
        results = figures["results"]
        cells = [figures["name"].ljust(25)]
        for seconds in (results[SHUF]["cpu"], results[OURS]["cpu"],
                        *(results.get(name, {}).get("median") for name in (WC, CAT))):
            cells.append(f"{duration(seconds) if seconds else '':>9}")
        for name, width in ((CSV, 6), (CHECK, 8), (ONE, 5)):
            cells.append(f"{results[name]['median'] / results[OURS]['median']:{width}.2f}"
                         if name in results else " " * width)
        print("".join(cells).rstrip())


def beyond(races):
    """What a limit of memory costs."""
    races = [figures for figures in races if LITTLE in figures["results"]]
    if not races:
        return
    print(f"\nBigger than memory ({LITTLE}): as parts of the time of shuf, which keeps\n"
          "everything in memory, and of our time in memory\n"
          f"{'':26}{'time':>9}{'/ shuf':>8}{'/ ours':>8}{'peak MB':>9}  {CHECK}")
    for figures in races:
        results = figures["results"]
        little, size = results[LITTLE], figures["bytes"] // figures["lines"]
        ratios = []
        for peer, targets in ((SHUF, AGAINST_SHUF), (OURS, AGAINST_OURS)):
            ratio, most = little["median"] / results[peer]["median"], targets.get(size)
            ratios.append(f"{ratio:7.2f}{'!' if most and ratio > most else ' '}")
        checked = f"{results[CHECKED]['median'] / little['median']:6.2f}" \
            if CHECKED in results else ""
        print(f"{figures['name']:26}{duration(little['median']):>9}{''.join(ratios)}"
              f"{megabytes(little['memory']):>9}  {checked}")
    print("! where it should be less; --check: the time with it, as a multiple.")


def summary(races):
    judged = [figures for figures in races if figures["target"]]
    if not judged:
        return
    slow = [figures["name"] for figures in judged if not figures["reached"]]
    large = [figures["name"] for figures in judged if not figures["memory_reached"]]
    for what, names in (("times", slow), ("memory, less than shuf's", large)):
        print(f"Targets of {what}: {len(judged) - len(names)} of {len(judged)} reached"
              + "".join(f"\n  not: {name}" for name in names))


def markdown(races, title):
    print("| | GNU shuf | fairshuf | times faster | memory of shuf | of fairshuf |\n"
          "|---|--:|--:|--:|--:|--:|")
    for figures in races:
        gnu, ours = figures["results"][SHUF], figures["results"][OURS]
        name = f"`{figures['name']}`" if figures["name"].startswith("-") and \
            "," not in figures["name"] else figures["name"]
        print(f"| {name} | {duration(gnu['median'])} | {duration(ours['median'])} | "
              f"{figures['ratio']:.1f} | {megabytes(gnu['memory'])} MB | "
              f"{megabytes(ours['memory'])} MB |")
    print(f"\n{title}; medians, files in the page cache, output to /dev/null.")


# ---- the whole ------------------------------------------------------------------------


def options_of(arguments):
    """The path of fairshuf and the options, or a usage line."""
    paths = [arg for arg in arguments if not arg.startswith("--")]
    given = {arg.split("=")[0]: arg.partition("=")[2] for arg in arguments
             if arg.startswith("--")}
    flags, valued = {"--quick", "--markdown"}, {"--scale", "--rounds", "--data", "--json"}
    if len(paths) != 1 or not set(given) <= flags | valued or \
            any((name in valued) != bool(value) for name, value in given.items()):
        sys.exit("usage: files.py FAIRSHUF [--quick] [--scale=F] [--rounds=N] "
                 "[--data=DIR] [--json=FILE] [--markdown]")
    try:
        scale = float(given.get("--scale", "1"))
    except ValueError:
        scale = 0
    if not 0 < scale <= 1:
        fail(f"--scale={given['--scale']}: must be more than 0 and at most 1")
    rounds = given.get("--rounds", "5")
    if not (rounds.isascii() and rounds.isdecimal() and 1 <= int(rounds) <= 1000):
        fail(f"--rounds={rounds}: must be a number from 1 to 1000")
    return paths[0], scale, int(rounds), given


def version(program, expected):
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True,
                              check=True, env=ENVIRONMENT).stdout
    except (OSError, subprocess.CalledProcessError, UnicodeDecodeError):
        said = ""
    if expected not in said.partition("\n")[0]:
        fail(f"{program}: does not call itself {expected.strip()}")
    return said.splitlines()


def find_programs(path):
    """Where the programs are, and facts about them."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        fail(f"{path}: no such program; `make` builds build/fairshuf")
    programs = {OURS: os.path.abspath(path)}
    for name in (SHUF, "wc", "cat"):
        programs[name] = shutil.which(name)
        if not programs[name]:
            fail(f"{name}: not found; it belongs to GNU coreutils")
    ours = version(programs[OURS], "fairshuf ")
    kernel = [line.split(":")[1].strip() for line in ours if line.startswith("Kernel:")]
    return programs, {
        "version": ours[0].split()[1], "kernel": kernel[0] if kernel else "unknown",
        "gnu": version(programs[SHUF], "GNU coreutils")[0],
        "cpu": fact("/proc/cpuinfo", "model name"), "cores": len(os.sched_getaffinity(0)),
        "memory": bytes_of("MemTotal"), "system": f"{platform.system()} "
        f"{platform.release()} {platform.machine()}", "python": platform.python_version()}


def measure(cases, programs, rounds, folder):
    """One case after the other: its figures, or a line that says why there are none."""
    with tempfile.TemporaryFile() as log:
        for case in cases:
            if case.file:
                path = folder / case.file.name()
                tell(f"{case.name}: making the file")
                make(case.file, path)
                warm(path)
            have = bytes_of("MemAvailable")
            if case.memory > have:
                yield (f"{case.name}: left out, needs {megabytes(case.memory)} MB of "
                       f"memory, {megabytes(have)} are free")
                continue
            command = commands(case, programs, folder)
            runs = min(rounds, case.most_rounds)
            yield judge(case, race(case, command, runs, log))


def bench(path, scale, rounds, given):
    programs, facts = find_programs(path)
    name = given.get("--data")
    try:
        if "--json" in given:  # before the work, not after; and leave nothing if it ends
            new = not os.path.exists(given["--json"])
            open(given["--json"], "a", encoding="utf-8").close()
            if new:
                os.unlink(given["--json"])
        if name:
            os.makedirs(name, exist_ok=True)
        if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            fail("this system has no subreapers; Linux has")
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}; name another one")
    title = (f"fairshuf {facts['version']}, kernel {facts['kernel']}, against "
             f"{facts['gnu']}\non {facts['cores']} cores of {facts['cpu']}")
    races = []
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(name or stack.enter_context(
            tempfile.TemporaryDirectory(prefix="fairshuf-bench-")))
        cases, left_out = choose(plan("--quick" in given, scale), folder)
        for line in left_out:
            print(line, file=sys.stderr)
        plain = "--markdown" not in given
        if plain:
            print(f"{title}\n{HEADING}", flush=True)
        for figures in measure(cases, programs, rounds, folder):
            tell("")
            if isinstance(figures, str):
                left_out.append(figures)
                print(figures, file=sys.stderr)
                continue
            races.append(figures)
            if plain:
                print(row(figures), flush=True)
    if plain:
        print("Medians of the time; ! where our memory is not less than that of shuf.")
        summary(races)
        yardsticks(races)
        beyond(races)
    else:
        markdown(races, title.replace("\n", " "))
    if "--json" in given:
        pathlib.Path(given["--json"]).write_text(json.dumps(
            {**facts, "scale": scale, "rounds": rounds, "quick": "--quick" in given,
             "left_out": left_out, "races": races}, indent=1) + "\n", encoding="utf-8")


def main():
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that files are removed
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        bench(*options_of(sys.argv[1:]))
    except KeyboardInterrupt:
        tell("")
        print("files.py: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
