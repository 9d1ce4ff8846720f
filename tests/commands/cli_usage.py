# SPDX-License-Identifier: MIT
"""cli_usage.py - help, messages, exit status, --check, --explain, closed pipes."""
import os
import re
import shutil
import signal
import subprocess

from cli_support import (SEED, Skip, bad, command, environment, get, good, names, one_line,
                       put, run, test)

WRONG = (["--record-size=0"], ["--record-size=x"], ["--record-size="],
         ["--record-size=-1"], ["--record-size=1X"],
         ["--record-size=99999999999999999999"],
         ["--record-size=99999999999G"],
         ["--lines-per-record=0"], ["--lines-per-record=x"], ["--lines-per-record=1.5"],
         ["--delimiter="], ["--delimiter=ab"], [r"--delimiter=\q"], [r"--delimiter=\x1"],
         [r"--delimiter=\x123"], ["--delimiter=é"], ["--csv=ab"], ["--csv="],
         ['--csv="'], [r"--csv=\n"], ["--header=x"], ["--header=-1"], ["--header="],
         ["--threads=x"], ["--threads=-1"], ["--threads=99999999999"], ["--seed="],
         ["-i", "1-18446744073709551616"], ["-i", "0-18446744073709551615"],
         ["-i", "3-1"], ["-i", "x"], ["-i", "-1-3"], ["-i", "1"], ["-i", ""],
         ["-i", "1-2", "-i", "1-2"], ["-n", "x"], ["-n", "-1"], ["-n", ""],
         ["-o", "a", "-o", "b"], ["-z", "--csv"], ["--csv", "--paragraphs"],
         ["--record-size=2", "--lines-per-record=2"], ["--delimiter=x", "-z"],
         ["-e", "--header"], ["-i", "1-3", "--csv"], ["--cycle", "--derange"],
         ["--random-source=/dev/zero", "--derange"], ["--pairs"], ["-r", "--cycle"],
         ["--pairs", "--derange", "--record-size=3"])


@test
def wrong_options():
    """wrong values and combinations: one line, status 1, nothing is written"""
    for arguments in WRONG:
        bad(*arguments, text=b"1\n2\n")
    put("old", b"old\n")
    for arguments in WRONG:
        if "-o" not in arguments:
            bad(*arguments, "-o", "old", text=b"1\n2\n")
    assert get("old") == b"old\n" and names() == ["old"]


@test
def too_much():
    """ranges that are too large fail at once"""
    for arguments in (["-i", "1-18446744073709551615"], ["-i", "0-18446744073709551614"],
                      ["-i", "1-18446744073709551615", "-n", "18446744073709551614"],
                      ["-i", f"1-{2**62}", "--split=a:1,b:1"]):
        bad(*arguments, parts=["memory exhausted"])
    assert names() == []


@test
def edges_of_numbers():
    """ranges up to 2^64 - 1"""
    top = 2**64 - 1
    assert good("-i", f"{top}-{top}") == b"%d\n" % top
    assert good(SEED, "-i", f"{top - 9}-{top}", "--check").split() != []
    assert sorted(map(int, good("-i", f"{top - 9}-{top}").split())) == \
        list(range(top - 9, top + 1))
    got = [int(x) for x in good("-i", "0-18446744073709551614", "-n", "3").split()]
    assert len(set(got)) == 3 and all(0 <= x < top for x in got)
    got = [int(x) for x in good("-i", f"1-{top}", "-n100000").split()]
    assert len(set(got)) == 100000 and max(got) > 2**63 > min(got)
    assert good("-i", "5-4") == b""
    assert good("-i", "1-0", "--split=a:1,b:=0") == b"" == get("a") + get("b")
    got = good("-i", f"0-{2**32}", "-n5", "--split=a:=2,b:rest")
    assert len(get("a").split()) == 2 and len(get("b").split()) == 3


@test
def help_and_version():
    """--help: examples first, 80 columns; --version shows the kernel"""
    text = good("--help").decode()
    lines = text.splitlines()
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
    assert lines[0].startswith("Usage: fairshuf")
    assert text.index("Examples") < text.index("  -e, --echo")
    assert text.index("--zero-terminated") < text.index("--paragraphs")
    for option in ("--seed", "--header", "--split", "--with", "--csv", "--derange"):
        assert option in text
    version = good("--version").decode()
    assert version.startswith("fairshuf ") and "ernel" in version
    assert "plain" in good("--version", kernel="plain").decode()
    assert good("--help", "--nosuch") == good("--help") == good("-e", "x", "--help")
    assert good("--hel") == good("--help")
    ended = run("--nosuch")
    assert ended.status == 1 and ended.out == b"" and b"--help" in ended.err


