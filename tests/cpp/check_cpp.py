# SPDX-License-Identifier: MIT
"""check_cpp.py BUILD - compiles fairshuf.hpp in many ways, and the examples of docs/cpp.md.

Every function compiles without a warning with each C++ standard, with g++ and clang++, with
libstdc++ and libc++, with and without exceptions. Each part compiles alone. Mistakes that the
header is meant to catch do not compile. Every example of docs/cpp.md runs, and prints the text
block that follows it. Prints TAP.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
build = pathlib.Path(sys.argv[1])
WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast "
            "-Wcast-align -Wundef -Werror").split()
SILENT = ["-fno-exceptions", "-fno-rtti"]
LIBCXX = ["clang++", "-stdlib=libc++"]
# Compiler, standards, further options.
WAYS = [(["g++"], ("11", "14", "17", "20", "23"), []),
        (["clang++"], ("11", "14", "17", "20", "2b"), []),
        (LIBCXX, ("11", "17", "20"), []),
        (["g++"], ("20",), SILENT), (["clang++"], ("11",), SILENT), (LIBCXX, ("11",), SILENT),
        (["g++"], ("11",), ["-DFAIR_CPP_INLINE"])]
# What must not compile, with the words that the compiler must say. %s is a line that is right.
PROGRAM = """#include <fairshuf.hpp>
#include <list>
#include <string>
extern fair::rng g;
extern std::vector<std::string> v;
extern std::list<int> l;
extern std::error_code ec;
void f();
void f() { fair::shuffle(v, g, ec); %s }
"""
MISTAKES = {
    "nothing wrong": ("", [], None),
    "a copy of a generator": ("fair::rng copy(g);", [], "deleted"),
    "a generator by value": ("auto by_value = [](fair::rng) {}; by_value(g);", [], "deleted"),
    "a shuffle of a list": ("fair::shuffle(l, g, ec);", [], "needs random access"),
    "lists that are shuffled together": ("fair::shuffle_together(g, ec, l, l);", [],
                                         "needs random access"),
    "a shuffle of const elements": (
        "const std::vector<std::string> &c = v; fair::shuffle(c, g, ec);", [],
        "must not be const"),
    "threads and strings": ("fair::shuffle_parallel(v, fair::key(), fair::options(), ec);", [],
                            "trivially copyable"),
    "weights that are not integers": (
        "fair::sample_weighted(v, std::vector<double>(1), v.begin(), 1, g, ec);", [],
        "must be integers"),
    "a weight that is not an integer": (
        "fair::weighted_reservoir<int> r(1); r.offer(1, 0.5, g, ec);", [], "must be integers"),
    "a key of 16 bytes": ("fair::rng(std::array<std::uint8_t, 16>());", [], "no matching"),
    "no error code, without exceptions": ("fair::shuffle(v, g);", SILENT, "no matching"),
}


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def compile_text(compiler, text, *options):
    return run([*compiler, "-x", "c++", "-fsyntax-only", *WARNINGS, *options, "-I",
                root / "include", "-isystem", root, "-"], input=text)


def every(compiler, standard, options):
    # Included first, so that it is not a header of the system: these have no warnings.
    text = '#include <fairshuf.hpp>\n#include "tests/cpp/test_every.cc"\n'
    done = compile_text(compiler, text, f"-std=c++{standard}", *options)
    return done.returncode == 0, done.stderr


def alone(part):
    done = compile_text(["g++"], f"#include <fairshuf/{part}>\n", "-std=c++11")
    return done.returncode == 0, done.stderr


def mistake(line, options, words):
    done = compile_text(["g++"], PROGRAM % line, "-std=c++11", *options)
    good = done.returncode == 0
    if words:  # in a short message, without the names of all functions of the standard library
        good = not good and words in done.stderr and done.stderr.count("\n") < 60
    return good, done.stderr


def example(code, expected):
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "example")
        done = run(["g++", "-x", "c++", "-std=c++11", *WARNINGS, "-I", root / "include", "-",
                    "-x", "none", build / "libfairshuf.a", "-pthread", "-o", program],
                   input=code)
        if done.returncode != 0:
            return False, done.stderr
        done = run([program])
        good = done.returncode == 0 and (not expected or done.stdout == expected)
        return good, "it printed:\n" + done.stdout


examples = re.findall(r"```cpp\n(.*?)```\n(?:\s*```text\n(.*?)```)?",
                      (root / "docs/cpp.md").read_text(), re.S)
parts = sorted(path.name for path in (root / "include/fairshuf").glob("*.hpp"))
jobs = [(f"{' '.join([*compiler, *options])} -std=c++{standard}", every,
         (compiler, standard, options))
        for compiler, standards, options in WAYS for standard in standards]
jobs += [(f"fairshuf/{part} alone", alone, (part,)) for part in parts]
jobs += [(f"must not compile: {name}" if job[2] else name, mistake, job)
         for name, job in MISTAKES.items()]
jobs += [(f"example {number} of docs/cpp.md", example, job)
         for number, job in enumerate(examples, 1)]

print(f"1..{len(jobs)}")
failed = len(examples) < 5 or len(parts) < 5
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    results = pool.map(lambda job: job[1](*job[2]), jobs)
    for number, ((name, _, _), (good, text)) in enumerate(zip(jobs, results), 1):
        if not good:
            print("# " + "\n# ".join(text.splitlines()[:10]))
        print(f"{'ok' if good else 'not ok'} {number} - {name}", flush=True)
        failed |= not good
sys.exit(failed)
