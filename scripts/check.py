#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py FOLDER [STAGE...] - everything that `make check` does, built below FOLDER.

Each stage is a build of its own, or a linter. The last line counts all tests of all
stages: "N passed, N failed". Without stages named, all are run, two at a time: a stage
often waits, for its last test or for a clock.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

root = pathlib.Path(__file__).resolve().parent.parent
WERROR = ["-Dtests=true", "-Dwerror=true"]

# name: what it is, environment, meson options, meson test options. What no test of a
# stage needs is not built for it, but for the programs.
BUILDS = {
    "gcc": ("gcc, as shipped", {"CC": "gcc"}, [], []),
    "clang": ("clang, as shipped", {"CC": "clang"}, ["-Ddefault_library=static"],
              ["--no-suite", "tree", "--no-suite", "cli", "--no-suite", "compat",
               "--no-suite", "large", "--no-suite", "slow", "--no-suite", "model",
               "--no-suite", "statistics", "--no-suite", "audit", "--no-suite", "proof",
               "--no-suite", "faults"]),  # that is for the sanitizers, clang's as well
    "sanitizers": (
        "clang, assertions, address and undefined-behaviour sanitizers",
        {"CC": "clang"},
        ["-Dbuildtype=debug", "-Doptimization=1", "-Ddebug=false",
         "-Db_sanitize=address,undefined",
         "-Dc_args=-fno-sanitize-recover=all -gline-tables-only", "-Db_lundef=false",
         "-Ddefault_library=static"],
        ["--no-suite", "tree", "--no-suite", "large", "--no-suite", "compat",
         "--no-suite", "statistics", "--no-suite", "model", "--no-suite", "beyond",
         "--no-suite", "proof", "--timeout-multiplier", "3"]),
    "threads": (
        "clang, thread sanitizer",
        {"CC": "clang"},
        ["-Dbuildtype=debug", "-Doptimization=1", "-Db_sanitize=thread",
         "-Db_lundef=false", "-Ddefault_library=static"],
        ["--suite", "threads"]),
    "powerpc": (
        "big-endian, 32-bit, emulated",
        {}, ["--cross-file", str(root / "scripts/powerpc.cross"),
             "-Ddefault_library=static", "-Dtools=false"],
        ["--suite", "vectors", "--suite", "property", "--no-suite", "slow",
         "--timeout-multiplier", "5"]),
    "wasm": (
        "WebAssembly with vectors, run by Node",
        {"PATH": f"{root / 'scripts'}:{os.environ['PATH']}"},  # for scripts/wasi
        ["--cross-file", str(root / "scripts/wasm.cross"),
         "--cross-file", str(root / "scripts/wasm-simd.cross"), "-Dtools=false"],
        ["--suite", "vectors", "--suite", "property", "--suite", "audit",
         "--no-suite", "slow", "--no-suite", "threads", "--no-suite", "records",
         "--no-suite", "jumps", "--timeout-multiplier", "5"]),
}

# What is run after one another, and beside the other lane. The first has what needs the
# programs of gcc's stage.
LANES = [["gcc", "valgrind", "lab"],
         ["sanitizers", "lint", "clang", "threads", "powerpc", "wasm"]]


def say(text):
    print(text, flush=True)


def run(command, env=None, **keywords):
    return subprocess.run(command, env={**os.environ, **(env or {})}, cwd=root,
                          **keywords)


