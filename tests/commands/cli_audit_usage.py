# SPDX-License-Identifier: MIT
"""Options, help, JSON, colours, and wrong command lines."""
import json
import re
import subprocess

from audit_support import audit, mistake, on_terminal, unfair
from cli_support import Ended, command, environment, one_line, put, run, test


@test
def mistakes():
    """a wrong command line is refused in one line, with status 2"""
    mistake(parts=["COMMAND", "--list"])
    mistake("-a", "bogosort", parts=["bogosort", "--list"])
    mistake("-a", "down", "-d", "loaded", parts=["loaded"])
    mistake("-a", "keys:999", parts=["999"])
    mistake("-a", "down:3", parts=["no number"])
    mistake("-n", 1, "-a", "down", parts=["from 2"])
    mistake("-n", 300, "-a", "down", parts=["256"])
    mistake("-n", "many", "--", "cat", parts=["many"])
    mistake("-t", "0", "-a", "down", parts=["0"])
    mistake("--put-back", "--", "shuf", parts=["--put-back", "without --sample"])
    mistake("-k", 11, "-n", 10, "--", "shuf", parts=["11", "10", "--put-back"])
    mistake("-a", "down", "--exact", "up", parts=["--algorithm", "--exact"])
    mistake("-a", "down", "--", "cat", parts=["cat"])
    mistake("--copies=3", "-n", 10, "--", "cat", parts=["multiple of 3"])
    mistake("--views=nonsense", "-a", "down", parts=["nonsense"])
    mistake("--frobnicate", parts=["frobnicate"])
    mistake("--exact", "down", "-d", "few-seeds", parts=["few-seeds"])
    mistake("--exact", "coin-heap", "-n", 200, parts=["smaller"])
    mistake("-a", "down", "-n", 5, "--save=/nonexistent/x", parts=["/nonexistent/x"])
    mistake("--seed=", "-a", "down", parts=["seed"])
    mistake("--", "/nonexistent/program", parts=["/nonexistent/program", "No such file"])
    mistake("-p", "/nonexistent/orders", parts=["/nonexistent/orders", "No such file"])


TASKS = {
    "program": ("-n", 4, "--", "shuf"),
    "batch": ("--batch", "--", "cat", "orders"),
    "file": ("-p", "orders"),
    "built-in": ("-a", "down"),
    "exact": ("--exact", "down"),
    "counts": ("--counts", "down"),
    "list": ("--list",),
}
AUDITS = {"program", "batch", "file", "built-in"}
EFFECTS = {  # options and the tasks on which they have an effect
    ("--die=modulo:15",): {"built-in", "exact", "counts"},
    ("-n", 4): set(TASKS) - {"list"},
    ("--sample=2", "-n4"): {"program", "batch", "file"},
    ("--sample=2", "-n4", "--put-back"): {"program", "batch", "file"},
    ("--sample=2", "-n4", "--unordered"): {"program", "batch", "file"},
    ("--sample=2", "-n4", "--from-zero"): {"program", "batch", "file"},
    ("--put-back",): set(), ("--unordered",): set(),
    ("--cycle",): AUDITS,
    ("--cycle", "--sample=2", "-n4"): set(), ("--cycle", "--copies=2"): set(),
    ("--from-zero",): {"program"}, ("--from-zero", "--tokens"): set(),
    ("--copies=2",): {"program"}, ("--copies=2", "--sample=2", "-n4"): set(),
    ("--tokens",): {"program"},
    ("--trials=9",): AUDITS | {"counts"},
    ("--all-trials",): AUDITS - {"file"},
    ("--time=1",): AUDITS | {"counts"},
    ("--timeout=9",): {"program", "batch"},
    ("--jobs=1",): {"program"},
    ("--threads=1",): AUDITS | {"counts"}, ("--seed=1",): AUDITS | {"counts"},
    ("--views=position",): AUDITS, ("--only-tests",): AUDITS,
    ("--brief",): AUDITS | {"exact"},
    ("--json",): set(TASKS) - {"counts"}, ("--html",): AUDITS | {"exact"},
    ("--save=saved",): AUDITS,
    ("--color=never",): set(TASKS),
    ("--progress",): AUDITS, ("--no-progress",): set(TASKS),
}


