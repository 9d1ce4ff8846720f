# SPDX-License-Identifier: MIT
"""check_fuzz.py - the fuzz targets work for others: scripts/oss_fuzz.sh builds all of them in the
way of OSS-Fuzz, each of them runs on its corpus for a while, and `make fuzz` reports a failure.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import check, end, root  # noqa: E402

sys.path.insert(0, str(root / "scripts"))
import fuzz  # noqa: E402

EXECUTIONS = 2000


def check_target(out, work, name):
    """The files of a target, and a short run on what is in its archive."""
    target = fuzz.Target(work, name)
    seeds = sorted(path.name for path in target.seeds.iterdir())
    with zipfile.ZipFile(out / f"fuzz_{name}_seed_corpus.zip") as archive:
        packed = sorted(archive.namelist())
        archive.extractall(target.corpus)
    check(packed == seeds and 0 < len(seeds) <= 200, f"{name}: its corpus, at most 200 inputs",
          f"{len(seeds)} inputs, {len(packed)} in the archive")
    options = list(target.options())
    check(any(option.startswith("-max_len=") for option in options), f"{name}: its options")
    done = subprocess.run([target.program, f"-runs={EXECUTIONS}", "-seed=1", *options,
                           target.corpus], cwd=work, capture_output=True, text=True,
                          errors="replace")
    check(done.returncode == 0 and f"Done {EXECUTIONS} runs" in done.stderr,
          f"{name}: {EXECUTIONS} executions", done.stderr)
    documented = f"| `{name}` |" in (root / "docs/fuzzing.md").read_text()
    check(documented, f"{name}: docs/fuzzing.md has a row for it")


def check_report(work):
    """A program that behaves like a target which has found something."""
    target = fuzz.Target(work, "split")
    target.program.parent.mkdir(parents=True, exist_ok=True)
    target.program.with_suffix(".options").write_text("[libfuzzer]\nmax_len = 9\n")
    target.program.write_text(
        "#!/bin/sh\nexec >&2\necho '#1234\tNEW    cov: 56 ft: 78 corp: 9/10b lim: 4'\n"
        "echo \"artifact_prefix='x'; Test unit written to x/split-crash-1\"\nexit 77\n")
    target.program.chmod(0o755)
    target.start(1)
    target.process.wait()
    text = target.summary()
    check(all(word in text for word in ("1,234 executions", "56 edges", "9 inputs", "FAILED",
                                         f"replay: {target.program} x/split-crash-1")),
           "make fuzz: a failure is reported", text)


with tempfile.TemporaryDirectory() as temporary:
    work = pathlib.Path(temporary)
    out = work / "out"
    environment = {**os.environ, "CC": "clang", "OUT": str(out), "WORK": str(work / "build"),
                   "CFLAGS": "-O1 -fsanitize=address,fuzzer-no-link",
                   "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer"}
    built = subprocess.run([root / "scripts/oss_fuzz.sh"], env=environment, capture_output=True,
                           text=True)
    check(built.returncode == 0, "scripts/oss_fuzz.sh builds the targets", built.stderr)
    programs = sorted(path.name[5:] for path in out.glob("fuzz_*") if path.suffix == "" and
                      not path.name.endswith(".zip"))
    check(programs == fuzz.known(), "each target has a corpus, and each corpus a target",
          f"targets: {programs}, corpora: {fuzz.known()}")
    for name in programs:
        check_target(out, work, name)
    check_report(work / "other")
end()
