# SPDX-License-Identifier: MIT
"""--save: the file names the command that audits it, in every mode, and an old file is
replaced only by a complete one."""
import shlex
import signal
import subprocess
import time

from audit_support import COULD_NOT, audit, fairshuf, finding, mistake
from cli_support import command, environment, get, names, one_line, put, run, test

SHUFFLES = ("-t", 60, "--all-trials")
BATCH = ("python3", "-c", "import random\nfor t in range(60): print(*random.sample("
         "range(1, 11), 10))")


def command_in(name):
    """The arguments of the command in the first lines of a saved file."""
    line = [line for line in get(name).decode().splitlines() if "fairaudit" in line][0]
    assert line.startswith("# to audit them: fairaudit "), line
    return shlex.split(line.partition("fairaudit ")[2])


def save_and_repeat(name, *arguments):
    """Audits with --save, and then as the file says: the result must be the same."""
    first = audit(f"--save={name}", *arguments)
    second = audit(*command_in(name))
    for key in ("trials", "evidence", "tests", "position", "decided", "n", "sample"):
        assert first.get(key) == second.get(key), (key, arguments, first[key], second[key])
    return second


@test
def every_mode():
    """permutations can be audited by the command in the file"""
    save_and_repeat("a", "-a", "never-last", "-n", 12, *SHUFFLES, "-s", "x")
    save_and_repeat("b", "-a", "sattolo", "--cycle", "-n", 12, *SHUFFLES)
    save_and_repeat("c", "-a", "sattolo", "--cycle", "-n", 5, *SHUFFLES)
    save_and_repeat("d", "-n", 10, *SHUFFLES, "--", "shuf")
    save_and_repeat("e", "-n", 8, "--cycle", *SHUFFLES, "--", fairshuf, "--cycle")
    save_and_repeat("f", "-n", 10, "--from-zero", *SHUFFLES, "--", "shuf")
    save_and_repeat("g", "-n", 10, "--tokens", *SHUFFLES, "--", "shuf")
    save_and_repeat("h", "-n", 10, "--copies=2", *SHUFFLES, "--", "shuf")
    save_and_repeat("i", "-n", 300, *SHUFFLES, "--", "shuf")
    save_and_repeat("j", "--batch", *SHUFFLES, "--", *BATCH)
    save_and_repeat("k", "-p", put("orders", b"0 1 2\n2 1 0\n" * 10))


@test
def samples():
    """samples can be audited by the command in the file"""
    pick = ("shuf", "-n", "3")
    save_and_repeat("a", "-n", 10, "-k", 3, *SHUFFLES, "--", *pick)
    save_and_repeat("b", "-n", 10, "-k", 3, "--unordered", *SHUFFLES, "--", *pick)
    save_and_repeat("c", "-n", 10, "-k", 3, "--put-back", *SHUFFLES, "--", "shuf", "-r",
                    "-n", "3")
    save_and_repeat("d", "-n", 10, "-k", 30, "--put-back", "--unordered", *SHUFFLES, "--",
                    "shuf", "-r", "-n", "30")
    save_and_repeat("e", "-n", 10, "-k", 3, "--from-zero", *SHUFFLES, "--", *pick)
    save_and_repeat("f", "-n", 10, "-k", 3, "--tokens", *SHUFFLES, "--", *pick)
    save_and_repeat("g", "-n", 2, "-k", 1, *SHUFFLES, "--", "shuf", "-n", "1")
    zero = put("zero", b"0 1\n4 2\n3 0\n" * 20)
    save_and_repeat("h", "-n", 5, "-k", 2, "--from-zero", "-p", zero)
    save_and_repeat("i", "-n", 5, "-k", 2, "--from-zero", "--put-back", "--batch", "--",
                    "cat", zero)


