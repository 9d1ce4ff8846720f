# SPDX-License-Identifier: MIT
"""The page with a result in it (--html), and files that are replaced by results.

Most tests put results into a small page of their own, which FAIRAUDIT_PAGE names.
"""
import base64
import gzip
import json
import os
import re
import shutil
import stat
import subprocess
import threading

from audit_support import COULD_NOT, NO_EVIDENCE, UNFAIR, mistake, on_terminal
from cli_support import environment, get, names, one_line, program, put, run, test

BEGIN, END = b'<script type="application/gzip" id="report">', b"</script>\n"
LINE = BEGIN + END
HEAD, TAIL = b"<!doctype html>\n<title>lab</title>\n", b"<script>draw()</script>\n"
PAGE = HEAD + LINE + TAIL
AUDIT = ("-a", "sattolo", "-n", 5, "-s", "1", "-t", "2K")


def html(*arguments, page=PAGE, **more):
    """Runs fairaudit with this page, which is outside the current folder; None: no page."""
    if page is None:
        return run(*arguments, env=environment(), **more)
    folder = os.path.abspath("") + ".page"
    os.makedirs(folder, exist_ok=True)
    try:
        return run(*arguments, env=environment(
            FAIRAUDIT_PAGE=put(os.path.join(folder, "lab.html"), page)), **more)
    finally:
        shutil.rmtree(folder)


def included(data, head=HEAD, tail=END + TAIL):
    """The document in a page, as text. The rest of the page must be unchanged."""
    assert data.startswith(head + BEGIN) and data.endswith(tail), data[:200]
    packed = data[len(head + BEGIN):len(data) - len(tail)]
    assert re.fullmatch(rb"[A-Za-z0-9+/]+={0,2}", packed), packed[:200]
    return gzip.decompress(base64.b64decode(packed, validate=True)).decode()


def plain(text):
    """The document without its last member, which is different in every run."""
    return [line for line in text.splitlines() if not line.startswith('  "seconds"')]


def refused(*arguments, parts=(), **more):
    """A run that is refused with status 2 and one line, and makes no file."""
    before = names()
    ended = html(*arguments, **more)
    assert ended.status == COULD_NOT and ended.out == b"", ended
    assert one_line(ended.err, *parts), ended
    assert names() == before, names()


@test
def same_document():
    """the page contains what --json writes; the text is printed as usual"""
    ended = html("--html=page.html", *AUDIT)
    assert ended.status == UNFAIR and ended.err == b"", ended
    assert names() == ["page.html"]
    assert ended.out.startswith(b"\n  UNFAIR") and b"<script" not in ended.out
    written = run("--json", *AUDIT).out.decode()
    assert plain(included(get("page.html"))) == plain(written)
    assert json.loads(included(get("page.html")))["schema"] == "fairaudit-report"
    brief = html("--html=page.html", "-q", *AUDIT)
    assert len(brief.lines) < len(ended.lines)
    assert plain(included(get("page.html"))) == plain(written)


@test
def with_json():
    """together with --json, to a file and to standard output"""
    ended = html("--html=page.html", "--json=report.json", *AUDIT)
    assert ended.status == UNFAIR and b"UNFAIR" in ended.out and ended.err == b"", ended
    assert get("report.json").decode() == included(get("page.html"))
    ended = html("--html=page.html", "--json", *AUDIT)
    assert ended.status == UNFAIR and ended.out.decode() == included(get("page.html")), ended
    refused("--html", "--json", *AUDIT, parts=["standard output", "FILE"])
    refused("--html=-", "--json=-", *AUDIT, parts=["standard output", "FILE"])
    refused("--html=x", "--json=x", *AUDIT, parts=["x: ", "another name"])
    refused("--html=x", "--save=x", *AUDIT, parts=["x: ", "another name"])


@test
def to_standard_output():
    """--html and --html=- write the page instead of the text, but not to a terminal"""
    for option in ("--html", "--html=-"):
        ended = html(option, *AUDIT)
        assert ended.status == UNFAIR and ended.err == b"" and names() == [], ended
        assert json.loads(included(ended.out))["status"] == UNFAIR
    ended = html("--html", "--json=report.json", *AUDIT)
    assert ended.status == UNFAIR and included(ended.out) == get("report.json").decode()
    assert run("--json=-", *AUDIT).out.startswith(b"{\n")
    shown = on_terminal("--html", *AUDIT, FAIRAUDIT_PAGE=put("page", PAGE))
    assert b"terminal" in shown and b"<" not in shown and b"UNFAIR" not in shown, shown


@test
def exact_laws():
    """--exact: the page contains its document"""
    for name, status in (("swap-with-any", UNFAIR), ("down", NO_EVIDENCE)):
        ended = html("--html=page.html", "--exact", name, "-n", 4)
        assert ended.status == status and b"PROVED" in ended.out, ended
        text = included(get("page.html"))
        assert json.loads(text)["schema"] == "fairaudit-exact"
        assert plain(text) == plain(run("--json", "--exact", name, "-n", 4).out.decode())


