#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""instructions.py - counts the instructions per byte of the generator and of the splitters on
64-bit ARM, for each kernel, with an emulator.

Compiles bench/instructions.c and what it needs of the library with aarch64-linux-gnu-gcc (CC in
the environment: another compiler), and runs it with qemu-aarch64, which logs each instruction.
The figures are differences between a longer and a shorter run, so starting the program does not
count. They say nothing about how long an instruction takes.
"""
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ["bench/instructions.c", "src/bits/chacha8.c", "src/bits/kernels.c",
           "src/bits/arm/chacha8_neon.c", "src/records/split_kernels.c",
           "src/records/split_plain.c", "src/records/arm/split_neon.c"]
BYTES = 1 << 16
KERNELS = ("plain", "neon")
CASES = {"generator": "random bytes", "lines": "lines of 40 bytes",
         "csv": "CSV, rows of six fields"}


def compile_program(program, optimization):
    compiler = shlex.split(os.environ.get("CC", "aarch64-linux-gnu-gcc"))
    subprocess.run([*compiler, "-std=c11", optimization, "-static", "-DNDEBUG",
                    "-Iinclude", "-I.", *SOURCES, "-o", program],
                   cwd=root, check=True)


def executed(program, kernel, case, times):
    """The number of instructions of one run: each is a block of its own, and has a line."""
    emulator = subprocess.Popen(
        ["qemu-aarch64", "-singlestep", "-d", "exec,nochain", program, kernel, case,
         str(times)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    lines = sum(line.startswith(b"Trace ") for line in emulator.stderr)
    if emulator.wait() != 0 or lines == 0:
        sys.exit(f"instructions.py: {kernel} {case} failed, or qemu-aarch64 logs nothing")
    return lines


def per_byte(program, kernel, case):
    short, long = (executed(program, kernel, case, times) for times in (1, 2))
    return (long - short) / BYTES


def main():
    if len(sys.argv) > 1:
        sys.exit("usage: instructions.py")
    print(f"| instructions per byte | {' | '.join(KERNELS)} |")
    print("|---|" + "--:|" * len(KERNELS))
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "instructions"
        compile_program(program, "-O3")
        for case, title in CASES.items():
            counts = (f"{per_byte(program, kernel, case):.2f}" for kernel in KERNELS)
            print(f"| {title} | {' | '.join(counts)} |", flush=True)


if __name__ == "__main__":
    main()
