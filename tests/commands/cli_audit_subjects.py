# SPDX-License-Identifier: MIT
"""Programs and files, right and wrong: each fault is described exactly."""
import os
import random
import signal
import subprocess
import time

from audit_support import audit, finding, no_evidence, unfair
from cli_support import environment, program, put, run, test


@test
def broken_lines():
    """lost, duplicated, altered, added lines"""
    finding("lost", "-n", 5, "--", "sed", "3d", parts=["3"])
    finding("duplicated", "-n", 5, "--", "sed", "s/2/4/", parts=["4"])
    finding("altered", "-n", 5, "--", "sed", "s/$/\\r/", parts=["carriage return"])
    finding("added", "-n", 5, "--", "sed", "$a hello", parts=["hello"])
    finding("lost", "-n", 5, "--", "head", "-n", "4", parts=["line 5", "4 lines"])
    finding("count", "-n", 5, "--", "true", parts=["nothing", "5"])


@test
def failing_programs():
    """exit status, signals, programs that do not exist or do not answer"""
    finding("status", "-n", 5, "--", "sh", "-c", "cat; echo ouch >&2; exit 7",
            parts=["7", "ouch"])
    finding("status", "-n", 5, "--", "sh", "-c", "kill -SEGV $$", parts=["signal"])
    finding("cannot-run", "-n", 5, "--", "/nonexistent/program",
            parts=["No such file or directory"])
    finding("cannot-run", "-n", 5, "--", "/etc/passwd", parts=["ermission denied"])
    start = time.monotonic()
    finding("timeout", "-n", 5, "--timeout=0.3", "--", "sleep", "1000")
    assert time.monotonic() - start < 20


@test
def large_samples():
    """no evidence in fair samples of more than 64 items, of all, and of a million"""
    dice = random.Random(11)
    for n, k, count in ((100, 80, 2000), (300, 200, 500), (30, 30, 3000), (2, 2, 2000),
                        (4096, 4096, 30), (1 << 20, 16, 300), (1 << 20, 1, 3000)):
        text = "".join(" ".join(str(item + 1) for item in dice.sample(range(n), k)) + "\n"
                       for _ in range(count)).encode()
        report = no_evidence("-n", n, "-k", k, "-p", "-", "-s", 1, text=text)
        assert report["trials"] == count
        many = "".join(" ".join(str(dice.randrange(n) + 1) for _ in range(k)) + "\n"
                       for _ in range(count)).encode()
        no_evidence("-n", n, "-k", k, "--put-back", "-p", "-", "-s", 1, text=many)
    # The last item never moves.
    for n, k in ((30, 30), (100, 80)):
        text = "".join(" ".join(map(str, dice.sample(range(1, n), k - 1) + [n])) + "\n"
                       for _ in range(400)).encode()
        unfair("-n", n, "-k", k, "-p", "-", text=text)


@test
def always_the_same():
    """deterministic output is found after some runs"""
    report = unfair("-n", 10, "--", "cat")
    assert report["deterministic"] and report["decided"] <= 5, report["decided"]
    report = unfair("-n", 10, "--", "tac")
    assert report["deterministic"]


@test
def last_newline():
    """a last line without a newline is only a remark"""
    report = no_evidence("-n", 6, "-t", 300, "--", "sh", "-c", "shuf | tr '\\n' '\\t' | "
                         "sed 's/\\t$//' | tr '\\t' '\\n'")
    assert report["note"]["kind"] == "no-newline", report["note"]


