# SPDX-License-Identifier: MIT
"""compat.py PROGRAM [WORD] - compares the command with GNU shuf.

A folder has links named `shuf` and `fairshuf` to PROGRAM; another has the same links to the
installed GNU shuf. A shell runs each command twice, with either folder first in PATH. Standard
output, standard error, exit status and the files left behind must be the same. The random cases
(compat_random.py) all have a --random-source, and are also compared with gnu_model.py. Those of
compat_cases.py are written by hand. These differences are intended:

 - GNU's sparse shuffle has a bug, which the model predicts; our output is right;
 - with -r and -o FILE, an error empties FILE in GNU shuf; here FILE stays as it was;
 - a failed write is reported once, not twice; a bad range is quoted completely, as GNU does
   from version 9.2 on.

For a case that fails, it prints a command that repeats it, and keeps the folder. With a WORD,
only the groups whose names contain it are run.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import threading

import compat_cases
import compat_random


@dataclasses.dataclass
class Case:
    command: str
    locale: str = "C"
    sort: bool = False       # the order is random: compare sorted
    status_only: bool = False  # compare only the status; stdout must not be empty
    keeps: bool = False      # with -r and an error: our -o FILE stays
    ours: str = None         # our command, if it has options that GNU shuf does not have
    right: bytes = None      # the output that the model predicts
    faulty: bytes = None     # the output that it predicts for GNU's faulty sparse shuffle


@dataclasses.dataclass
class Result:
    status: int
    out: bytes
    err: bytes
    files: dict


class Workspace:
    """A folder with both programs, their input files, and folders to run them in."""

    def __init__(self, program, gnu):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="compat-"))
        self.pool = self.folder / "pool"
        for side, path in (("our", program), ("gnu", gnu)):
            (self.folder / side).mkdir()
            for name in ("shuf", "fairshuf"):
                (self.folder / side / name).symlink_to(path)
        self.pool.mkdir()
        (self.pool / "dir").mkdir()
        (self.folder / "try").mkdir()

    def run(self, side, case):
        place = self.folder / f"{side}-{threading.get_ident()}"
        place.mkdir(exist_ok=True)
        env = {"PATH": f"../{side}:{os.environ['PATH']}", "LC_ALL": case.locale,
               "ASAN_OPTIONS": "allocator_may_return_null=1:exitcode=99"}
        try:
            command = case.ours if side == "our" and case.ours else case.command
            done = subprocess.run(["sh", "-c", command], cwd=place, env=env, timeout=60,
                                  stdin=subprocess.DEVNULL, capture_output=True)
            status, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            status, out, err = "none after a minute", b"", b""
        files = {}
        for entry in sorted(place.iterdir()):
            mode = entry.lstat().st_mode
            content = entry.read_bytes() if stat.S_ISREG(mode) else b""
            files[entry.name] = (oct(mode), content)
            entry.unlink()
        return Result(status, out, err, files)


def normalized(err):
    """Messages without the known differences between versions."""
    err = re.sub(rb"==\d+==WARNING: AddressSanitizer failed to allocate[^\n]*\n", b"", err)
    err = re.sub(rb"(: write error: [^\n]*\n)\w+: write error\n", rb"\1", err)
    quoted = rb"(invalid input range: )(?:'[^\n]*'|\xe2\x80\x98[^\n]*\xe2\x80\x99)"
    return re.sub(quoted, rb"\1...", err)


def arranged(out):
    return sorted(re.split(rb"[\n\0]", out))


def differences(case, gnu, our):
    """Yields a sentence for each unintended difference."""
    if case.right is not None and our.out != case.right:
        yield f"stdout is not that of the model, {case.right[:200]}"
    if case.status_only:
        if not our.out:
            yield "stdout is empty"
    elif (arranged(gnu.out) != arranged(our.out)) if case.sort else (gnu.out != our.out):
        if case.right == case.faulty or gnu.out != case.faulty:
            yield f"stdout is {our.out[:200]}, not {gnu.out[:200]}"
    if normalized(gnu.err) != normalized(our.err):
        yield f"stderr is {our.err[:300]}, not {gnu.err[:300]}"
    if gnu.status != our.status:
        yield f"exit status is {our.status}, not {gnu.status}"
    if case.keeps and our.status != 0:
        old = {name: content for name, (_, content) in our.files.items()}
        if old != ({"out": b"old\n"} if case.command.startswith("echo old") else {}):
            yield f"the old file was not kept: {our.files}"
    elif not case.sort and case.right == case.faulty and gnu.files != our.files:
        yield f"files are {str(our.files)[:200]}, not {str(gnu.files)[:200]}"
    elif gnu.files.keys() != our.files.keys():
        yield f"files are {list(our.files)}, not {list(gnu.files)}"


def in_one_line(command):
    """Quotes a command for bash in one line, even if it contains newlines."""
    if "\n" not in command:
        return shlex.quote(command)
    for old, new in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n")):
        command = command.replace(old, new)
    return f"$'{command}'"


class Tap:
    def __init__(self, workspace, word):
        self.workspace = workspace
        self.word = word
        self.count = self.failed = 0

    def report(self, name, notes):
        self.count += 1
        self.failed += bool(notes)
        for note in notes:
            print("#", note)
        print(f"{'not ok' if notes else 'ok'} {self.count} - {name}", flush=True)

    def compare(self, name, cases, note=None):
        """Runs the cases with both programs. `note` may return more that is wrong."""
        if self.word not in name:
            return
        def both(case):
            return case, self.workspace.run("gnu", case), self.workspace.run("our", case)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(both, cases))
        notes, wrong = [], 0
        for case, gnu, our in results:
            found = list(differences(case, gnu, our))
            wrong += bool(found)
            if found and wrong <= 3:
                notes += [f"cd {self.workspace.folder}/try; for p in gnu our; do LC_ALL={case.locale} "
                          f"PATH=../$p:$PATH sh -c {in_one_line(case.command)}; done"]
                if case.ours:
                    notes.append(f"for `our` instead: {case.ours}")
                notes += found
        if wrong > 3:
            notes.append(f"and {wrong - 3} more")
        if note is not None:
            notes += note(results)
        self.report(f"{name} ({len(cases)} cases)", notes)


# ---- the tests -------------------------------------------------------------------------

def faults(results):
    """GNU's bug must have occurred, otherwise the sparse shuffle was not tested. Later versions
    of GNU shuf may not have it."""
    met = sum(case.right != case.faulty for case, _, _ in results)
    same = sum(case.right != case.faulty and gnu.out == case.right for case, gnu, _ in results)
    print(f"# {met} with the fault of GNU's sparse shuffle; {same} of them right in this GNU")
    return [] if met > 0 else ["no case has the fault"]


def vectors(workspace):
    """Outputs that never change, whatever GNU shuf is installed."""
    for command, out, status in compat_cases.VECTORS:
        our = workspace.run("our", Case(command))
        if our.out.decode().split() != out.split() or our.status != status:
            yield f"{command}: {our.out[:200]}, {our.err[:200]}, exit status {our.status}"


def main():
    gnu = shutil.which("shuf")
    version = gnu and subprocess.run([gnu, "--version"], capture_output=True, text=True).stdout
    if not gnu or "GNU coreutils" not in version:
        print("1..1\nnot ok 1 - GNU shuf is installed, to compare with")
        return 1
    print("#", version.splitlines()[0])
    workspace = Workspace(pathlib.Path(sys.argv[1]).resolve(), gnu)
    maker = compat_random.Maker(workspace.pool)
    tap = Tap(workspace, sys.argv[2] if len(sys.argv) > 2 else "")
    tap.report(f"vectors ({len(compat_cases.VECTORS)} cases)", list(vectors(workspace)))
    for name, count, make in maker.groups():
        cases = [Case(**make()) for _ in range(count)]
        tap.compare(name, cases, faults if "sparse" in name else None)
    for name, options, commands in compat_cases.GROUPS:
        locales = options.pop("locales", ["C"])
        tap.compare(name, [Case(c, locale=locale, **options)
                           for locale in locales for c in commands.splitlines() if c])
    tap.compare("source: what GNU shuf has not, by other means",
                [Case(command, ours=ours) for ours, command in compat_cases.PAIRS])
    print(f"1..{tap.count}")
    if tap.failed:
        print(f"# see {workspace.folder}")
    else:
        shutil.rmtree(workspace.folder)
    return tap.failed > 0


if __name__ == "__main__":
    sys.exit(main())