@test
def examples_of_help():
    """the examples of --help work"""
    put("names.txt", b"Ann\nBob\nCid\nDot\n")
    put("all.csv", b"x,y\n" + b"".join(b"%d,%d\n" % (i, i) for i in range(100)))
    lines = good("--help").decode().splitlines()
    lines = lines[lines.index("Examples:") + 1:]
    count = 0
    for line in lines[:lines.index("")]:
        words = line.strip().split("  ")[0].split()
        assert words[0] == "fairshuf"
        ended = run(*words[1:])
        assert ended.status == 0 and ended.err == b"", (words, ended)
        count += 1
    assert count >= 5


@test
def as_shuf():
    """called as shuf, it accepts one FILE and only GNU's options"""
    os.symlink(command([])[0], "shuf")
    put("f", b"1\n2\n")

    def shuf(*arguments):
        return subprocess.run(["./shuf", *arguments], capture_output=True, check=False,
                              env=environment(), stdin=subprocess.DEVNULL)

    assert sorted(shuf("f").stdout.split()) == [b"1", b"2"]
    for arguments in (["--seed=1", "f"], ["f", "f"], ["--csv", "f"], ["-q", "f"]):
        ended = shuf(*arguments)
        assert ended.returncode == 1 and ended.stdout == b"", (arguments, ended)
        assert ended.stderr.startswith(b"shuf: "), ended
    assert b"--seed" not in shuf("--help").stdout


def until_closed(*arguments, keep=(), **more):
    """Runs with a reader that closes the pipe after the first line."""
    with subprocess.Popen(command(arguments), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          env=environment(), pass_fds=keep, **more) as child:
        first = child.stdout.readline()
        child.stdout.close()
        err = child.stderr.read()
        child.wait(60)
    return first, child.returncode, err


@test
def closed_pipe():
    """a reader that closes the pipe ends the run quietly; no temporary file is left"""
    put("f", b"".join(b"%d\n" % i for i in range(500000)))
    put("old", b"old\n")
    before = names()
    for arguments in (["f"], ["-r", "f"], ["-i", "1-3000000"], ["-r", "-i", "1-9"],
                      ["f", "--derange", "--pairs"], ["f", "-v", "-q"],
                      ["f", "--with=f", "--output-with=old"],
                      ["f", "--with=f", "--output-with=new", "--threads=5"]):
        first, status, err = until_closed(*arguments)
        assert first.endswith(b"\n") and err == b"", (arguments, err)
        assert status == -signal.SIGPIPE, (arguments, status)
        assert names() == before and get("old") == b"old\n"


@test
def ignored_pipe_signal():
    """if SIGPIPE is ignored, a closed pipe is an error"""
    def ignore():
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)

    put("f", b"".join(b"%d\n" % i for i in range(500000)))
    for arguments in (["f"], ["-r", "f"], ["-i", "1-3000000"]):
        _, status, err = until_closed(*arguments, restore_signals=False,
                                      preexec_fn=ignore)
        assert status == 1 and one_line(err, "write error: Broken pipe"), (status, err)


@test
def checked():
    """--check passes if everything is right"""
    put("f", b"".join(b"%d\n" % (i % 100) for i in range(200000)))
    put("g", b"h\n" + b"".join(b"%d\n" % i for i in range(50)))
    for count, arguments in (
            (200000, ["f"]), (400000, ["f", "f"]), (50, ["g", "--header"]),
            (100, ["g", "g", "--header"]), (1000, ["-i", "1-1000"]),
            (200000, ["f", "--csv"]), (1, ["f", "--paragraphs"]),
            (51, ["g", "--derange"]), (51, ["g", "--cycle", "--pairs"]),
            (200000, ["f", "-n300000"]), (51, ["g", "-n60"]),
            (400000, ["f", "--with=f", "--output-with=/dev/null"]),
            (3, ["-e", "a", "b", "c"]), (0, ["-e"]), (50, ["-i", "1-50", "--derange"]),
            (2, ["-e", "a", "b", "--cycle", "--pairs"]), (0, ["/dev/null"]),
            (50, ["g", "--header", "--split=a:1,b:1"]), (200000, ["f", "--memory=1M"]),
            (9, ["-i", "1-9", "--split=a:1,b:1"])):
        good("--check", *arguments)
        good("--check", "--threads=5", *arguments)
        ended = run("--check", "-v", *arguments)
        assert re.search(rb"checked: .*\b%d records" % count, ended.err), (arguments, ended)