def must(command, env=None):
    """For steps that are no tests: they succeed, or show why not."""
    done = run(command, env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        say(done.stdout)
    return done.returncode == 0


def count_junit(path):
    """Tests and failures in meson's report; TAP tests count line by line."""
    tests = failures = 0
    for suite in xml.parse(path).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            tests += 1
            failures += case.find("failure") is not None or case.find("error") is not None
    return tests, failures


def meson_test(folder, options, report="testlog.junit.xml"):
    done = run(["meson", "test", "-C", folder, "--no-rebuild", "--num-processes", "2",
                "--print-errorlogs", "--quiet", *options],
               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        say(done.stdout)
    try:
        tests, failures = count_junit(folder / "meson-logs" / report)
    except (OSError, xml.ParseError):
        tests, failures = 1, 1
    if done.returncode != 0 and failures == 0:
        tests, failures = tests + 1, 1  # a crash or a time-out that no line tells of
    return tests - failures, failures


def introspect(folder, what):
    return json.loads(run(["meson", "introspect", what, folder], check=True,
                          stdout=subprocess.PIPE).stdout)


def targets(folder, options):
    """What the tests need that these options of meson test choose; and the programs, if
    suites are only left out."""
    wanted = {word for before, word in zip(options, options[1:]) if before == "--suite"}
    unwanted = {word for before, word in zip(options, options[1:])
                if before == "--no-suite"}
    files = {target["id"]: target["filename"][0]
             for target in introspect(folder, "--targets")}
    chosen = set() if wanted else {"fairshuf@exe", "fairaudit@exe"}
    for test in introspect(folder, "--tests"):
        suites = {suite.partition(":")[2] for suite in test["suite"]}
        if (not wanted or suites & wanted) and not suites & unwanted:
            chosen |= set(test["depends"])
    return sorted(os.path.relpath(files[name], folder) for name in chosen
                  if name in files)


def build(folder, name):
    _, env, options, test_options = BUILDS[name]
    fresh = not (folder / "build.ninja").exists()
    return ((not fresh or must(["meson", "setup", folder, *WERROR, *options], env))
            and must(["ninja", "-C", folder,
                      *(targets(folder, test_options) if test_options else [])], env))


def build_stage(top, name):
    folder = top / name
    if not build(folder, name):
        return 0, 1
    return meson_test(folder, BUILDS[name][3])


def valgrind_stage(top):
    folder = top / "gcc"
    if not build(folder, "gcc"):
        return 0, 1
    wrap = "--wrap=valgrind --error-exitcode=99 --leak-check=full --quiet"
    return meson_test(folder, [wrap, "--suite", "vectors", "--suite", "faults",
                               "--no-suite", "slow", "--no-suite", "no-valgrind",
                               "--no-suite", "model",
                               "--logbase", "check",
                               "--timeout-multiplier", "20"],
                      "check-valgrind.junit.xml")


def tap(command):
    """Tests of a program that prints TAP: passed and failed."""
    done = run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = done.stdout.splitlines()
    passed = sum(line.startswith("ok ") for line in lines)
    failed = sum(line.startswith("not ok ") for line in lines)
    if done.returncode != 0 or failed > 0:
        say(done.stdout)
    return passed, failed or int(done.returncode != 0)


def lab_stage(top):
    """The page, against the program of gcc's stage."""
    folder, native = top / "lab", top / "gcc"
    fresh = not (native / "build.ninja").exists()
    if (fresh and not must(["meson", "setup", native, *WERROR], BUILDS["gcc"][1])
            or not must(["ninja", "-C", native, "fairaudit"])
            or not must(["scripts/lab.sh", folder])):
        return 0, 1
    program = native / "fairaudit"
    tests = [["lab/test/core.mjs", folder / "lab.wasm", folder / "lab-simd.wasm", program],
             ["lab/test/page.mjs", folder / "lab.html", program]]
    passed, failed = zip(*(tap(["node", *test]) for test in tests))
    return sum(passed), sum(failed)


# The analyzer takes nearly all the time of clang-tidy. Left alone, it follows more and more
# ways through the same code; told to look for new code first, it comes to 98.7 % of all
# blocks with a fourth of the nodes, and so of the time, instead of 98.9 % (`clang --analyze`
# with the checker debug.Stats).
ANALYZER = [f"--extra-arg={word}" for setting in
            ("max-nodes=60000", "exploration_strategy=unexplored_first")
            for word in ("-Xclang", "-analyzer-config", "-Xclang", setting)]


def depth(source):
    """It has least to find in arithmetic."""
    return ["--checks=-clang-analyzer-*"] if source.parent.name == "audit" else ANALYZER


def lint_stage(top):
    folder = top / "lint"  # only for its list of compile commands
    if not (folder / "build.ninja").exists() and not must(["meson", "setup", folder]):
        return 0, 1
    formatted = [path for top in ("include", "src", "tools", "audit", "audit/command",
                                  "examples", "lab/core", "tests", "bench")
                 for path in sorted((root / top).glob("*")) if path.suffix in
                 (".c", ".h", ".cc")]
    sources = [path for path in formatted if path.suffix == ".c"
               and path.parent.name not in ("core", "tests", "bench")]
    core = [path for path in formatted if path.suffix == ".c"
            and path.parent.name == "core"]
    core_includes = ["-Ilab/core", "-Iaudit/command", "-Iaudit", "-Iinclude"]
    linters = [
        ["clang-format", "--dry-run", "-Werror", *formatted],
        *(["clang-tidy", "--quiet", "-p", folder, *depth(source), source]
          for source in sources),
        ["clang-tidy", "--quiet", *ANALYZER, *core, "--", "--target=wasm32-wasi", "-std=c11",
         "-D_WASI_EMULATED_SIGNAL", *core_includes],
        ["cppcheck", "--quiet", "--error-exitcode=1", "--std=c11",
         "--enable=warning,performance,portability", "--inline-suppr", "-Iinclude",
         "-Isrc", "-Itools", "-Iaudit", "-Iaudit/command", "-DFS_HAVE_X86_KERNELS=1",
         *sources],
        ["cppcheck", "--quiet", "--error-exitcode=1", "--std=c11",
         "--enable=warning,performance,portability", "--inline-suppr", *core_includes,
         *core],
    ]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        passed = sum(pool.map(must, linters))
    return passed, len(linters) - passed


def run_stages(stages, names):
    """Runs them after one another; how many tests passed and failed."""
    total = [0, 0]
    for name in names:
        title, stage = stages[name]
        begun = time.monotonic()
        passed, failed = stage()
        total = [total[0] + passed, total[1] + failed]
        say(f"{name + ':':12} {passed:4} passed, {failed} failed  "
            f"({time.monotonic() - begun:.0f} s; {title})")
    return total


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: check.py FOLDER [STAGE...]")
    top = pathlib.Path(sys.argv[1]).resolve()
    top.mkdir(parents=True, exist_ok=True)
    stages = {name: (BUILDS[name][0], lambda name=name: build_stage(top, name))
              for name in BUILDS}
    stages["valgrind"] = ("memory errors and leaks", lambda: valgrind_stage(top))
    stages["lab"] = ("the page in Chromium, its core in Node", lambda: lab_stage(top))
    stages["lint"] = ("clang-format, clang-tidy, cppcheck", lambda: lint_stage(top))
    for name in sys.argv[2:]:
        if name not in stages:
            sys.exit(f"check.py: no stage '{name}'; there are: {' '.join(stages)}")
    lanes = [sys.argv[2:]] if sys.argv[2:] else LANES
    with concurrent.futures.ThreadPoolExecutor(len(lanes)) as pool:
        counts = list(pool.map(lambda names: run_stages(stages, names), lanes))
    passed, failed = map(sum, zip(*counts))
    say(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


if __name__ == "__main__":
    main()
