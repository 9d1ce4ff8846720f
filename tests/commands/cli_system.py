# SPDX-License-Identifier: MIT
"""cli_system.py - shared by tests that need strace, other users or mounts. The functions raise
Skip, with the reason, if these are not available."""
import os
import shutil
import subprocess

from cli_support import Ended, Skip, command, environment, get


def need(*programs):
    for name in programs:
        if shutil.which(name) is None and not os.path.exists("/usr/sbin/" + name):
            raise Skip("no " + name)


def need_root():
    if os.geteuid() != 0:
        raise Skip("needs root")


def strace(faults, arguments, paths=(), text=b""):
    """Runs with injected faults. Returns the run and the number of faults. The trace goes to
    the parent folder."""
    need("strace")
    options = []
    for fault in faults:
        options += ["-e", "inject=" + fault]
    for path in paths:
        options += ["-P", os.path.realpath(path)]
    calls = ",".join(fault.split(":")[0] for fault in faults)
    ended = subprocess.run(
        ["strace", "-f", "-qq", "-o", "../trace", "-e", "trace=" + calls, *options,
         *command(["--threads=1", *arguments])], input=text, capture_output=True,
        check=False, timeout=60,
        env=environment(ASAN_OPTIONS="detect_leaks=0", LSAN_OPTIONS="detect_leaks=0"))
    trace = get("../trace").decode(errors="replace")
    if b"ptrace" in ended.stderr:
        raise Skip("strace is not permitted")
    assert trace or b"strace" not in ended.stderr, ended.stderr
    return Ended(ended.returncode, ended.stdout, ended.stderr), trace.count("INJECTED")


def own_folder():
    """Enters a new folder, so that the trace is not mistaken for a temporary file."""
    os.mkdir("here")
    os.chdir("here")


NOBODY = 65534


def as_nobody(*arguments, before=()):
    """Runs as user and group NOBODY, which can enter the current folder and those above.
    `before` is put before the command."""
    need_root()
    need("setpriv")
    folder = os.getcwd()
    while folder not in ("/", "/tmp"):
        os.chmod(folder, os.stat(folder).st_mode | 0o055)
        folder = os.path.dirname(folder)
    shutil.copy(command([])[0], "../program")
    os.chmod("../program", 0o755)
    ended = subprocess.run(
        ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *before,
         "../program", *map(str, arguments)], capture_output=True, check=False, timeout=60,
        env=environment(ASAN_OPTIONS="detect_leaks=0"))
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def in_namespace(script):
    """Runs a shell script with its own mounts; $1 is the program."""
    need("unshare", "mount")
    os.makedirs("m", exist_ok=True)
    for way in (["unshare", "-m"], ["unshare", "-rm"]):
        probe = [*way, "sh", "-c", "mount -t tmpfs none m"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            ended = subprocess.run([*way, "sh", "-c", script, "sh", *command([])],
                                   capture_output=True, check=False, timeout=120,
                                   env=environment())
            return Ended(ended.returncode, ended.stdout, ended.stderr)
    raise Skip("mounting is not permitted")
