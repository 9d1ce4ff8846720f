#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py FOLDER quick|full|total|STAGE... - runs the tests of `make check` in FOLDER.

    quick    `make check`: the tests of the build that ships, and a smoke test of the page
    full     `make check-full`: slower tests, other compilers and machines, sanitizers, linters
    total    prints the sum of the last `quick` and the last `full`; a run that did not end
             counts as one failure
    STAGE    runs only these stages

Each stage is a separate build, or a tool. The last line counts the tests of all stages:
"N passed, N failed, N skipped". Two stages run at a time, because a stage often waits.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import check_run
from check_run import CPUS, FAILED, Counts, must, ninja, progress, root, tap

# The builds: name: (environment, meson options). Warnings are errors, except in the build that
# ships, because a newer compiler may have more of them.
STRICT = ["-Dwerror=true"]
OPEN_MPI = ["-Dmpi=true", "-Dmpicc=mpicc.openmpi"]
SCRIPTS = {"PATH": f"{root / 'scripts'}:{os.environ['PATH']}"}  # run-wine, wasi
BUILDS = {
    "gcc": ({"CC": os.environ.get("CC", "gcc")}, STRICT if "CI" in os.environ else []),
    "clang": ({"CC": "clang"}, [*STRICT, *OPEN_MPI, "-Ddefault_library=static"]),
    "sanitizers": (
        {"CC": "clang", "CC_LD": "lld", "CXX_LD": "lld"},
        [*STRICT, *OPEN_MPI, "-Dbuildtype=debug", "-Doptimization=1", "-Ddebug=false",
         "-Db_sanitize=address,undefined",
         "-Dc_args=-fno-sanitize-recover=all -gline-tables-only", "-Db_lundef=false",
         "-Ddefault_library=static"]),
    "threads": (
        {"CC": "clang"},
        [*STRICT, "-Dbuildtype=debug", "-Doptimization=1", "-Db_sanitize=thread",
         "-Db_lundef=false", "-Ddefault_library=static"]),
    "mpich": ({"CC": "gcc"}, [*STRICT, "-Dmpi=true", "-Dmpicc=mpicc.mpich",
                             "-Doptimization=1", "-Ddefault_library=static"]),
    "powerpc": (
        {}, [*STRICT, "--cross-file", str(root / "scripts/powerpc.cross"),
             "-Ddefault_library=static", "-Dtools=false"]),
    "aarch64": ({}, [*STRICT, "--cross-file", str(root / "scripts/aarch64.cross"),
                     "-Dtools=false"]),
    "musl": ({}, [*STRICT, "--cross-file", str(root / "scripts/musl.cross"),
                  "-Dtools=false", "-Doptimization=1"]),
    "i686": ({}, [*STRICT, "--cross-file", str(root / "scripts/i686.cross"),
                  "-Dtools=false", "-Doptimization=1"]),
    "windows": (SCRIPTS, [*STRICT, "--cross-file", str(root / "scripts/mingw.cross")]),
    "wasm": (
        SCRIPTS,
        [*STRICT, "--cross-file", str(root / "scripts/wasm.cross"),
         "--cross-file", str(root / "scripts/wasm-simd.cross"), "-Dtools=false"]),
}


def without(*suites):
    return [word for suite in suites for word in ("--no-suite", suite)]


def only(*suites):
    return [word for suite in suites for word in ("--suite", suite)]


