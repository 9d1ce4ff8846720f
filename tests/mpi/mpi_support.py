# SPDX-License-Identifier: MIT
"""mpi_support.py - starts programs on several ranks of this machine, for tests.

    result = Launcher("mpirun").run(3, ["build/program", "argument"], limit=30)
    result.status, result.output, result.errors, result.seconds

Open MPI and MPICH are supported. There may be more ranks than CPUs, and the user may be root.
A run that takes too long is killed, with all processes that it has started. These are found by
a variable in their environment, because launchers start ranks in sessions of their own.
"""
import os
import pathlib
import signal
import subprocess
import time
import uuid

TOKEN = "FAIRSHUF_TEST_RUN"


class Result:
    """What a run printed, its exit status, and how long it took. The status is None if it was
    killed because it took too long."""

    def __init__(self, status, output, errors, seconds):
        self.status, self.output, self.errors, self.seconds = status, output, errors, seconds


def processes_of(token):
    """The processes that have this token in their environment."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and token.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:  # it has ended, or belongs to somebody else
            pass
    return found


def kill_all(token):
    """Kills all processes that have this token, until there are none."""
    for _ in range(100):
        found = processes_of(token)
        if not found:
            return
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.05)


class Job:
    """A running command. Its processes are those with `token` in their environment."""

    def __init__(self, command, env=None, folder=None):
        self.token = f"{TOKEN}={uuid.uuid4()}"
        name, _, value = self.token.partition("=")
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [str(word) for word in command], cwd=folder, text=True, errors="replace",
            env={**os.environ, **(env or {}), name: value}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def processes(self, name):
        """The processes of this job whose program has this name, in the order of their start."""
        found = []
        for process in processes_of(self.token):
            try:
                path = os.readlink(f"/proc/{process}/exe")
                start = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]
            except OSError:
                continue
            if os.path.basename(path) == name:
                found.append((int(start.split()[19]), process))
        return [process for _, process in sorted(found)]

    def stop(self):
        """Ends it: the launcher gets the time to remove its own temporary files."""
        self.process.terminate()
        try:
            return self.process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            kill_all(self.token)
            return self.process.communicate()

    def wait(self, limit):
        """Waits for its end, at most `limit` seconds; then kills it."""
        try:
            output, errors = self.process.communicate(timeout=limit)
            status = self.process.returncode
        except subprocess.TimeoutExpired:
            output, errors = self.stop()
            status = None
        kill_all(self.token)
        return Result(status, output, errors, time.monotonic() - self.begun)


class Launcher:
    """Starts programs with this mpirun."""

    def __init__(self, mpirun):
        self.mpirun = mpirun
        version = subprocess.run([mpirun, "--version"], capture_output=True, text=True,
                                 check=True).stdout
        self.open_mpi = "Open MPI" in version or "OpenRTE" in version

    def command(self, ranks, program, more=()):
        """The command that starts a program on so many ranks; `more` are options of mpirun."""
        options = []
        if self.open_mpi:
            # Without binding, several runs do not compete for the first CPU.
            options = ["--oversubscribe", "--bind-to", "none",
                       "--mca", "mpi_yield_when_idle", "1"]
        return [self.mpirun, *options, *more, "-n", str(ranks), *program]

    @property
    def env(self):
        """Root may run Open MPI. MPI does not free all of its memory, so the address sanitizer
        does not look for leaks; tests with faulty_malloc.h and valgrind do."""
        return {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                "ASAN_OPTIONS": "detect_leaks=0"}

    def start(self, ranks, program, env=None, folder=None, more=()):
        return Job(self.command(ranks, program, more), {**self.env, **(env or {})}, folder)

    def run(self, ranks, program, limit=60, **options):
        return self.start(ranks, program, **options).wait(limit)
