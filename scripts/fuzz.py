#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fuzz.py FOLDER run SECONDS [TARGET]... | merge [TARGET]... - runs the fuzz targets.

    run      builds the targets in FOLDER (scripts/oss_fuzz.sh) with clang's libFuzzer and
             sanitizers, and runs each of them for SECONDS, as many at once as there are CPUs
    merge    replaces tests/corpus by the fewest inputs that cover as much as those of the
             tree and of FOLDER do together

`run` does not change tests/corpus: new inputs go to FOLDER/corpus, and serve the next run. It
prints a line for each target. If a target fails, the status is 1, and the line says which input
fails and how to replay it. The environment variable CHECKS has the sanitizers; with CHECKS= there
are none, and most targets are several times as fast.
"""
import configparser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

top = pathlib.Path(__file__).resolve().parents[1]
FINAL = re.compile(r"#(\d+)\s+\w+\s+cov: (\d+).*? corp: (\d+)")


def fail(text):
    sys.exit(f"fuzz.py: {text}")


def known():
    return sorted(path.name for path in (top / "tests/corpus").iterdir())


class Target:
    """A fuzz target: its program, and the folders of its inputs and messages."""

    def __init__(self, folder, name):
        self.name = name
        self.out = folder / "out"
        self.program = self.out / f"fuzz_{name}"
        self.seeds = top / "tests/corpus" / name
        self.corpus = folder / "corpus" / name
        self.crashes = folder / "crashes"
        self.log = folder / "log" / name
        for made in (self.corpus, self.crashes, self.log.parent):
            made.mkdir(parents=True, exist_ok=True)

    def options(self):
        """Those that OSS-Fuzz would use."""
        parser = configparser.ConfigParser()
        parser.read(self.program.with_suffix(".options"))
        for key, value in parser["libfuzzer"].items():
            yield f"-{key}={self.out / value if key == 'dict' else value}"

    def start(self, seconds):
        for seed in self.seeds.iterdir():
            shutil.copy(seed, self.corpus)
        self.began = time.monotonic()
        self.failing = None
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [self.program, f"-max_total_time={seconds}", "-timeout=20",
                 f"-artifact_prefix={self.crashes}/{self.name}-", *self.options(),
                 self.corpus], stdout=log, stderr=log)

    def numbers(self):
        """Executions, edges covered and inputs kept, from the last line that has them."""
        lines = FINAL.findall(self.log.read_text(errors="replace"))
        return tuple(map(int, lines[-1])) if lines else (0, 0, 0)

    def summary(self):
        executions, edges, inputs = self.numbers()
        seconds = max(time.monotonic() - self.began, 1)
        text = (f"{self.name:14}{executions:>12,} executions {executions / seconds:>8,.0f}/s"
                f" {edges:>6,} edges {inputs:>6,} inputs   ")
        if self.process.returncode == 0:
            return text + "ok"
        found = re.findall(r"Test unit written to (\S+)", self.log.read_text(errors="replace"))
        self.failing = found[-1] if found else None
        text += f"FAILED, see {self.log}"
        if self.failing:
            text += f"\n{'':14}input:  {self.failing}\n{'':14}replay: {self.program} {self.failing}"
        return text


def build(folder, names):
    checks = os.environ.get("CHECKS", "address,undefined")
    sanitizers = ",".join(filter(None, ["fuzzer-no-link", checks]))
    print(f"building {len(names)} targets with {checks or 'no sanitizers'}", flush=True)
    environment = {
        **os.environ, "CC": "clang", "OUT": str(folder / "out"), "WORK": str(folder / "work"),
        "CFLAGS": f"-O1 -g -fsanitize={sanitizers} -fno-sanitize-recover=all",
        "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer"}
    if subprocess.run([top / "scripts/oss_fuzz.sh", *names], env=environment).returncode != 0:
        fail("the targets could not be built")


def show(text):
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end="", flush=True)


def run(folder, seconds, names):
    build(folder, names)
    waiting = [Target(folder, name) for name in names]
    running, failures = [], 0
    while waiting or running:
        while waiting and len(running) < len(os.sched_getaffinity(0)):
            running.append(waiting.pop(0))
            running[-1].start(seconds)
        time.sleep(0.5)
        show(", ".join(f"{t.name}: {t.numbers()[0]:,}" for t in running) +
             f", {len(waiting)} to go")
        for target in [t for t in running if t.process.poll() is not None]:
            running.remove(target)
            show("")
            print(target.summary(), flush=True)
            failures += target.process.returncode != 0
    return failures


def merge(folder, names):
    build(folder, names)
    for name in names:
        target = Target(folder, name)
        merged = folder / "merged" / name
        shutil.rmtree(merged, ignore_errors=True)
        merged.mkdir(parents=True)
        before = len(list(target.seeds.iterdir()))
        # Without counters: which edges are reached, not how often.
        if subprocess.run([target.program, "-merge=1", "-set_cover_merge=1", "-use_counters=0",
                           *target.options(), merged, target.seeds, target.corpus],
                          capture_output=True).returncode != 0:
            fail(f"{name}: an input fails; run {target.program} {target.corpus}/*")
        for old in target.seeds.iterdir():
            if re.fullmatch("[0-9a-f]{40}", old.name):  # those that people named are kept
                old.unlink()
        for new in merged.iterdir():
            shutil.copy(new, target.seeds)
        print(f"{name:14}{before:>5} inputs before, {len(list(target.seeds.iterdir())):>5} now")
    return 0


def main(arguments):
    if len(arguments) < 2 or arguments[1] not in ("run", "merge"):
        sys.exit(__doc__)
    folder = pathlib.Path(arguments[0])
    names = arguments[2:]
    if arguments[1] == "run":
        if not names or not names[0].isdigit() or int(names[0]) == 0:
            fail(f"SECONDS must be a number from 1 on, not {names[0] if names else 'empty'!r}")
        seconds = int(names.pop(0))
    for name in names:
        if name not in known():
            fail(f"there is no target {name!r}; use one of: {' '.join(known())}")
    names = names or known()
    return run(folder, seconds, names) if arguments[1] == "run" else merge(folder, names)


if __name__ == "__main__":
    try:
        sys.exit(1 if main(sys.argv[1:]) else 0)
    except KeyboardInterrupt:
        sys.exit("\nfuzz.py: interrupted")