@test
def unchecked():
    """--check says if it could not compare hashes, except with -q"""
    put("f", b"1\n2\n3\n")
    for arguments, word in ((["f", "-n2"], "-n"), (["f", "-n0"], "-n"),
                            (["f", "-r", "-n5"], "-r"),
                            (["-i", "1-9", "-n2"], "-n"), (["-i", "1-9", "-rn2"], "-r"),
                            (["-i", "1-999999999999", "-n2"], "-n"),
                            (["f", "--split=a:=1,b:=1"], "--split"),
                            (["f", "--with=f", "--output-with=b", "-n1"], "-n")):
        for more in ([], ["-v"]):
            ended = run("--check", *arguments, *more)
            lines = [line for line in ended.err.splitlines(keepends=True)
                     if b"--check" in line]
            assert ended.status == 0 and len(lines) == 1, (arguments, ended)
            assert one_line(lines[0], word), (arguments, ended)
            assert b"checked:" not in ended.err, (arguments, ended)
        good("-q", "--check", *arguments)


@test
def explained():
    """--explain writes nothing, reads no pipes, and succeeds if the run would start"""
    put("f", b"1\n2\n")
    before = names()
    for arguments in (["f"], ["f", "-o", "out"], ["f", "--split=a:1,b:1"],
                      ["-i", "1-99999999"], ["-e", "a"], ["-r", "f"],
                      ["f", "--with=f", "--output-with=out"], ["--csv", "--header", "f"],
                      ["--record-size=7", "f"], ["--random-source=/dev/zero", "f"]):
        ended = run("--explain", *arguments)
        assert ended.status == 0 and ended.err == b"" and names() == before, \
            (arguments, ended)
    for arguments in (["-i", "1-18446744073709551615"], ["-i", f"1-{2**53}"],
                      ["-i", "1-300000000000", "-n", "200000000000", "--memory=1M"]):
        ended = run("--explain", *arguments)
        refused = run(*arguments)
        assert ended.status == 1 and b"memory" in ended.out, (arguments, ended)
        free = rb"[\d.]+ .?B free"  # other processes write to the disk, too
        assert one_line(ended.err), ended
        assert re.sub(free, b"", ended.err) == re.sub(free, b"", refused.err), \
            (ended, refused)
    reading, writing = os.pipe()
    os.write(writing, b"1\n2\n")
    ended = run("--explain", stdin=reading)
    assert ended.status == 0, ended
    os.close(writing)
    with open(reading, "rb") as pipe:
        assert pipe.read() == b"1\n2\n"


@test
def explained_limits():
    """--explain says that -r, --pairs, --cycle and --derange will fail with too little memory"""
    put("f", b"".join(b"%d and some more text\n" % i for i in range(200_000)))
    for options in (["-r", "-n5"], ["--derange", "--pairs"], ["--cycle"], ["--derange"], []):
        for memory in ("1M", "100M"):
            given = [*options, "f", "--memory=" + memory]
            fails = run(*given, stdout=subprocess.DEVNULL).status == 1
            assert fails == (memory == "1M" and options != []), given
            assert (b"will probably fail" in run("--explain", *given).out) == fails, given


@test
def explained_pipe():
    """--explain does not wait for a named pipe"""
    os.mkfifo("pipe")
    ended = subprocess.run(["timeout", "2", *command(["--explain", "pipe"])],
                           capture_output=True, check=False, env=environment())
    assert ended.returncode == 0, ended


@test
def odd_names():
    """names with control characters are quoted in messages"""
    ended = bad("no\nsuch\033[1m", parts=[r"\n", r"\033"])
    assert b"\033" not in ended.err
    ended = bad("a b", parts=["'a b'"])
    ended = bad("--split=x\n:y", parts=[r"\n"])


@test
def no_program_name():
    """it works without a program name (argv[0])"""
    if shutil.which("bash") is None:
        raise Skip("no bash")
    ended = run(text=b"1\n", before=["bash", "-c", 'exec -a "" "$0"'])
    assert ended.status == 0 and ended.out == b"1\n", ended