# The stages that are tests: name: (build, options of `meson test`).
SLOWER = ("full", "faults", "statistics", "large")
TESTS = {
    "shipped": ("gcc", without(*SLOWER)),
    "slower": ("gcc", only(*SLOWER)),
    "clang": ("clang", without("full", "tree", "cli", "compat", "large", "slow", "model",
                               "statistics", "audit", "proof", "mpi",
                               "faults", "threads")),  # the sanitizers, also clang, run these
    "sanitizers": ("sanitizers", [*without("tree", "large", "compat", "statistics", "model",
                                           "beyond", "proof"),
                                  "--timeout-multiplier", "3"]),
    "threads": ("threads", only("threads")),
    "powerpc": ("powerpc", [*only("vectors", "property"), *without("slow"),
                            "--timeout-multiplier", "5"]),
    "aarch64": ("aarch64", [*only("machine"), "--timeout-multiplier", "5"]),
    "musl": ("musl", only("machine", "libc")),
    "i686": ("i686", [*only("vectors", "property", "machine"), *without("full", "slow")]),
    "windows": ("windows", [*only("vectors", "property"), *without("full", "slow")]),
    "wasm": ("wasm", [*only("vectors", "property", "numbers"),
                      *without("slow", "threads", "records", "jumps"),
                      "--timeout-multiplier", "5"]),
}
TITLES = {
    "shipped": "the build that ships",
    "page": "smoke test of the web page in Chromium",
    "slower": "the build that ships: faults, statistics, slow tests",
    "clang": "clang",
    "sanitizers": "clang, with assertions, address and undefined-behaviour sanitizers",
    "threads": "clang, with thread sanitizer",
    "powerpc": "big-endian 32-bit machine, emulated",
    "aarch64": "64-bit ARM with NEON, emulated",
    "musl": "the C library musl",
    "i686": "32-bit x86",
    "windows": "Windows, with mingw-w64 and Wine",
    "wasm": "WebAssembly with vectors, in Node",
    "valgrind": "memory errors and leaks, with valgrind",
    "lab": "the web page in Chromium's engine and in Firefox, its core in Node",
    "lint": "clang-format, clang-tidy, cppcheck",
    "mpi": "several ranks and two hosts, with Open MPI and MPICH",
}
# Lanes run in parallel. The stages of a lane run one after another.
QUICK = [["shipped"], ["page"]]
FULL = [["slower", "valgrind", "lab", "mpi"],
        ["sanitizers", "lint", "clang", "threads", "powerpc", "aarch64", "i686", "musl",
         "windows", "wasm"]]

locks = {name: threading.Lock() for name in [*BUILDS, "lab"]}


def introspect(folder, what):
    return json.loads(subprocess.check_output(["meson", "introspect", what, str(folder)]))


def targets(folder, options, installed):
    """The targets that the tests chosen by `options` need, and those that are installed if
    `installed` says so."""
    wanted = {word for before, word in zip(options, options[1:]) if before == "--suite"}
    unwanted = {word for before, word in zip(options, options[1:])
                if before == "--no-suite"}
    all_targets = introspect(folder, "--targets")
    files = {target["id"]: target["filename"][0] for target in all_targets}
    chosen = {target["id"] for target in all_targets
              if target["installed"] and target["build_by_default"] and installed}
    for test in introspect(folder, "--tests"):
        suites = {suite.partition(":")[2] for suite in test["suite"]}
        if (not wanted or suites & wanted) and not suites & unwanted:
            chosen |= set(test["depends"])
    return sorted(os.path.relpath(files[name], folder) for name in chosen
                  if name in files)


def configure(folder, options, env=None):
    """Configures a build folder; again if it was made with other options."""
    used = folder / "options.json"
    if used.exists() and json.loads(used.read_text()) == options:
        return must(["ninja", "-C", folder, "build.ninja"], env=env)
    again = ["--reconfigure"] if (folder / "build.ninja").exists() else []
    if not must(["meson", "setup", *again, folder, *options], env=env):
        return False
    used.write_text(json.dumps(options))
    return True


def build(top, stage, name, options=None):
    """Builds what the tests chosen by `options` need; without options, the programs."""
    folder, (env, setup) = top / name, BUILDS[name]
    with locks[name]:
        progress.update(stage, "configuring")
        if not configure(folder, ["-Dtests=true", *setup], env):
            return False
        wanted = ["fairshuf", "fairaudit"] if options is None \
            else targets(folder, options, installed=stage == "shipped")
        return ninja(stage, folder, wanted, env)