@test
def odd_names():
    """file names are quoted for the shell"""
    for name in ("two words", "it's", "$HOME", "-n", "-", "a;b", "\u00e4"):
        first = run("--save", name, "-a", "down", "-n", 4, "-t", 50, "--json")
        assert first.err == b"" and name in names(), (name, names())
        words = command_in(name)
        second = audit(*words)
        assert second["trials"] == 50, words
    run("--save=two\nlines", "-a", "down", "-n", 4, "-t", 50)
    assert get("two\nlines").startswith(b"# permutations of down")
    assert command_in("two\nlines") == ["-p", "FILE"]


@test
def from_zero():
    """samples that count from 0, from a file and from a batch"""
    put("zero", b"0 1\n4 2\n3 0\n" * 20)
    for source in (("-p", "zero"), ("--batch", "--", "cat", "zero")):
        report = finding("number", "-n", 5, "-k", 2, *source, parts=["--from-zero"])
        assert "1 to 5" in report["finding"]["text"]
        assert audit("-n", 5, "-k", 2, "--from-zero", *source)["trials"] == 60
        finding("number", "-n", 4, "-k", 2, "--from-zero", *source, parts=["'4'", "0 to 3"])
    put("all", b"0 1\n1 0\n" * 20)
    finding("number", "-n", 2, "-k", 2, "-p", "all", parts=["--from-zero"])
    assert audit("-n", 2, "-k", 2, "--from-zero", "-p", "all")["trials"] == 40
    text = run("-n", 5, "-k", 2, "-p", "zero").out
    assert b"add --from-zero" in text and b"each once" not in text, text
    mistake("--from-zero", "-p", "zero", parts=["--from-zero", "--sample"])


@test
def old_file_kept():
    """if the audit fails, the old file is unchanged, and no other file is left"""
    put("keep", b"old\n")
    for arguments in (("--", "sh", "-c", "exit 3"), ("--", "/nonexistent/program"),
                      ("-p", put("bad", b"1 2 3\n1 2 x\n")), ("-p", put("none", b"")),
                      ("-a", "bogosort"), ("--views=nonsense", "-a", "down"),
                      ("--json=/nonexistent/x", "-a", "down"),
                      ("--cycle", "-a", "down", "-n", 5)):
        ended = run("--save=keep", *arguments)
        assert ended.status == COULD_NOT, ended
        assert get("keep") == b"old\n", ended
    assert names() == ["bad", "keep", "none"], names()
    assert run("--save=keep", "-a", "down", "-n", 4, "-t", 50).status == 0
    assert get("keep").count(b"\n") == 52


@test
def full_disk():
    """a full disk is an error, in one line; the old file is kept"""
    ended = run("--save=/dev/full", "-a", "down", "-n", 5, "-t", "1K")
    assert ended.status == COULD_NOT and one_line(ended.err, "/dev/full", "No space"), ended
    put("keep", b"old\n")
    small = ["sh", "-c", "ulimit -f 8; trap '' XFSZ; exec \"$@\"", "sh"]
    ended = run("--save=keep", "-a", "down", "-n", 5, "-t", "100K", before=small)
    assert ended.status == COULD_NOT and one_line(ended.err, "keep", "too large"), ended
    assert get("keep") == b"old\n" and names() == ["keep"], names()
    started = run("--save=/nonexistent/x", "-n", 3, "--", "touch", "started")
    assert started.status == COULD_NOT and one_line(started.err, "/nonexistent/x"), started
    assert names() == ["keep"], names()


@test
def stopped():
    """if stopped, it saves what was examined; if killed, the old file remains"""
    for number, times in ((signal.SIGINT, 1), (signal.SIGTERM, 2), (signal.SIGKILL, 1)):
        put("keep", b"old\n")
        process = subprocess.Popen(command(("--save=keep", "-a", "down", "-n", 5, "-t", "1G",
                                            "--all-trials")), env=environment(),
                                   stdout=subprocess.DEVNULL)
        time.sleep(0.5)
        for _ in range(times):
            process.send_signal(number)
        status = process.wait(30)
        saved = get("keep")
        assert saved == b"old\n" or saved.count(b"\n") > 50 and saved.endswith(b"\n")
        assert (saved == b"old\n") == (number == signal.SIGKILL) or times == 2, status
        assert number == signal.SIGKILL or names() == ["keep"], names()
