# SPDX-License-Identifier: MIT
"""check_run.py - runs programs, counts tests and shows progress, for check.py.

The output of a program goes to a pipe. Each line can update the progress line, and is kept,
to be shown if the program fails.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml

root = pathlib.Path(__file__).resolve().parent.parent
CPUS = len(os.sched_getaffinity(0))


class Progress:
    """A line that shows the state of each running stage. On a terminal, it is updated in place;
    otherwise (in a log), it is printed every 20 seconds."""

    def __init__(self):
        self.lock = threading.Lock()
        self.begun = time.monotonic()
        self.stages = {}  # name: state
        self.terminal = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.shown = self.begun
        threading.Thread(target=self._tick, daemon=True).start()

    def _tick(self):
        while True:
            time.sleep(1)
            with self.lock:
                if self.stages and (self.terminal or time.monotonic() - self.shown >= 20):
                    self._show()

    def _show(self):
        self.shown = time.monotonic()
        seconds = int(self.shown - self.begun)
        text = (f"[{seconds // 60}:{seconds % 60:02}] "
                + "; ".join(f"{name}: {what}" for name, what in self.stages.items()))
        if self.terminal:
            columns = shutil.get_terminal_size().columns
            print("\r\033[K" + text[:columns - 1], end="", flush=True)
        else:
            print(text, flush=True)

    def update(self, name, what):
        """Sets the state of a stage; None when it has ended."""
        with self.lock:
            if what is None:
                self.stages.pop(name, None)
            else:
                self.stages[name] = what
            if self.terminal:
                self._show()

    def end(self, text):
        """Prints the last line."""
        self.stages.clear()
        self.say(text)

    def say(self, text):
        """Prints a line that stays."""
        with self.lock:
            print(("\r\033[K" if self.terminal else "") + text, flush=True)
            if self.terminal and self.stages:
                self._show()


class Counts:
    """How many tests passed and failed, and the names of those that were skipped."""

    def __init__(self, passed=0, failed=0, skipped=()):
        self.passed, self.failed, self.skipped = passed, failed, list(skipped)

    def __add__(self, other):
        return Counts(self.passed + other.passed, self.failed + other.failed,
                      self.skipped + other.skipped)

    def __str__(self):
        return (f"{self.passed} passed, {self.failed} failed"
                + (f", {len(self.skipped)} skipped" if self.skipped else ""))

    def save(self, path):
        path.write_text(json.dumps(vars(self)))

    @staticmethod
    def load(path):
        return Counts(**json.loads(path.read_text()))


FAILED = Counts(failed=1)
progress = Progress()


def run(command, each=None, env=None):
    """Runs a command, and calls each() for every line. Returns its exit status and output."""
    lines = []
    words = [str(word) for word in command]
    try:
        process = subprocess.Popen(words, cwd=root, text=True, errors="replace",
                                   env={**os.environ, **(env or {})},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
    except OSError as error:
        return 127, f"{words[0]}: {error.strerror}\n"
    with process:
        for line in process.stdout:
            lines.append(line)
            if each is not None:
                each(line)
    return process.returncode, "".join(lines)


def must(command, each=None, env=None):
    """Runs a step that is not a test. If it fails, shows its output."""
    status, output = run(command, each, env)
    if status != 0:
        progress.say(output.rstrip("\n"))
    return status == 0


def ninja(stage, folder, targets=(), env=None):
    def each(line):
        step = re.match(r"\[(\d+)/(\d+)\]", line)
        if step:
            progress.update(stage, f"building, {step[1]} of {step[2]}")
    progress.update(stage, "building")
    return must(["ninja", "-C", folder, *targets], each, env)


def read_junit(path):
    """Counts the tests in a report of meson. A test program that prints TAP counts as many."""
    counts = Counts()
    for suite in xml.parse(path).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                counts.failed += 1
            elif case.find("skipped") is not None:
                reason = case.findtext("system-out") or "no reason given"
                title = suite.get("name").partition(".")[2] or suite.get("name")
                counts.skipped.append(f"{title}: {case.get('name')} ({reason.strip()})")
            else:
                counts.passed += 1
    return counts


def meson_test(stage, folder, options, report="testlog.junit.xml", env=None):
    """Runs the tests of a build that these options of `meson test` select."""
    kept = []

    def each(line):
        ended = re.match(r"\s*(\d+)/(\d+) .*? (OK|SKIP|FAIL|ERROR|TIMEOUT)\b", line)
        if ended:
            progress.update(stage, f"{ended[1]} of {ended[2]} test programs")
        if not ended or ended[3] not in ("OK", "SKIP"):
            kept.append(line)

    progress.update(stage, "testing")
    (folder / "meson-logs" / report).unlink(missing_ok=True)
    status, _ = run(["meson", "test", "-C", folder, "--no-rebuild", "--num-processes",
                     CPUS + 1,  # because some tests mostly wait
                     "--print-errorlogs", *options], each, env)
    if status != 0:
        progress.say("".join(kept).rstrip("\n"))
    try:
        counts = read_junit(folder / "meson-logs" / report)
    except (OSError, xml.ParseError):
        return FAILED
    if status != 0 and counts.failed == 0:
        counts.failed = 1  # a crash or a timeout that is not in the report
    return counts


def tap(stage, command):
    """Runs a program that prints TAP. If it does not run all tests of its plan, that is a
    failure: an asynchronous program can stop half-way with status 0."""
    counts, planned = Counts(), ["?"]

    def each(line):
        plan = re.match(r"1\.\.(\d+)", line)
        result = re.match(r"(not )?ok \d+(?: - )?(.*?)(?: # SKIP ?(.*))?$", line)
        if plan:
            planned[0] = plan[1]
        elif result and result[1]:
            counts.failed += 1
        elif result and result[3] is not None:
            counts.skipped.append(f"{stage}: {result[2]} ({result[3]})")
        elif result:
            counts.passed += 1
        if result:
            done = counts.passed + counts.failed + len(counts.skipped)
            progress.update(stage, f"{done} of {planned[0]} tests")

    status, output = run(command, each)
    if status != 0 or counts.failed > 0:
        progress.say(output.rstrip("\n"))
    done = counts.passed + counts.failed + len(counts.skipped)
    if done == 0 or str(done) != planned[0]:
        progress.say(f"{stage}: only {done} of {planned[0]} tests were run")
        counts.failed += 1
    elif counts.failed == 0 and status != 0:
        counts.failed = 1
    return counts