@test
def without_effect():
    """every option is refused with tasks on which it has no effect"""
    put("orders", b"1 2 3 4\n4 3 2 1\n")
    chosen = {"items", "algorithm", "batch", "permutations", "exact", "counts",
              "list", "help", "version"}
    for option in re.findall(r"^ +(?:-., )?--([a-z-]+)", run("--help").out.decode(), re.M):
        assert option in chosen or any(
            str(word).startswith("--" + option) for words in EFFECTS for word in words), option
    few = {"program": ("-t", 2), "built-in": ("-t", 20), "counts": ("-t", 20)}
    for task, words in TASKS.items():
        for option, tasks in EFFECTS.items():
            short = () if "--trials=9" in option else few.get(task, ())
            if task in tasks:
                ended = run(*option, *short, *words)
                assert b"has no effect" not in ended.err, (task, option, ended)
            else:
                mistake(*option, *short, *words, parts=["has no effect with"])


@test
def reasons():
    """a refusal names the option that conflicts"""
    mistake("--tokens", "--from-zero", "--", "shuf", parts=["--from-zero", "with --tokens"])
    mistake("--copies=2", "--sample=3", "--", "shuf", parts=["--copies", "with --sample"])
    mistake("--list", "-n", 5, "-t", 3, parts=["--items", "--list"])
    mistake("-a", "down", "-j", 7, parts=["--jobs", "--algorithm"])
    mistake("-d", "modulo:15", "--", "shuf", parts=["--die", "COMMAND"])


@test
def views():
    """--views: a name may occur twice; unknown and empty names are refused"""
    once, twice = (audit("-a", "down", "-n", 5, "-t", 50, "-s", 1, "--views=" + names)
                   for names in ("position,sign", "position,sign,position,sign"))
    assert once["tests"] == twice["tests"] and once["evidence"] == twice["evidence"]
    for bad in ("", ",", "position,", ",position", "position,,sign", "pos", "position x",
                "sample-place", "positions", "position,nonsense"):
        mistake("--views=" + bad, "-a", "down", parts=["--views"])
    mistake("--views=position", "-n", 5, "-k", 2, "--", "shuf", "-n2", parts=["position"])


@test
def help_and_version():
    """--help and --version"""
    ended = run("--help")
    assert ended.status == 0 and b"Usage:" in ended.out and b"--batch" in ended.out
    assert all(len(line) <= 80 for line in ended.out.splitlines()), "too wide"
    assert run("--version").out.startswith(b"fairaudit ")


@test
def exact_laws():
    """--exact proves"""
    ended = run("--exact", "swap-with-any", "-n", 3)
    assert ended.status == 1 and b"4/27" in ended.out and b"5/27" in ended.out, ended
    assert b"PROVED UNFAIR" in ended.out and b"1/18" in ended.out
    ended = run("--exact", "down", "-n", 5)
    assert ended.status == 0 and b"PROVED FAIR" in ended.out, ended
    report = json.loads(run("--exact", "sattolo", "-n", 4, "--json").out)
    assert report["fair"] is False and report["impossible"] == 18, report


@test
def exact_ways():
    """--exact says what was tried, or why that is impossible"""
    ended = run("--exact", "swap-with-any", "-n", 5)
    assert b"3,125 sequences of choices" in ended.out, ended
    ended = run("--exact", "swap-with-any", "-n", 8)
    assert b"step by step" in ended.out and b"sequences of choices" not in ended.out
    report = json.loads(run("--exact", "swap-with-any", "-n", 8, "--json").out)
    assert report["method"] == "chain" and report["sequences"] is None, report["sequences"]
    for words in (("keys-redraw", "-d", "modulo:15"), ("transpositions:99999", "-d", "modulo:1")):
        mistake("--exact", *words, "-n", 2, parts=["audit it with -a"])
        assert b"smaller" not in run("--exact", *words, "-n", 2).err, words
    mistake("--exact", "keys-redraw", "-d", "modulo:15", parts=["for this die"])