# What must not reach a terminal: control characters, and characters that change the direction
# of text.
TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HOSTILE = ["a\033[31mb", "a\nb", "a\rb", "a\x7fb"] + [f"a{turn}b" for turn in TURNS]


@test
def hostile_names():
    """names with control or direction characters are escaped"""
    put("f", b"1\n2\n")
    for name in HOSTILE:
        for language in ("C", "C.UTF-8"):
            for arguments in ([name], [f"--{name}"], [f"--p={name}"], [f"--csv={name}"],
                              [f"--split={name}:=9,b:rest", "f"], [f"--split={name}"],
                              [f"--with={name}", "--output-with=x", "f"],
                              [f"--seed-file={name}", "f"], ["-i", name], ["-n", name],
                              [f"--random-source={name}", "f"], ["-o", f"{name}/x", "f"],
                              [f"--temp-dir={name}", "--memory=" + name]):
                ended = run(*arguments, env=environment(LC_ALL=language))
                assert ended.status == 1, (arguments, ended)
                text = ended.err.decode().removesuffix(
                    "Try 'fairshuf --help' for more information.\n")
                assert text.endswith("\n"), (arguments, ended)
                assert not set(text[:-1]) & set("\033\n\r\x7f" + TURNS), (arguments, ended)
                assert "\\" in text, (arguments, ended)
        put(name, b"1\n")
        text = run("--explain", name, "-o", name, "--csv=\033",
                   env=environment(LC_ALL="C.UTF-8")).out.decode()
        assert not set(text) & set("\033\r\x7f" + TURNS) and "\nb" not in text, text


@test
def random_source_verbose():
    """-v with --random-source reports bytes and time"""
    put("f", b"1\n2\n3\n")
    ended = run("-v", "--random-source=/dev/zero", "f")
    assert ended.status == 0 and one_line(ended.err, "6 B", " s"), ended
    assert good("-q", "--random-source=/dev/zero", "f") == ended.out


@test
def random_source_names():
    """--random-source refuses file names that ask for (de)compression"""
    put("in.gz", b"1\n2\n3\n")
    source = "--random-source=/dev/zero"
    bad(source, "in.gz", parts=["in.gz", "--no-decompress"])
    bad(source, "--no-decompress", "in.gz", "-o", "o.xz", parts=["o.xz", "--compress=none"])
    assert names() == ["in.gz"]
    wanted = good(source, "--no-decompress", "in.gz")
    assert sorted(wanted.split()) == [b"1", b"2", b"3"]
    good(source, "--no-decompress", "--compress=none", "in.gz", "-o", "o.xz")
    assert get("o.xz") == wanted


@test
def lost_line_ends():
    """a missing last line end becomes the same as that of the line before"""
    for arguments, text, wanted in (
            (["--csv"], b"a\r\nb", b"b\r\n"), (["--csv"], b"a\nb", b"b\n"),
            (["--csv"], b"b", b"b\n"), ([], b"a\r\nb", b"b\n"),
            (["--lines-per-record=2"], b"a\r\na\r\nb\r\nc", b"b\r\nc\r\n"),
            (["--lines-per-record=2"], b"a\na\nb\nc", b"b\nc\n"),
            (["--lines-per-record=2", "-z"], b"a\r\0a\r\0b\r\0c", b"b\r\0c\0"),
            (["--paragraphs"], b"a\r\n\r\nb", b"b\r\n\r\n")):
        first = text[:text.rindex(b"b")]
        got = good(*arguments, text=text)
        assert got in (first + wanted, wanted + first), (arguments, text, got)


@test
def closed_stdin():
    """a closed standard input is an error, by any name"""
    put("f", b"1\n2\n")
    closed = ["sh", "-c", '"$0" "$@" <&-']
    for arguments in ([], ["-"], ["/dev/stdin"], ["/dev/fd/0"], ["f", "-"],
                      ["--seed-file=-", "f"], ["--seed-file=/dev/stdin", "f"],
                      ["--random-source=/dev/stdin", "f"]):
        bad(*arguments, before=closed, parts=["read error"])
    assert sorted(good("f", before=closed)) == sorted(b"1\n2\n")


@test
def random_source_stdin():
    """--random-source=/dev/stdin reads the bytes of standard input"""
    data, source = b"".join(b"%d\n" % i for i in range(100)), bytes(range(256)) * 8
    put("f", data)
    wanted = good("--random-source=" + put("source", source), "f")
    with open("source", "rb") as file:
        assert good("--random-source=/dev/stdin", "f", stdin=file) == wanted != data
