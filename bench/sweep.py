#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep.py LIBRARY [ROUNDS] - measures the constants of scattering.

Compiles the sources for scattering with several values of FS_LEAF and FS_AIM, of FS_CHUNK, and
of FS_BLOCK_BYTES, links the rest from LIBRARY (build/libfairshuf.a), and prints the ns per
element of fair_shuffle_parallel. FS_BLOCK_BYTES affects only the speed; the others are part of
the order format. The values alternate, and the best round counts, because it is the one least
disturbed by other programs.
"""
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ["bench/sweep.c", *(f"src/{name}.c" for name in
                              ("shuffle/distribute", "shuffle/order",
                               "shuffle/order_parallel", "shuffle/scatter", "base/par",
                               "base/memory"))]
USUAL = {"leaf": 16, "chunk": 15, "block": 10}  # powers of two
CHOICES = {"leaf": range(13, 21), "chunk": range(12, 18), "block": range(8, 16)}
RUNS = {  # bytes of an element, log2 of n, threads
    "leaf": [(4, 20, 1), (4, 24, 1), (4, 27, 1), (8, 24, 1), (8, 27, 1), (64, 22, 1),
             (4, 24, 2), (8, 27, 2)],
    "chunk": [(4, 18, 1), (4, 18, 2), (4, 24, 1), (4, 24, 2)],
    "block": [(1, 24, 1), (4, 24, 1), (8, 27, 1), (64, 22, 1), (8, 27, 2)],
}


def build(folder, library, choice):
    program = folder / "-".join(f"{k}{v}" for k, v in choice.items())
    if not program.exists():
        leaf, chunk, block = (1 << choice[k] for k in ("leaf", "chunk", "block"))
        subprocess.run(
            ["gcc", "-O3", "-std=c11", "-DFS_MOST_BITS=8", f"-DFS_LEAF={leaf * 3 // 2}",
             f"-DFS_AIM={leaf}", f"-DFS_CHUNK={chunk}", f"-DFS_BLOCK_BYTES={block}",
             "-Iinclude", "-I.", *SOURCES, library, "-pthread", "-o", program],
            cwd=root, check=True)
    return program


def measure(program, run):
    size, bits, threads = run
    out = subprocess.run([program, str(size), str(1 << bits), str(threads)], check=True,
                         capture_output=True, text=True).stdout
    return float(out)


def main():
    rounds = sys.argv[2] if len(sys.argv) == 3 else "3"
    if len(sys.argv) not in (2, 3) or not rounds.isdecimal() or int(rounds) == 0:
        sys.exit("usage: sweep.py LIBRARY [ROUNDS]")
    library = pathlib.Path(sys.argv[1]).resolve()
    if not library.is_file():
        sys.exit(f"sweep.py: {library}: no such library; `make` builds one")
    with tempfile.TemporaryDirectory() as name:
        for what, values in CHOICES.items():
            programs = {value: build(pathlib.Path(name), library, {**USUAL, what: value})
                        for value in values}
            best = {}
            for _ in range(int(rounds)):
                for run in RUNS[what]:
                    for value, program in programs.items():
                        ns = measure(program, run)
                        best[value, run] = min(ns, best.get((value, run), ns))
            print(f"\nns per element  {'  '.join(f'{s} B 2^{b} x{t}' for s, b, t in RUNS[what])}")
            for value in values:
                cells = (f"{best[value, run]:{len(f'{run[0]} B 2^{run[1]} x{run[2]}')}.2f}"
                         for run in RUNS[what])
                print(f"{what + ' 2^' + str(value):15} {'  '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
