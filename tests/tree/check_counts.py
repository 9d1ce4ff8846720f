# SPDX-License-Identifier: MIT
"""check_counts.py - tests how `make check` counts (scripts/check_run.py): a test program that
does not run all its tests, or does not run at all, must count as a failure."""
import contextlib
import io
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import check_run

# What a program prints, its exit status, and the counts: passed, failed, skipped.
PROGRAMS = {
    "all good": ("1..2\nok 1 - a\nok 2 - b", 0, (2, 0, 0)),
    "one fails": ("1..2\nok 1 - a\nnot ok 2 - b", 1, (1, 1, 0)),
    "one is skipped": ("1..2\nok 1 - a\nok 2 - b # SKIP no reason", 0, (1, 0, 1)),
    "all good, plan last": ("ok 1 - a\n1..1", 0, (1, 0, 0)),
    "ends half-way, with status 0": ("1..3\nok 1 - a", 0, (1, 1, 0)),
    "ends half-way, after a failure": ("1..3\nnot ok 1 - a", 1, (0, 2, 0)),
    "crashes at the end": ("1..1\nok 1 - a", 139, (1, 1, 0)),
    "no plan": ("ok 1 - a", 0, (1, 1, 0)),
    "nothing at all": ("", 0, (0, 1, 0)),
}
REPORT = """<testsuites><testsuite name="p.s"><testcase name="a"/>
    <testcase name="b"><failure/></testcase><testcase name="c"><error/></testcase>
    <testcase name="d"><skipped/></testcase></testsuite></testsuites>"""


def quietly(function, *arguments):
    with contextlib.redirect_stdout(io.StringIO()):
        counts = function(*arguments)
    return counts.passed, counts.failed, len(counts.skipped)


def script(text, status):
    return ["sh", "-c", f"printf '%s\\n' '{text}'; exit {status}"]


def read_report(text):
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(text)
        file.flush()
        return check_run.read_junit(file.name)


results = {name: (quietly(check_run.tap, name, script(text, status)), wanted)
           for name, (text, status, wanted) in PROGRAMS.items()}
results["a program that is missing"] = (
    quietly(check_run.tap, "x", ["/no/such/program"]), (0, 1, 0))
results["a report of meson"] = (quietly(read_report, REPORT), (1, 2, 1))
print(f"1..{len(results)}")
for number, (name, (counted, wanted)) in enumerate(results.items(), 1):
    if counted != wanted:
        print(f"# {counted}, not {wanted}")
    print(f"{'ok' if counted == wanted else 'not ok'} {number} - {name}")
sys.exit(any(counted != wanted for counted, wanted in results.values()))
