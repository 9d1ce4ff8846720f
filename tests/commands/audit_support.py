# SPDX-License-Identifier: MIT
"""audit_support.py - what the end-to-end tests of fairaudit share."""
import json
import os
import pty
import subprocess
import sys

from cli_support import command, environment, one_line, run

fairshuf = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else "fairshuf"
NO_EVIDENCE, UNFAIR, COULD_NOT, SUSPECT = 0, 1, 2, 3


def audit(*arguments, **more):
    """The JSON report of an audit, whose status must be the exit status."""
    ended = run("--json", *arguments, **more)
    assert ended.err == b"", ended
    report = json.loads(ended.out)
    assert report["status"] == ended.status, ended
    return report


def unfair(*arguments, **more):
    report = audit(*arguments, **more)
    assert report["status"] == UNFAIR, report["verdict"]
    assert report["effects"], "no effect in words"
    return report


def no_evidence(*arguments, **more):
    """An audit of a right shuffle. Without a fixed seed, SUSPECT is allowed: one in a
    thousand audits of a fair program gets that verdict."""
    report = audit(*arguments, **more)
    allowed = (NO_EVIDENCE,) if "-s" in arguments else (NO_EVIDENCE, SUSPECT)
    assert report["status"] in allowed, (report["verdict"], report["strongest"])
    return report


def finding(kind, *arguments, parts=(), **more):
    """An audit with a finding of this kind, whose text or complaint has all the parts."""
    report = audit(*arguments, **more)
    assert report["status"] == COULD_NOT, report["verdict"]
    found = report["finding"]
    assert found["kind"] == kind, found
    for part in parts:
        assert part in found["text"] or part in found["complaint"], (part, found)
    return report


def mistake(*arguments, parts=(), **more):
    """A command line that is refused with status 2 and one line, which has all the parts. A
    second line may mention --help."""
    ended = run(*arguments, **more)
    assert ended.status == COULD_NOT and ended.out == b"", ended
    lines = ended.err.splitlines(keepends=True)
    if len(lines) == 2 and lines[1].startswith(b"Try "):
        lines.pop()
    assert one_line(b"".join(lines), *parts), ended


def on_terminal(*arguments, **more):
    """What fairaudit prints on a terminal, with more environment variables."""
    master, slave = pty.openpty()
    process = subprocess.Popen(command(arguments), stdout=slave, stderr=slave,
                               env=environment(TERM="xterm-256color", **more))
    os.close(slave)
    out = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    process.wait()
    os.close(master)
    return out