@test
def every_subject():
    """programs, batches, files, samples, built-in shuffles; what is no shuffle, or cannot run"""
    put("orders", b"1 2 3\n3 2 1\n" * 50)
    for status, arguments in (
            (UNFAIR, ("-n", 4, "-t", 100, "--", "tac")),
            (UNFAIR, ("-p", "orders")),
            (UNFAIR, ("--batch", "--", "cat", "orders")),
            (UNFAIR, ("-n", 9, "-k", 2, "-t", 100, "--", "head", "-n", 2)),
            (NO_EVIDENCE, ("-a", "down", "-n", 5, "-t", "1K", "-s", "1")),
            (COULD_NOT, ("-n", 4, "--", "head", "-n", 2)),
            (COULD_NOT, ("--", "/nonexistent/program"))):
        ended = html("--html=page.html", *arguments)
        assert ended.status == status and ended.err == b"" and ended.out, ended
        assert json.loads(included(get("page.html")))["status"] == status


@test
def only_results():
    """--list and --counts have no page"""
    refused("--html=page.html", "--list", parts=["--html", "--list"])
    refused("--html=page.html", "--counts", "down", parts=["--html", "--counts"])


@test
def hostile_names():
    """names and output of programs stay text"""
    name = "</script><b>&amp;<!--<script>\u2028\u2029'\"\\"
    folder = os.path.join(os.path.abspath(""), os.path.dirname(name))
    os.makedirs(folder)
    path = os.path.join(os.path.abspath(""), name)
    put(path, b"#!/bin/sh\necho '</SCRIPT><img src=x onerror=alert(1)>' >&2\nexit 3\n")
    os.chmod(path, 0o755)
    ended = html("--html=page.html", "--json=report.json", "-n", 4, "--", name)
    assert ended.status == COULD_NOT and ended.err == b"", ended
    document = json.loads(included(get("page.html")))
    assert document["subject"] == name, document["subject"]
    assert "onerror" in document["finding"]["complaint"], document["finding"]
    assert plain(included(get("page.html"))) == plain(get("report.json").decode())
    ended = html("--html=page.html", "-n", 4, "-t", 50, "--", "sh", "-c",
                 b"tac; : \xff\xe2\x80")
    assert ended.status == UNFAIR, ended
    assert json.loads(included(get("page.html")))["status"] == UNFAIR


@test
def many_cards():
    """the document is compressed: with 256 cards, to less than half"""
    ended = html("--html=page.html", "--json=report.json", "-q", "-a", "down", "-n", 256,
                 "-t", 1000, "-s", "1")
    assert ended.status == NO_EVIDENCE, ended
    page, written = get("page.html"), get("report.json")
    assert included(page) == written.decode()
    assert len(page) < len(written) / 2, (len(page), len(written))


@test
def missing_page():
    """a missing page is an error, in one line, before the audit starts"""
    never = ("--html=page.html", "-n", 3, "--", "touch", "started")
    for value, parts in (("/nonexistent/lab.html", ["FAIRAUDIT_PAGE", "No such file"]),
                         (os.path.abspath(""), ["directory"]),
                         ("/dev/zero", ["too large"]), ("/dev/null", ["no place"])):
        ended = run(*never, env=environment(FAIRAUDIT_PAGE=value))
        assert ended.status == COULD_NOT and one_line(ended.err, *parts), ended
    if os.geteuid() != 0:
        os.chmod(put("secret", PAGE), 0)
        ended = run(*never, env=environment(FAIRAUDIT_PAGE="secret"))
        assert one_line(ended.err, "secret", "Permission denied"), ended
        os.remove("secret")
    assert names() == []
    for page, count in ((b"", "no place"), (HEAD + TAIL, "no place"),
                        (PAGE.replace(LINE, BEGIN + b"x" + END), "no place"),
                        (PAGE[:len(HEAD + LINE) - 2], "no place"),
                        (HEAD + LINE + LINE + TAIL, "more than one place"),
                        (HEAD + LINE + TAIL + LINE[:-1], "more than one place")):
        refused(*never, page=page, parts=["lab.html", count, "make lab"])


@test
def where_it_is():
    """the page is found beside the program, or where it is installed"""
    os.makedirs("bin")
    os.makedirs("share/fairshuf")
    copy = shutil.copy(program, "bin/fairaudit")

    def found(**more):
        return subprocess.run([copy, "--html", *map(str, AUDIT)], capture_output=True,
                              check=False, env=environment(**more))

    ended = found()
    if ended.returncode == COULD_NOT:  # else it is installed on this machine
        assert b"make lab" in ended.stderr and ended.stderr.count(b"\n") == 1, ended
    put("share/fairshuf/lab.html", b"shared\n" + LINE)
    assert found().stdout.startswith(b"shared\n")
    put("bin/lab.html", b"beside\n" + LINE)
    assert found().stdout.startswith(b"beside\n")
    assert found(FAIRAUDIT_PAGE="").stdout.startswith(b"beside\n")
    assert found(FAIRAUDIT_PAGE=put("mine", b"mine\n" + LINE)).stdout.startswith(b"mine\n")
    ended = found(FAIRAUDIT_PAGE="absent")
    assert ended.returncode == COULD_NOT and ended.stdout == b"", ended
    put("bin/lab.html", b"something else")
    assert b"bin/lab.html" in found().stderr
    os.symlink(os.path.abspath(copy), "link")
    put("bin/lab.html", b"beside\n" + LINE)
    ended = subprocess.run(["./link", "--html", *map(str, AUDIT)], capture_output=True,
                           check=False, env=environment())
    assert ended.stdout.startswith(b"beside\n"), ended