@test
def lists_and_counts():
    """--list and --counts"""
    text = run("--list").out
    for name in (b"swap-with-any", b"sattolo", b"riffle", b"modulo", b"time-seeded"):
        assert name in text, name
    names = json.loads(run("--list", "--json").out)
    assert len(names["shuffles"]) > 25 and len(names["dice"]) > 5
    text = run("--counts", "original", "-t", "50K", "-s", "1").out.decode()
    rows = [line.split() for line in text.splitlines()]
    matrix = [[int(word.replace(",", "")) for word in row[-10:]] for row in rows
              if len(row) >= 10 and all(w.replace(",", "").isdigit() for w in row[-10:])]
    matrix = [row for row in matrix if sum(row) == 50000]
    assert len(matrix) == 10, text
    assert all(sum(column) == 50000 for column in zip(*matrix))


@test
def same_seed():
    """the same seed gives the same report, with any number of threads"""
    reports = []
    for threads in (1, 2, 5):
        report = audit("-a", "swap-with-any", "-n", 10, "-s", "same", "--threads", threads)
        report.pop("seconds")
        reports.append(report)
    assert reports[0] == reports[1] == reports[2]
    other = audit("-a", "swap-with-any", "-n", 10, "-s", "other")
    assert other["position"] != reports[0]["position"]


@test
def counts_of_views():
    """the report has what views counted, for up to 64 cards"""
    report = audit("-a", "down", "-n", 64, "-s", "1", "-t", "1K")
    trials = report["trials"]
    assert all(sum(row) == trials for row in report["successor"])
    assert all(sum(row) == trials for code in report["digits"] for row in code["counts"])
    for scalar in report["scalars"]:
        serial = scalar["name"].startswith("serial-")
        assert sum(scalar["counts"]) == trials - serial, scalar["name"]
        assert abs(sum(scalar["law"]) - 1) < 1e-10, scalar["name"]
    assert len(report["precedence"]) == 64 and report["repeats"]["kept"] == trials
    for arguments in (("-a", "down", "-n", 65), ("-a", "down", "--views=position"),
                      ("-n", 10, "-k", 3, "--", "shuf", "-n", 3)):
        report = audit("-t", "100", *arguments)
        assert [report[name] for name in ("precedence", "successor", "digits", "scalars",
                "repeats")] == [None, None, [], [], None], arguments


@test
def plain_output():
    """no colours in a pipe; the verdict comes first; it never says that a shuffle is fair"""
    ended = run("-a", "swap-with-any", "-n", 10, "-s", "1")
    assert b"\033" not in ended.out and b"\r" not in ended.err
    text = ended.out.decode()
    assert text.split()[0] == "UNFAIR" or "UNFAIR" in text.splitlines()[0], text[:200]
    assert all(len(line) <= 80 for line in text.splitlines()), "too wide"
    assert "swap-with-any" in text
    brief = run("-a", "swap-with-any", "-n", 10, "-s", "1", "-q").out
    assert len(brief.splitlines()) <= 15 < len(text.splitlines())
    ended = run("-a", "down", "-n", 10, "-s", "1", "-t", "5K")
    assert ended.status == 0 and b"NO EVIDENCE" in ended.out
    assert b"is fair" not in ended.out


@test
def colours():
    """colours on a terminal, none with NO_COLOR"""
    arguments = ("-a", "swap-with-any", "-n", 10, "-s", "1", "-t", "4K")
    assert b"\033[" in on_terminal(*arguments)
    plain = on_terminal(*arguments, NO_COLOR="1")
    assert b"\033[3" not in plain and b"\033[4" not in plain
    assert b"\033[" in run("--color=always", *arguments).out