@test
def files():
    """files of permutations in all formats; findings name the line"""
    put("from0", b"# three\n0 1 2\n2,1,0\r\n[1, 0, 2]\n" * 3)
    put("from1", b"1 2 3\n3 2 1\n2 1 3\n" * 3)
    for name in ("from0", "from1"):
        report = audit("-p", name)
        assert report["n"] == 3 and report["trials"] == 9, report
    for text, kind, parts in ((b"0 1 2\n0 1 x\n", "number", ["2", "x"]),
                              (b"0 1 2\n0 1 1\n", "duplicated", ["2"]),
                              (b"0 1 2\n0 1\n", "count", ["2"]),
                              (b"0 1 2\n0 1 7\n", "number", ["2", "7"])):
        put("bad", text)
        finding(kind, "-p", "bad", parts=parts)
    finding("cannot-run", "-p", "nowhere", parts=["No such file"])
    put("empty", b"")
    assert audit("-p", "empty")["status"] == 2
    assert audit("-p", "-", text=b"0 1 2\n" * 20)["deterministic"]


@test
def saved():
    """saved permutations can be audited again, with the same result"""
    first = unfair("-a", "never-last", "-n", 12, "-t", 3000, "--all-trials", "-s", "x",
                   "--save", "orders")
    second = unfair("-p", "orders")
    for name in ("trials", "decided", "evidence", "tests", "position"):
        assert first[name] == second[name], name
    no_evidence("-n", 10, "-k", 3, "-t", 200, "--save", "samples", "--", "shuf", "-n", "3")
    assert audit("-n", 10, "-k", 3, "-p", "samples")["trials"] == 200


@test
def nothing_left():
    """no process and no file is left behind"""
    before = set(os.listdir("/tmp"))
    finding("timeout", "-n", 5, "--timeout=0.3", "--", "sh", "-c",
            "sleep 987 & cat {in}; sleep 987")
    assert "sleep 987" not in run_ps(), run_ps()
    finding("cannot-run", "-n", 5, "--", "sh", "-c", "mkdir -p {out}/a/b; echo >{out}/a/b/c",
            parts=["{out}", "Is a directory"])
    for script in ("cat; setsid sleep 987 >/dev/null 2>&1 &",
                   "cat; setsid sleep 987 & exit 0", "setsid sleep 987; cat"):
        run("-n", 5, "-t", 3, "--timeout=0.5", "--", "sh", "-c", script)
        assert "sleep 987" not in run_ps(), run_ps()
    assert {name for name in set(os.listdir("/tmp")) - before if "fairaudit" in name} == set()


def run_ps():
    result = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                result.append(file.read().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            pass
    return "\n".join(result)


@test
def not_ours():
    """processes of others are left alone"""
    ended = subprocess.run(
        ["sh", "-c", "sleep 988 >/dev/null 2>&1 & echo $!; exec \"$@\"", "sh", program,
         "-n", "5", "-t", "3", "--", "sh", "-c", "cat; setsid sleep 0.5 >/dev/null 2>&1 &"],
        capture_output=True, check=False, env=environment())
    pid = int(ended.stdout.split()[0])
    assert "sleep 988" in run_ps()
    os.kill(pid, signal.SIGKILL)


@test
def allowed_cores():
    """without --jobs, no more programs run at once than cores are allowed"""
    one = {min(os.sched_getaffinity(0))}
    script = "mkdir lock || echo >twice; sleep 0.03; rmdir lock; shuf"
    ended = run("-n", 5, "-t", 20, "--", "sh", "-c", script,
                preexec_fn=lambda: os.sched_setaffinity(0, one))
    assert ended.err == b"" and not os.path.exists("twice"), ended


@test
def interrupted():
    """an interrupted audit reports what it knows"""
    ended = run("--time=1.5", "--progress", "-n", 10, "-t", "10M", "--", "shuf")
    assert ended.status in (0, 3) and b"stopped" in ended.out, ended
    assert b"odds" in ended.err and b"10,000,000" in ended.err


@test
def input_dependence():
    """orders that depend on the lines themselves are reported"""
    report = unfair("-n", 12, "-t", 500, "--tokens", "--", "sort")
    assert "words" in report["effects"][0], report["effects"]
    report = unfair("-n", 20, "-t", 500, "--copies=2", "--", "sort", "-R")
    assert "together" in report["effects"][0], report["effects"]
    finding("cycle", "-n", 8, "--cycle", "-t", 50, "-a", "down", parts=["cycle"])