def test_stage(top, stage):
    name, options = TESTS[stage]
    if not build(top, stage, name, options):
        return FAILED
    return check_run.meson_test(stage, top / name, options)


def valgrind_stage(top):
    options = [*only("vectors", "faults"), *without("full", "slow", "no-valgrind", "model")]
    if not build(top, "valgrind", "gcc", options):
        return FAILED
    wrap = "--wrap=valgrind --error-exitcode=99 --leak-check=full --quiet"
    return check_run.meson_test("valgrind", top / "gcc",
                                [wrap, *options, "--logbase", "check",
                                 "--timeout-multiplier", "20"], "check-valgrind.junit.xml")


def mpi_stage(top):
    """All tests with Open MPI, in clang's build; some with MPICH, on fewer ranks."""
    counts = Counts()
    for name, options, env in (
            ("clang", only("mpi"), None),
            ("mpich", only("mpi-tiny", "mpi-command"), {"FAIRSHUF_TEST_RANKS": "4"})):
        if build(top, "mpi", name, options):
            counts += check_run.meson_test("mpi", top / name, [*options, "--logbase", "mpi"],
                                           "mpi.junit.xml", env)
        else:
            counts += FAILED
    return counts


def build_lab(top, stage):
    with locks["lab"]:
        progress.update(stage, "building")
        return must(["scripts/lab.sh", top / "lab"])


def page_stage(top):
    """Opens every part of the page once, with the program of gcc's build. Installs packages
    here, in parallel with the other lane, because that takes long."""
    progress.update("page", "installing packages")
    if not must(["scripts/packages.sh", "lab", "page"]):
        return FAILED
    if not build_lab(top, "page") or not build(top, "page", "gcc"):
        return FAILED
    return tap("page", ["node", "lab/test/page.mjs", top / "lab/lab.html",
                        top / "gcc/fairaudit", "smoke"])


def lab_stage(top):
    if not build_lab(top, "lab") or not build(top, "lab", "gcc"):
        return FAILED
    program = top / "gcc/fairaudit"
    page, core = top / "lab/lab.html", top / "lab/lab.wasm"
    firefox = ["--firefox", page, program, "smoke", "story", "share"]
    counts = Counts()
    for name, *arguments in [["language"], ["numbers"], ["codes"], ["core", core, program],
                             ["snippets", core, program], ["code_panel"],
                             ["page", "--shell", page, program], ["page", *firefox]]:
        counts += tap("lab", ["node", f"lab/test/{name}.mjs", *arguments])
    return counts


# The analyzer takes nearly all the time of clang-tidy. With these settings it visits code that
# it has not seen yet first, and fewer nodes. With 20,000 nodes it reaches 97.7 % of all blocks;
# with 60,000, 97.9 %, in three times the time (`clang --analyze` with the checker debug.Stats).
ANALYZER = [f"--extra-arg={word}" for setting in
            ("max-nodes=20000", "exploration_strategy=unexplored_first")
            for word in ("-Xclang", "-analyzer-config", "-Xclang", setting)]


# The analyzer is not used for these folders: it finds little in arithmetic.
ARITHMETIC = [f"audit/{folder}" for folder in ("numbers", "orders", "views", "catalogue",
                                               "exact", "engine", "diagnosis", "api")]


def depth(source):
    within = source.relative_to(root).as_posix().startswith(tuple(ARITHMETIC))
    return ["--checks=-clang-analyzer-*"] if within else ANALYZER


def sources_in(*folders, kinds=(".c",)):
    return [path for folder in folders for path in sorted((root / folder).rglob("*"))
            if path.suffix in kinds]


