# SPDX-License-Identifier: MIT
"""check_single.py - the single file of `make single`: it compiles with every compiler and switch
that docs/single.md names as tested, defines no name that it should not, and passes the vectors
and property tests of the library.

The files are compiled with little optimization, because that takes long. What depends on the
platform and not on the file (WebAssembly, Windows) has stages of its own; here a few vectors
suffice.
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
work = tempfile.TemporaryDirectory()
here = pathlib.Path(work.name)
STRICT = "-Wall -Wextra -Wconversion -Wshadow -Wundef -Werror"
ISO = f"-std=c11 -pedantic-errors {STRICT}"
WASM = "clang --target=wasm32-wasi"
ARM = "aarch64-linux-gnu-gcc"
WINDOWS = "x86_64-w64-mingw32-gcc"
VECTORS = ["model/print_orders", "bits/test_rng"]
PROPERTIES = ["shuffle/test_properties", "shuffle/test_lockstep", "shuffle/test_permute",
              "shuffle/test_source", "shuffle/test_parallel", "shuffle/test_memory_needed",
              "bits/test_rng_heap", "dice/test_inline"]
WRAPPED = {  # tests that replace functions of the system
    "bits/test_fork": "getrandom pthread_atfork",
    "shuffle/test_failures": "malloc calloc realloc free posix_memalign getrandom",
}
# Objects that programs are linked with, and symbols and names are looked up in.
OBJECTS = {
    "gcc": f"gcc -O1 {ISO}",
    "clang": f"clang -O1 {ISO}",
    "gcc, portable": f"gcc -O1 {ISO} -DFAIR_PORTABLE -DFAIR_NO_THREADS",
    "clang, portable": f"clang -O1 {ISO} -DFAIR_PORTABLE",
    "gcc, without atomics": f"gcc -O1 {ISO} -DFAIR_PORTABLE -D__STDC_NO_ATOMICS__",
    "gcc, namespace": f"gcc -O1 {STRICT} -DFAIR_PORTABLE -DFAIR_NAMESPACE=my_",
    "tcc": "tcc -Wall -Werror",
    "aarch64": f"{ARM} -O1 {STRICT}",
    "WebAssembly": f"{WASM} -O0 {STRICT}",
    "WebAssembly with vectors": f"{WASM} -O1 -msimd128 {STRICT}",
    "Windows": f"{WINDOWS} -O0 {STRICT}",
    "Windows, no threads": f"{WINDOWS} -O1 {STRICT} -DFAIR_PORTABLE -DFAIR_NO_THREADS",
}


class Failure(Exception):
    pass


def run(command, **more):
    """Runs a command, a string or a list; returns what it prints."""
    words = shlex.split(command) if isinstance(command, str) else command
    ended = subprocess.run(words, capture_output=True, text=True, cwd=root, check=False, **more)
    if ended.returncode != 0:
        raise Failure(f"{' '.join(map(str, words))}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def expect(good, message):
    if not good:
        raise Failure(message)


def path_of(name):
    return here / re.sub(r"\W", "_", name)


def obj(name):
    return path_of(name).with_suffix(".o")


def compile_object(name):
    output = run(f"{OBJECTS[name]} -c {here}/fairshuf.c -o {obj(name)}")
    expect(output == "", output)


def includes():
    return f"-I{here} -I{root}"


def program(name, test, *options):
    """Compiles a test, links it with an object, and returns the path of the program."""
    output = path_of(f"{name} {test}")
    compiler = OBJECTS[name].split(" -W")[0].split(" -std")[0]
    run(f"{compiler} {includes()} {root}/tests/{test}.c {obj(name)} -o {output} "
        f"{' '.join(options)}")
    return output


def run_test(command):
    """Runs a program that prints TAP, or the orders."""
    output = run([str(word) for word in command])
    if "print_orders" in str(command[-1]):
        expect(output == (root / "tests/model/orders.txt").read_text(), "other orders")
    else:
        plan = re.search(r"^1\.\.(\d+)$", output, re.M)
        passed = len(re.findall(r"^ok ", output, re.M))
        expect(plan and passed == int(plan[1]) > 0, output)


def vectors(name, wrapper, *options, tests=VECTORS):
    for test in tests:
        run_test([*wrapper, program(name, test, *options)])


def properties(name):
    for test in [*VECTORS, *PROPERTIES]:
        run_test([program(name, test, "-pthread")])
    for test, functions in WRAPPED.items():
        wrap = ",".join(f"--wrap={function}" for function in functions.split())
        run_test([program(name, test, "-pthread", f"-Wl,{wrap}")])


def within(compiler, test, *headers):
    """Runs a test of internal functions: it includes the single file."""
    source = path_of(test).with_suffix(".c")
    guards = "".join(f"#define FS_{header}_H\n" for header in headers)
    source.write_text(f'#define FAIR_STATIC\n#include "fairshuf.c"\n{guards}'
                      f'#include "tests/{test}.c"\n')
    output = source.with_suffix("")
    run(f"{compiler} {includes()} {source} -o {output} -pthread")
    run_test([output])


def symbols(name, prefix, nm="nm"):
    """Only public functions are global, and all names have a prefix."""
    listed = [line.split()[-2:] for line in
              run(f"{nm} --defined-only {obj(name)}").splitlines() if line.strip()]
    public = {symbol for kind, symbol in listed if kind.isupper()}
    local = {symbol for kind, symbol in listed if kind == "t"}
    wrong = [symbol for symbol in public if not symbol.startswith(prefix)]
    wrong += [symbol for symbol in local if not re.match(r"fs_|fair_|\.text", symbol)]
    expect(not wrong, f"symbols: {wrong}")
    declared = set(re.findall(r"^#define (fair_\w+) FAIR_PRIVATE_JOIN",
                              (here / "fairshuf.h").read_text(), re.M))
    expect(len(declared) > 60 and {prefix + word.removeprefix("fair_") for word in declared}
           == public, f"public: {sorted(public)}")


def own_lines(text):
    """The lines of preprocessed text that are from the single file itself."""
    own = False
    for line in text.splitlines():
        if line.startswith("# "):
            own = line.split('"')[1].endswith("fairshuf.c")
        elif own:
            yield line


def extensions():
    """With FAIR_PORTABLE, nothing is left that only gcc and clang understand."""
    text = run(f"gcc -E -DFAIR_PORTABLE -DFAIR_NO_THREADS -DNDEBUG -D__STDC_NO_ATOMICS__ "
               f"{here}/fairshuf.c")
    lines = list(own_lines(text))
    found = [line for line in lines if re.search(
        r"__(attribute|asm|builtin|int128|extension|typeof|auto_type)|vector_size", line)]
    expect(len(lines) > 2000 and not found, f"extensions: {found[:3]}")


def macros():
    """All macros that the single file defines have a prefix."""
    for switch in ("", "-DFAIR_PORTABLE"):
        names = re.findall(r"^#define (\w+)", "\n".join(own_lines(
            run(f"gcc -E -dD {switch} {here}/fairshuf.c"))), re.M)
        wrong = [name for name in names
                 if not re.match(r"(FAIR|FS|fair|fs)_|FAIRSHUF_|_(GNU|DEFAULT)_SOURCE", name)]
        expect(len(names) > 60 and not wrong, f"macros: {wrong}")


def static_program(compiler):
    output = path_of(f"static {compiler}")
    run(f"{compiler} {ISO} -Wno-shadow {includes()} {root}/tests/tree/single_static.c -o {output} -pthread")
    run([str(output)])
    public = [line for line in run(f"nm -g --defined-only {output}").splitlines()
              if re.search(r" (fair|fs)_", line)]
    expect(not public, f"global symbols: {public}")


def mistakes():
    """One message says what is wrong, before all others."""
    late = path_of("late").with_suffix(".c")
    late.write_text('#include <stdio.h>\n#define FAIR_STATIC\n#include "fairshuf.c"\n')
    for command, words in ((f"g++ -fsyntax-only {here}/fairshuf.c", "must be compiled as C"),
                           (f"gcc -std=c11 -fsyntax-only {late}", "before any system header")):
        done = subprocess.run(command.split(), capture_output=True, text=True)
        first = re.search(r"error: (.*)", done.stderr)
        expect(done.returncode != 0 and first and words in first[1], done.stderr[:1000])
    run(f"gcc -std=gnu11 -fsyntax-only {late}")


def example():
    """The example of docs/single.md."""
    (code,) = re.findall(r"```c\n(.*?)```", (root / "docs/single.md").read_text(), re.S)
    source = here / "example.c"
    source.write_text(code)
    output = path_of("example")
    run(f"gcc {ISO} -DFAIR_PORTABLE -I{here} {source} -o {output} -pthread")
    expect(run([str(output)]) in [f"{die}\n" for die in range(1, 7)], "not a die")


def no_threads():
    used = run(f"nm -u {obj('gcc, portable')}")
    expect("pthread_create" not in used and "pthread_create" in run(f"nm -u {obj('gcc')}"),
           "FAIR_NO_THREADS makes no difference")


def windows_links():
    source = here / "windows.c"
    source.write_text('#include "fairshuf.h"\nint main(void)\n{\n    fair_rng rng;\n'
                      "    return fair_rng_init(&rng);\n}\n")
    for name in ("Windows", "Windows, no threads"):
        run(f"{WINDOWS} -I{here} {source} {obj(name)} -lbcrypt -o {path_of(name)}.exe")


def namespace_program():
    source = here / "namespace.cc"
    source.write_text('#define FAIR_INLINE\n#include "fairshuf.h"\n'
                      "int main()\n{\n    fair_rng rng;\n    const uint8_t key[32] = {0};\n"
                      "    fair_rng_init_key(&rng, key);\n"
                      "    return fair_inline_below(&rng, 7) >= 7 || fair_below(&rng, 7) >= 7;\n"
                      "}\n")
    for compiler, standard in (("g++", "c++11"), ("clang++", "c++20")):
        output = path_of(f"namespace {compiler}")
        run(f"{compiler} -std={standard} {STRICT} -pedantic -Wold-style-cast "
            f"-DFAIR_NAMESPACE=my_ -I{here} {source} {obj('gcc, namespace')} -o {output}")
        run([str(output)])


def cpp_header():
    """fairshuf.hpp works with the single file, as docs/single.md says."""
    shutil.copy(root / "include/fairshuf.hpp", here)
    shutil.copytree(root / "include/fairshuf", here / "fairshuf")
    source = here / "header.cc"
    source.write_text("#include <fairshuf.hpp>\nint main()\n{\n"
                      "    std::vector<std::string> v(9);\n    fair::shuffle(v);\n}\n")
    run(f"g++ -std=c++11 -I{here} {source} {obj('gcc')} -pthread -o {source.with_suffix('')}")
    run([str(source.with_suffix(""))])


def same_again():
    """The files do not depend on the folder or the time, nor on the order of a set."""
    for seed in ("1", "2"):
        run([sys.executable, "scripts/single.py", str(here / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed})
    for name in ("fairshuf.c", "fairshuf.h"):
        expect((here / "1" / name).read_bytes() == (here / "2" / name).read_bytes()
               == (here / name).read_bytes(), f"{name} differs")


def contents():
    """The table of contents has the right lines."""
    lines = (here / "fairshuf.c").read_text().splitlines()
    rows = [row for row in (re.match(r" \*\s+(\d+)  (\S+)", line) for line in lines[:150]) if row]
    wrong = [row[0] for row in rows if f" {row[2]} =" not in lines[int(row[1]) - 1]]
    expect(len(rows) == sum(line.startswith("/* ==== ") for line in lines) > 40 and not wrong,
           f"contents: {wrong}")


NODE = ["node", "scripts/wasi"]
STACK = ["-Wl,-z,stack-size=1048576", "-Wl,--stack-first"]
CHECKS = {
    "gcc: vectors, properties, faults": lambda: properties("gcc"),
    "clang: vectors, properties, faults": lambda: properties("clang"),
    "gcc: every kernel gives the same bytes":
        lambda: within(f"gcc -O1 {STRICT} -DFS_HAVE_VECTORS=0", "bits/test_kernels", "CHACHA8"),
    "clang: dice and samples by weight":
        lambda: within(f"clang -O1 {STRICT} -Wno-conversion -DFAIR_PORTABLE",
                       "shuffle/test_weighted", "WORKSPACE", "INDEX", "BASE"),
    "gcc, portable: vectors": lambda: vectors("gcc, portable", []),
    "clang, portable: vectors": lambda: vectors("clang, portable", [], "-pthread"),
    "gcc, without atomics: vectors": lambda: vectors("gcc, without atomics", []),
    "tcc: vectors": lambda: vectors("tcc", [], tests=VECTORS[:1]),
    "aarch64: vectors": lambda: vectors("aarch64", ["qemu-aarch64"], "-static"),
    "WebAssembly with vectors: vectors":
        lambda: vectors("WebAssembly with vectors", NODE, *STACK, tests=VECTORS[:1]),
    "Windows: programs link": windows_links,
    "symbols": lambda: symbols("gcc", "fair_"),
    "symbols, clang": lambda: symbols("clang", "fair_"),
    "symbols, namespace": lambda: symbols("gcc, namespace", "my_fair_"),
    "symbols, WebAssembly": lambda: symbols("WebAssembly", "fair_", "llvm-nm"),
    "namespace, in C++": namespace_program,
    "fairshuf.hpp": cpp_header,
    "FAIR_NO_THREADS has no threads": no_threads,
    "FAIR_PORTABLE has no extensions": extensions,
    "all macros have a prefix": macros,
    "a program includes the file, gcc": lambda: static_program("gcc"),
    "a program includes the file, clang": lambda: static_program("clang"),
    "common mistakes": mistakes,
    "the example of docs/single.md": example,
    "the same sources give the same files": same_again,
    "the table of contents is right": contents,
}


def attempt(title, function, *arguments):
    try:
        function(*arguments)
        return title, None
    except (Failure, OSError) as error:
        return title, str(error)


def main():
    run([sys.executable, "scripts/single.py", str(here)])
    (here / "fairshuf_inline.h").write_text('#define FAIR_INLINE\n#include "fairshuf.h"\n')
    number, failed = 0, 0
    print(f"1..{len(OBJECTS) + len(CHECKS)}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = pool.map(lambda name: attempt(f"compiles: {name}", compile_object, name),
                            OBJECTS)
        for jobs in (compiled, pool.map(lambda item: attempt(*item), CHECKS.items())):
            for title, problem in jobs:
                number += 1
                failed += problem is not None
                for line in (problem or "").splitlines()[:20]:
                    print(f"# {line}")
                print(f"{'not ok' if problem else 'ok'} {number} - {title}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    with work:
        main()