@test
def json_files():
    """--json=FILE and text at once; a file that cannot be written"""
    ended = run("-a", "sattolo", "-n", 6, "--json=report.json")
    assert ended.status == 1 and b"UNFAIR" in ended.out
    with open("report.json", encoding="utf-8") as file:
        assert json.load(file)["schema"] == "fairaudit-report"
    ended = run("-a", "sattolo", "-n", 6, "--json=/nonexistent/report.json")
    assert ended.status == 2 and b"/nonexistent/report.json" in ended.err
    with open("/dev/full", "wb") as full:
        assert run("-a", "sattolo", "-n", 6, stdout=full).status == 2
    put("dummy", b"")


@test
def stops_early():
    """an audit stops when the evidence is enough, unless --all-trials is given"""
    report = unfair("-a", "sattolo", "-n", 10, "-s", "1")
    assert report["decided"] < 30 and report["trials"] <= 50000
    report = unfair("-a", "sattolo", "-n", 10, "-s", "1", "-t", "60K", "--all-trials")
    assert report["trials"] == 60000


@test
def hostile_text():
    """output of programs and names of files cannot change the direction of text"""
    for turn in "\u061c\u200e\u200f\u202a\u202e\u2066\u2069":
        name = put(f"a{turn}b", b"1 2\n").encode()
        script = b"printf %s >&2 " + f"x{turn}y".encode() + b"; exit 3"
        for arguments in (["-n", 5, "--", "sh", "-c", script], ["-p", name],
                          ["-p", name + b"c"], ["--" + turn], ["-a", turn]):
            for more in ([], ["--json"]):
                ended = run(*more, *arguments, env=environment(LC_ALL="C.UTF-8"))
                text = (ended.out + ended.err).decode()
                assert turn not in text and "\\" in text, (arguments, ended)
        report = json.loads(run("--json", "-p", name).out)
        assert report["subject"] == f"a{turn}b", report["subject"]
    ended = run("--\033[31m")
    assert ended.status == 2 and b"\033" not in ended.err, ended


def in_shell(script, *words):
    """Runs a shell script whose $0 is fairaudit."""
    process = subprocess.run(["sh", "-c", script, *command(words)], capture_output=True,
                             check=False, env=environment(), timeout=120)
    return Ended(process.returncode, process.stdout, process.stderr)


@test
def closed_descriptors():
    """standard descriptors may be closed; output that cannot be written is an error"""
    arguments = " ".join(map(str, ("-q", "-a", "sattolo", "-n", 6, "-t", 500, "-s", 1)))
    usual = run(*arguments.split())
    for redirection, status, shown in (("<&-", 1, True), ("2>&-", 1, True),
                                       ("<&- 2>&-", 1, True), (">&-", 2, False),
                                       ("<&- >&- 2>&-", 2, False), (">/dev/full", 2, False)):
        ended = in_shell(f'exec "$0" {arguments} {redirection}')
        assert ended.status == status, (redirection, ended)
        if shown:
            assert ended.out.split()[:2] == usual.out.split()[:2], ended
        elif "2>" not in redirection:
            assert one_line(ended.err, "standard output"), (redirection, ended)
    for words in (("--help",), ("--version",), ("--list",), ("--exact", "down"),
                  ("--counts", "down", "-t", 10), ("--json", "--exact", "down")):
        with open("/dev/full", "wb") as full:
            ended = run(*words, stdout=full)
        assert ended.status == 2 and one_line(ended.err, "standard output"), (words, ended)
    for words in (("-p", "-"), ("-n", 3, "-t", 20, "--", "shuf")):
        ended = in_shell('exec "$0" "$@" <&-', *words)
        assert ended.status in range(4) and len(ended.err.splitlines()) <= 1, ended


@test
def reader_ends():
    """a reader that closes the pipe causes no message"""
    for words in (("--help",), ("--list",), ("-a", "sattolo", "-n", 52, "-t", "1K"),
                  ("--json", "-a", "sattolo", "-n", 52, "-t", "1K"),
                  ("-n", 52, "-t", 20, "--", "cat")):
        ended = in_shell('"$0" "$@" | head -n 1', *words)
        assert ended.status == 0 and ended.err == b"", (words, ended)