def linters(folder):
    formatted = sources_in("include", "common", "src", "cli", "tools", "audit", "examples",
                           "lab/core", "tests", "bench", kinds=(".c", ".h", ".cc", ".hpp"))
    sources = sources_in("src", "cli", "tools", "audit", "examples")
    core = sources_in("lab/core")
    core_includes = ["-I.", "-Ilab/core", "-Iinclude"]
    cppcheck = ["cppcheck", "--quiet", "--error-exitcode=1", "--std=c11",
                "--enable=warning,performance,portability", "--inline-suppr"]
    return [
        ["clang-format", "--dry-run", "-Werror", *formatted],
        *(["clang-tidy", "--quiet", "-p", folder, *depth(source), source]
          for source in sources),
        ["clang-tidy", "--quiet", *ANALYZER, *core, "--", "--target=wasm32-wasi", "-std=c11",
         "-D_WASI_EMULATED_SIGNAL", *core_includes],
        # The macros of gcc choose the code; without any macro, cppcheck tries all conditions.
        [*cppcheck, "-Iinclude", "-I.", "-D__GNUC__=12", "-D__x86_64__", "-D__linux__",
         "-D__unix__", "-D__STDC_VERSION__=201112L", "-D__has_builtin(x)=1", *sources],
        [*cppcheck, *core_includes, *core],
    ]


def compile_once(folder):
    """Writes a compile_commands.json with each source once. Some belong to two programs, and the
    analyzer of clang 14 reports errors in va_list that are none if it sees a source twice."""
    commands = json.loads((folder / "compile_commands.json").read_text())
    once = {command["file"]: command for command in reversed(commands)}
    (folder / "once").mkdir(exist_ok=True)
    (folder / "once/compile_commands.json").write_text(json.dumps(list(once.values())))
    return folder / "once"


def lint_stage(top):
    folder = top / "lint"  # for its compile_commands.json
    if not configure(folder, OPEN_MPI):
        return FAILED
    commands = linters(compile_once(folder))
    counts, lock = Counts(), threading.Lock()

    def lint(command):
        good = must(command)
        with lock:
            counts.passed += good
            counts.failed += not good
            progress.update("lint", f"{counts.passed + counts.failed} of {len(commands)}")

    with concurrent.futures.ThreadPoolExecutor(CPUS) as pool:
        list(pool.map(lint, commands))
    return counts


def run_stages(top, names):
    """Runs stages one after another."""
    special = {"valgrind": valgrind_stage, "page": page_stage, "lab": lab_stage,
               "lint": lint_stage, "mpi": mpi_stage}
    total = Counts()
    for name in names:
        begun = time.monotonic()
        counts = special[name](top) if name in special else test_stage(top, name)
        total += counts
        progress.update(name, None)
        progress.say(f"{name}: {counts} in {time.monotonic() - begun:.0f} s ({TITLES[name]})")
        for skipped in counts.skipped:
            progress.say(f"    skipped: {skipped}")
    return total


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: check.py FOLDER quick|full|total|STAGE...")
    top, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    saved = {name: top / f"{name}.json" for name in ("quick", "full")}
    if words == ["total"]:
        total = sum((Counts.load(path) if path.exists() else FAILED
                     for path in saved.values()), Counts())
        print(total)
        sys.exit(total.failed > 0)
    lanes = {"quick": QUICK, "full": FULL}.get(words[0], [words])
    for name in (name for lane in lanes for name in lane if name not in TITLES):
        sys.exit(f"check.py: no stage '{name}'; the stages are: {' '.join(TITLES)}")
    top.mkdir(parents=True, exist_ok=True)
    if words[0] in saved:
        saved[words[0]].unlink(missing_ok=True)  # in case this run does not end
    with concurrent.futures.ThreadPoolExecutor(len(lanes)) as pool:
        total = sum(pool.map(lambda names: run_stages(top, names), lanes), Counts())
    if words[0] in saved:
        total.save(saved[words[0]])
    progress.end(str(total))
    sys.exit(total.failed > 0 or total.passed == 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        progress.end("check.py: interrupted")
        os._exit(130)  # do not wait for the threads of other stages
