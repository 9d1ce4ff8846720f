# SPDX-License-Identifier: MIT
"""cli_external_faults.py - files larger than memory, with system calls that fail (injected by
strace).

The k-th call of a kind fails, for many k. Then the old output is unchanged, no temporary file
is left, and one line names the file and the cause; or the output is complete. strace counts
the calls of each thread, so the runs have one thread.
"""
import resource

from cli_support import Skip, large, one_line, test
from external_support import Workspace, own_calls, run_file, strace

MANY = 60 if large else 9
WORDS = {"ENOSPC": "No space left on device", "EIO": "Input/output error",
         "EDQUOT": "quota exceeded", "EACCES": "Permission denied",
         "EMFILE": "Too many open files"}


def spread(numbers, many=MANY):
    """At most `many` of the numbers: the first, the last, and some in between."""
    last = len(numbers) - 1
    return sorted({numbers[last * i // max(1, many - 1)] for i in range(many)})


def fail_each(workspace, call, error, names, source=None, may_succeed=False):
    """Makes the k-th call fail, for many k. Returns how many runs failed. Each message must
    contain one of `names`."""
    arguments = workspace.arguments(source="in" if source is None else "-")
    failures = 0
    for when in spread([k for k, _ in own_calls(workspace, call, source)]):
        ended, trace = strace(call, arguments, f"{call}:error={error}:when={when}",
                              source=source)
        case = (call, error, when, ended, trace[-1:])
        assert any("INJECTED" in line for line in trace), case
        assert ended.status in (0, 1) and ended.out == b"", case
        assert ended.status == 1 or may_succeed, case
        if ended.status == 1:
            failures += 1
            assert one_line(ended.err, WORDS[error]), case
            assert any(name + ": " in ended.err.decode() for name in names), case
        workspace.check(ended.status)
    return failures


@test
def temporary_writes():
    """ENOSPC or EIO at any write to the temporary file"""
    workspace = Workspace(2.5)
    for error in ("ENOSPC", "EIO", "EDQUOT"):
        assert fail_each(workspace, "pwrite64", error, ["temp: temporary file"]) > 0


@test
def reads():
    """EIO at any read of the input or the temporary file"""
    workspace = Workspace(2.5)
    fail_each(workspace, "pread64", "EIO", ["in: read error", "temp: temporary file"],
              may_succeed=True)  # a failed read for the plan is not an error
    fail_each(workspace, "read", "EIO", ["standard input: read error"], source="in",
              may_succeed=True)


@test
def cut_short():
    """a temporary file that is shorter than it should be"""
    workspace = Workspace(2.5)
    reads = own_calls(workspace, "pread64")
    temporary = reads[-1][1].split(",")[0]  # the last read is from that file
    reading = [k for k, line in reads if line.startswith(temporary + ",")]
    failures = 0
    for when in spread(reading):
        fault = f"pread64:retval=0:when={when}"
        ended, _ = strace("pread64", workspace.arguments(), fault)
        assert ended.status == 0 or one_line(ended.err, "temp: temporary file: "), ended
        workspace.check(ended.status)  # complete, if the read only served to free space
        failures += ended.status
    assert failures > 0


@test
def output_writes():
    """ENOSPC or EIO at any write of the output, and at fsync, rename and link"""
    workspace = Workspace(2.5)
    for error in ("ENOSPC", "EIO"):
        assert fail_each(workspace, "write", error, ["here/out"]) > 0
        assert fail_each(workspace, "fsync", error, ["here/out"]) > 0
        assert fail_each(workspace, "rename", error, ["here/out"], may_succeed=True) >= 0
        assert fail_each(workspace, "linkat", error, ["here/out"], may_succeed=True) >= 0


@test
def not_given_back():
    """temporary space that cannot be freed: not an error"""
    workspace = Workspace(2.5)
    for call, error in (("fallocate", "EOPNOTSUPP"), ("fallocate", "EIO"),
                        ("fallocate", "EINTR"), ("fadvise64", "EINVAL"),
                        ("sync_file_range", "EIO")):
        for when in ("1", "2+3", "1+"):
            if error == "EINTR" and when == "1+":
                continue
            ended, trace = strace(call, workspace.arguments(),
                                  f"{call}:error={error}:when={when}")
            if call == "sync_file_range" and ended.status == 1:
                workspace.check(1)  # the command may treat this as an error
                continue
            assert ended.status == 0 and ended.err == b"", (call, ended, trace[-1:])
            workspace.check(0)


@test
def interrupted():
    """EINTR again and again: the run goes on"""
    workspace = Workspace(2.5)
    for call in ("pread64", "pwrite64", "write", "read", "fallocate"):
        source = "in" if call == "read" else None
        first = own_calls(workspace, call, source)[0][0]
        for when in (f"{first}+2", f"{first + 1}+3", f"{first + 6}+5"):
            given = workspace.arguments(source="-" if call == "read" else "in")
            ended, trace = strace(call, given, f"{call}:error=EINTR:when={when}",
                                  source=source)
            assert ended.status == 0, (call, when, ended)
            assert any("INJECTED" in line for line in trace), (call, when)
            workspace.check(0)


@test
def no_temporary_file():
    """without O_TMPFILE, a named file is unlinked; without any file, an error"""
    workspace = Workspace(2.5)
    _, trace = strace("openat", workspace.arguments())
    workspace.check(0)
    opening = [i for i, line in enumerate(trace, 1) if '"temp"' in line]
    assert opening, trace
    first = opening[-1]
    for error in ("EOPNOTSUPP", "EISDIR", "EINVAL"):
        ended, trace = strace("openat,unlink", workspace.arguments(),
                              f"openat:error={error}:when={first}")
        assert ended.status == 0, (error, ended)
        assert any("unlink(" in line and ".fairshuf-" in line for line in trace), trace
        workspace.check(0)
    for error in ("EACCES", "EMFILE", "ENOSPC"):
        ended, _ = strace("openat", workspace.arguments(),
                          f"openat:error={error}:when={first}+")
        assert ended.status == 1, ended
        assert one_line(ended.err, "temp: ", "temporary file: ", WORDS[error]), ended
        workspace.check(1)


@test
def no_memory():
    """mmap fails at any moment: an error, or the run succeeds with less memory"""
    workspace = Workspace(2.5)
    _, trace = strace("openat", workspace.arguments())
    workspace.check(0)
    if any("libc.so" in line for line in trace):
        raise Skip("shared libraries take memory themselves")
    for when in spread([k for k, _ in own_calls(workspace, "mmap")], 12):
        for more in ("", "+"):
            ended, _ = strace("mmap", workspace.arguments(),
                              f"mmap:error=ENOMEM:when={when}{more}")
            assert ended.status in (0, 1), (when, ended)
            assert ended.status == 0 or one_line(ended.err, "memory"), ended
            workspace.check(ended.status)


@test
def size_limits():
    """a limit on the file size: a write is short, and the next one fails"""
    workspace = Workspace(4)
    sizes = [70_000 * i ** 2 // 2 + 33_333 for i in range(1, 11)]
    ends = set()
    for size in sizes:
        def limit(size=size):
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        ended = run_file(*workspace.arguments(), preexec_fn=limit, restore_signals=False)
        assert ended.status == 0 or one_line(
            ended.err, "File too large; ", "ulimit -f"), (size, ended)
        ends.add(ended.err.split(b": ")[1] if ended.status else b"")
        workspace.check(ended.status)
    assert b"temp" in ends, ends