@test
def any_bytes():
    """a page of 5 MB with zero bytes, invalid UTF-8 and no line end is kept byte by byte"""
    head = bytes(range(256)) * 4096 + b"\n"
    tail = (b"\0</script>" + bytes(reversed(range(256)))) * 15000
    for page_tail in (tail, b""):
        page_tail = END.rstrip(b"\n") + page_tail
        ended = html("--html=page.html", "-q", *AUDIT, page=head + BEGIN + page_tail)
        assert ended.status == UNFAIR and ended.err == b"", ended
        text = included(get("page.html"), head, page_tail)
        assert text.startswith("{\n") and text.endswith("}\n"), text


@test
def page_itself():
    """the page that results are put into is not overwritten"""
    put("lab.html", PAGE)
    os.symlink("lab.html", "link")
    os.link("lab.html", "hard")
    for target in ("lab.html", "./lab.html", "link", "hard"):
        ended = run("--html=" + target, *AUDIT, env=environment(FAIRAUDIT_PAGE="lab.html"))
        assert ended.status == COULD_NOT and one_line(ended.err, "another name"), ended
    assert get("lab.html") == PAGE
    put("orders", b"1 2 3\n")
    mistake("-p", "orders", "--html=orders", parts=["orders", "another name"])


@test
def cannot_write():
    """a page that cannot be written is an error before the audit, a full disk after it"""
    refused("--html=absent/page.html", "-n", 3, "--", "touch", "started",
            parts=["absent/page.html", "No such file"])
    os.mkdir("folder")
    refused("--html=folder", *AUDIT, parts=["folder", "directory"])
    refused("--html=", *AUDIT, parts=["No such file"])
    ended = html("--html=/dev/full", *AUDIT)
    assert ended.status == COULD_NOT and b"UNFAIR" in ended.out, ended
    assert one_line(ended.err, "/dev/full", "No space left"), ended
    ended = html("--html=/dev/full", "--json=report.json", *AUDIT)
    assert ended.status == COULD_NOT and json.loads(get("report.json"))["status"] == UNFAIR
    ended = html("--html=page.html", "--json=/dev/full", *AUDIT)
    assert ended.status == COULD_NOT and included(get("page.html")), ended
    with open("/dev/full", "wb") as full:
        ended = html("--html", *AUDIT, stdout=full)
    assert ended.status == COULD_NOT and one_line(ended.err, "No space left"), ended


@test
def old_file_kept():
    """if the new file cannot be completed, the old one is unchanged"""
    put("page.html", b"old")
    put("report.json", b"old")
    small = ["sh", "-c", "ulimit -f 1; trap '' XFSZ; exec \"$@\"", "sh"]
    ended = html("--html=page.html", "--json=report.json", "--all-trials", *AUDIT,
                 before=small, page=PAGE + b"x" * 100000)
    assert ended.status == COULD_NOT and ended.err.count(b"File too large") >= 1, ended
    assert get("page.html") == b"old" and get("report.json") == b"old"
    assert names() == ["page.html", "report.json"]
    refused("--html=page.html", *AUDIT, page=b"nothing", parts=["no place"])
    refused("--html=page.html", "--exact", "coin-heap", "-n", 200, parts=["smaller"])
    assert get("page.html") == b"old"


@test
def replaced():
    """a new file has the mode of the old one; links are followed, pipes written once"""
    os.chmod(put("real", b"old"), 0o640)
    os.symlink("real", "link")
    assert html("--html=link", *AUDIT).status == UNFAIR
    assert os.path.islink("link") and included(get("real"))
    assert stat.S_IMODE(os.stat("real").st_mode) == 0o640
    for option, mark in (("--html=pipe", BEGIN), ("--json=pipe", b'"schema"')):
        os.mkfifo("pipe")
        got = []
        reader = threading.Thread(target=lambda: got.append(get("pipe")), daemon=True)
        reader.start()
        ended = html(option, *AUDIT)
        reader.join(10)
        assert ended.status == UNFAIR and got and mark in got[0], (ended, got)
        os.remove("pipe")


@test
def interrupted():
    """an audit that is stopped has a page, too"""
    ended = html("--html=page.html", "-n", 4, "--time=0.3", "-t", "1G", "-a", "down",
                 "--all-trials")
    assert ended.status == NO_EVIDENCE, ended
    assert json.loads(included(get("page.html")))["interrupted"] is True
