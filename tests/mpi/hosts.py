#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hosts.py MPIRUN PRINT_NODES [FAIRSHUF FAIRSHUF_MPI] - programs on two hosts, which are network
namespaces of this machine (hosts_support.py).

The ranks of each host are found. fairshuf-mpi writes the same bytes as fairshuf. Each host has
its own memory limit and its own folder for temporary files. If the network is cut, the run ends
soon with an error, and the old output stays. Prints TAP. Needs Open MPI.
"""
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import hosts_support
from mpi_support import Launcher

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import check, end  # noqa: E402

MEGABYTE = 1 << 20


def describe(result):
    return (f"status {result.status} after {result.seconds:.1f} s", result.output,
            result.errors)


def test_nodes(hosts, mpirun, program):
    result = hosts.start(mpirun, 2, [program]).wait(30)
    lines = sorted(result.output.splitlines())
    check(lines == [f"rank {rank} of 4: {rank % 2} of 2 on its node, 2 nodes"
                    for rank in range(4)],
          "two nodes with two ranks each are found", *describe(result))


class Command:
    """Runs fairshuf-mpi with two ranks on each host."""

    def __init__(self, hosts, mpirun, fairshuf, program, folder):
        self.hosts, self.mpirun, self.program = hosts, mpirun, program
        self.input, self.output = folder / "input", folder / "output"
        self.local = folder / "local"  # a folder of which each host has its own
        self.local.mkdir()
        digits = random.Random(1)
        self.input.write_bytes(b"".join(b"%0*x\n" % (digits.randrange(1, 180), number)
                                        for number in range(400000)))
        self.right = subprocess.run([fairshuf, "--seed=hosts", self.input],
                                    capture_output=True, check=True).stdout

    def start(self, *options, setup=("", "")):
        self.output.write_bytes(b"old\n")
        return self.hosts.start(self.mpirun, 2,
                                [self.program, "--seed=hosts", self.input, "-o", self.output,
                                 *options], setup)

    def run(self, *options, setup=("", "")):
        return self.start(*options, setup=setup).wait(60)

    def local_space(self, *sizes):
        """Commands by which each host gets a folder for temporary files of its own, with so
        many bytes."""
        return [f"mount -t tmpfs -o size={size} none {self.local}" for size in sizes]

    def is_right(self, result):
        return result.status == 0 and self.output.read_bytes() == self.right

    def is_old(self, result):
        return (result.status not in (0, None) and self.output.read_bytes() == b"old\n")


def temporary_bytes(result):
    """The bytes that went through temporary files, from --verbose."""
    found = re.search(r"([\d,]+) through temporary files", result.errors)
    return int(found[1].replace(",", "")) if found else None


def failed_ranks(result):
    """The ranks that reported an error."""
    return {int(rank) for rank in re.findall(r"fairshuf-mpi: rank (\d+): ", result.errors)}


def test_bytes(command):
    result = command.run("--verbose")
    check(command.is_right(result) and temporary_bytes(result) == 0,
          "fairshuf-mpi writes the same bytes as fairshuf", *describe(result))


def test_temporary(command):
    little, options = MEGABYTE // 16, ("--memory=4M", f"--temp-dir={command.local}",
                                       "--verbose")
    result = command.run(*options, setup=command.local_space(64 * MEGABYTE, 64 * MEGABYTE))
    check(command.is_right(result) and temporary_bytes(result) > MEGABYTE,
          "with little memory, each host has its own temporary files", *describe(result))
    for host, sizes in enumerate([(little, 64 * MEGABYTE), (64 * MEGABYTE, little)]):
        result = command.run(*options, setup=command.local_space(*sizes))
        check(command.is_old(result) and len(failed_ranks(result)) == 1
              and failed_ranks(result) <= {2 * host, 2 * host + 1},
              f"no space for them on host {host}: an error that names one of its ranks",
              *describe(result))


def test_memory(command, folder):
    """The second host believes that it has little memory. Then only its ranks need temporary
    files: the first host has no space for any."""
    meminfo = pathlib.Path("/proc/meminfo").read_text()
    less = folder / "meminfo"
    less.write_text(re.sub(r"MemAvailable: +\d+", "MemAvailable: 32768", meminfo))
    bind = f"mount --bind {less} /proc/meminfo"
    little, options = MEGABYTE // 16, (f"--temp-dir={command.local}", "--verbose")
    for sizes, good in (((little, 64 * MEGABYTE), True), ((64 * MEGABYTE, little), False)):
        first, second = command.local_space(*sizes)
        result = command.run(*options, setup=(first, f"{second}; {bind}"))
        if good:
            check(command.is_right(result) and temporary_bytes(result) > MEGABYTE,
                  "the memory limit is that of each host", *describe(result))
        else:
            check(command.is_old(result) and failed_ranks(result) <= {2, 3},
                  "only the host with little memory uses temporary files", *describe(result))


def test_cut(command):
    """Our watchdog ends the ranks. mpirun then waits until the kernel gives up its connection
    to the other host; here this is set to six seconds, by default it takes a quarter of an
    hour."""
    timeout, wait_of_mpirun = 3, 10
    slack = 12  # seconds: other tests may run beside this one
    command.hosts.slow_down("16mbit")
    command.hosts.give_up_after(4)
    names = {path.name for path in command.output.parent.iterdir()}
    job = command.start(f"--timeout={timeout}")
    time.sleep(3)
    working = job.process.poll() is None
    command.hosts.cut()
    begun = time.monotonic()
    while job.processes("fairshuf-mpi") and time.monotonic() - begun < 30:
        time.sleep(0.1)
    ended = time.monotonic() - begun
    result = job.wait(timeout + wait_of_mpirun + slack + 5)
    whole = time.monotonic() - begun
    command.hosts.join()
    check(working, "the run takes long enough to be cut", *describe(result))
    check(ended <= timeout + slack, f"all ranks end within {timeout + slack} s",
          f"{ended:.1f} s", *describe(result))
    check(command.is_old(result), "the old output stays, and mpirun fails", *describe(result))
    check(whole <= timeout + wait_of_mpirun + slack, "mpirun ends, too", f"{whole:.1f} s",
          *describe(result))
    left = {path.name for path in command.output.parent.iterdir()} - names
    check(not left, "no temporary file is left", *left)
    # Ranks 0 and 1 are on the first host. Each rank listens to the previous one.
    check(re.search(r"fairshuf-mpi: rank (0: .* rank 3|2: .* rank 1)\b", result.errors),
          "a message names the silent rank", *describe(result))


def main():
    mpirun, print_nodes, *programs = sys.argv[1:]
    problem = hosts_support.missing()
    if problem is None and not Launcher(mpirun).open_mpi:
        problem = "this is not Open MPI"
    if problem is not None:
        print(f"1..0 # SKIP {problem}")
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("hosts.py: stopped"))
    # Not in /tmp: a host could have another one.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fairshuf-hosts.", dir="/var/tmp"))
    try:
        with hosts_support.Hosts(folder) as hosts:
            test_nodes(hosts, mpirun, print_nodes)
            if programs:
                command = Command(hosts, mpirun, *programs, folder)
                test_bytes(command)
                test_temporary(command)
                test_memory(command, folder)
                test_cut(command)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    end()


if __name__ == "__main__":
    main()
