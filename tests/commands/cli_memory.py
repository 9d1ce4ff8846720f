# SPDX-License-Identifier: MIT
"""cli_memory.py - limits of memory and disk: what is refused, what messages name, what --explain
predicts; compressed files by name and by option.

That the memory limit does not change the output is tested here for what the command itself
does (ranges, several files); the rest is tested with the library.
"""
import bz2
import gzip
import itertools
import lzma
import os
import re
import shutil
import subprocess

from cli_support import (SEED, Ended, Skip, bad, command, environment, get, good, names,
                       one_line, ordered, put, run, test)

N = 30000
LINES = [b"%d, a line that takes some room\n" % i for i in range(N)]  # about 1 MB


def put_big(name="big", megabytes=6):
    """A file that does not fit into 1 or 2 MiB."""
    text = b"".join(b"%d and something to fill the line\n" % i
                    for i in range(megabytes * 25000))
    return put(name, text)


def explained(*arguments):
    """The lines of --explain, by their first words."""
    text = good("--explain", *arguments).decode()
    return {line[:11].strip(): line[12:] for line in text.splitlines()}


def on_small_disk(script):
    """Runs a shell script with a tmpfs of 4 MB at ./small, which only the script sees."""
    os.makedirs("small", exist_ok=True)
    if shutil.which("unshare") is None:
        raise Skip("no unshare")
    mount = "mount -t tmpfs -o size=4m tmpfs small"
    ways = [["unshare", "-m"], ["unshare", "-rm"]]
    for way in ways:
        if subprocess.run([*way, "sh", "-c", mount], capture_output=True,
                          check=False).returncode == 0:
            ended = subprocess.run([*way, "sh", "-ec", mount + "\n" + script, "sh",
                                    *command([])], capture_output=True, check=False,
                                   env=environment(), timeout=120)
            return Ended(ended.returncode, ended.stdout, ended.stderr)
    raise Skip("mounting a small file system is not permitted")


@test
def limits_taken():
    """--memory: sizes and percentages; the result stays the same"""
    put("f", b"".join(LINES))
    wanted = ordered(LINES)
    for memory in ("1M", "1048576", "3M", "1G", "2T", "1%", "100%"):
        assert good(SEED, "--memory=" + memory, "f") == wanted, memory
        assert good(SEED, "--memory=" + memory, text=get("f")) == wanted, memory
    for memory in ("1023K", "1", "0", "0%", "101%", "%", "1X", "1MB", "-1M", ""):
        bad("--memory=" + memory, "f", parts=["--memory"])
    bad("--memory=900K", "f", parts=["at least 1M"])


@test
def ranges_as_text():
    """a range that does not fit into memory is shuffled as text: the same order"""
    for arguments in (["-i", "95-300000"], ["-i", "1-299999", "-n", "200000"],
                      ["-i", "99-200000", "-z"], ["-i", "7-250000", "--delimiter=1"],
                      ["-i", "9-300000", "--split=a:1,b:=5,c:3"],
                      ["-i", f"{2**64 - 200000}-{2**64 - 1}"], ["-i", "0-0"],
                      ["-i", "9-8"], ["-i", "0-999999", "-n", "3"]):
        before = good(SEED, *arguments), [get(n) for n in names()]
        after = good(SEED, "--memory=1M", *arguments), [get(n) for n in names()]
        assert before == after, arguments
    bad("--memory=2M", "-i", "1-1000000000", "-n", "1000000",
        parts=["-n ", "--memory=2M; ", "--memory=69M"])


@test
def whole_in_memory():
    """-r, --pairs, --cycle, --derange: the message names a limit that is enough"""
    put_big()
    put("short", b"".join(b"%d\n" % i for i in range(400_000)))
    orders = ["-r", "-n5"], ["--derange"], ["--cycle"], ["--derange", "--pairs"]
    for options, file in itertools.product(orders, ("big", "short")):
        ended = run(SEED, "--memory=1M", *options, file)
        if ended.status == 0:
            continue  # the limit was enough
        name = "--pairs" if "--pairs" in options else options[0]
        assert ended.status == 1 and one_line(ended.err, name, "--memory=1M;"), ended
        enough = re.search(rb"use (--memory=\d+M)", ended.err)
        assert enough, ended
        assert good(SEED, enough[1].decode(), *options, file) == \
            good(SEED, *options, file)


@test
def large_record():
    """a record too large for the limit: the message says which, where, and what is enough"""
    text = b"short\n" * 3 + b"x" * 5000000 + b"\n" + b"short\n"
    put("f", text)
    for more in ({}, {"text": text}):
        arguments = ["f"] if not more else []
        ended = bad("--memory=1M", *arguments, **more,
                    parts=["f: " if not more else "standard input: ",
                           "record 4, at byte 18", "--memory=1M;", "use --memory="])
        enough = re.search(rb"use (--memory=\d+M)", ended.err)
        assert enough and len(good(enough[1].decode(), *arguments, **more)) == len(text)


@test
def amounts():
    """the limit that a message names is not much too large"""
    put("f", b"".join(b"%d\n" % i for i in range(1_000_000)))
    for options, most in ((["-r", "-n5"], 40), (["--derange", "--pairs"], 50),
                          (["--derange"], 20)):
        ended = bad("--memory=4M", *options, "f", parts=["--memory=4M; "])
        enough = int(re.search(rb"use --memory=(\d+)M", ended.err)[1])
        assert enough <= most, ended
        good(f"--memory={enough}M", *options, "f")
    # The length of an endless line is not known.
    ended = bad("--memory=4M", "/dev/zero", parts=["/dev/zero: record 1,", "too large"])
    assert b"use --memory=" not in ended.err and b"--memory" in ended.err, ended
    put("h", b"".join(b"%d\n" % i for i in range(100_000)))
    ended = bad("--memory=1M", "--header=90000", "h", parts=["h: ", "header"])
    assert b"record" not in ended.err, ended
    assert b"use --memory=" not in ended.err and b"--memory" in ended.err, ended
    put("h", b"x" * 400_000 + b"\n" + get("h"))
    ended = bad("--memory=1M", "--header", "h", parts=["h: ", "too large"])
    enough = re.search(rb"use (--memory=\d+M)", ended.err)
    assert good(enough[1].decode(), "--header", "h").startswith(b"xxx")


@test
def orders_of_all():
    """the memory that a message names for --cycle and --derange is enough"""
    put("in", b"".join(b"%d %s\n" % (i, b"z" * 100) for i in range(2000)) +
        b"".join(b"%d\n" % i for i in range(400_000)))
    for limit, order in itertools.product((2, 5, 8), ("--cycle", "--derange")):
        ended = run(order, f"--memory={limit}M", "in")
        enough = re.search(rb"use --memory=(\d+M)$", ended.err.rstrip())
        assert ended.status == 1 and enough, ended
        good(order, f"--memory={enough[1].decode()}", "in")


def peak(*arguments):
    """The peak of resident memory, in bytes. Read before the program ends: it waits until
    all its output is read."""
    size = os.path.getsize(arguments[-1])
    # glibc would write to all memory that is allocated, used or not.
    clean = {name: value for name, value in environment().items() if name != "MALLOC_PERTURB_"}
    with subprocess.Popen(command(arguments), stdout=subprocess.PIPE, env=clean) as child:
        left = size - (1 << 17)
        while left > 0:
            left -= len(child.stdout.read(min(left, 1 << 16)))
        with open(f"/proc/{child.pid}/status", encoding="ascii") as file:
            kilobytes = int(re.search(r"VmHWM:\s+(\d+) kB", file.read())[1])
        child.stdout.read()
    assert child.returncode == 0
    return kilobytes << 10


@test
def resident():
    """--memory limits the resident memory, apart from the program itself"""
    put("in", b"".join(b"%d%s\n" % (i, b"y" * (i * 7919 % 19990)) for i in range(3000)))
    itself = peak(put("little", b"a\n" * (1 << 17)))
    if itself > 6 << 20:
        raise Skip("the program itself takes much memory")
    for limit, threads in itertools.product((1, 2, 4, 8, 16), (1, 2, 8)):
        most = peak(f"--memory={limit}M", f"--threads={threads}", "in")
        assert most <= (limit << 20) + itself, (limit, threads, most, itself)


@test
def half_by_default():
    """without --memory, the limit is half of the available memory"""
    put_big()

    def megabytes(*limits):
        text = run("--explain", "big", before=["sh", "-c", "".join(limits) + 'exec "$@"',
                                               "sh"]).out.decode()
        found = re.search(r"at most ([\d.]+) (.B); ([\d.]+) (.B) available", text)
        scale = {"kB": 1e-3, "MB": 1, "GB": 1e3, "TB": 1e6}
        return float(found[1]) * scale[found[2]], float(found[3]) * scale[found[4]]

    limit, available = megabytes()
    assert abs(limit / available - 0.5) < 0.01, (limit, available)
    limit, available = megabytes("ulimit -d 300000; ")
    assert abs(limit / available - 0.5) < 0.01 and available < 308, (limit, available)


@test
def shares_of_memory():
    """files in lockstep share the memory"""
    put("a", b"".join(LINES))
    put("b", b"".join(b"%d\n" % i for i in range(N)))
    assert good(SEED, "--memory=1M", "a", "--with=b", "--output-with=c") == ordered(LINES)
    assert get("c") == ordered([b"%d\n" % i for i in range(N)])
    os.mkfifo("pipe")
    with subprocess.Popen(["sh", "-c", "cat b > pipe"]):
        assert good(SEED, "--memory=1M", "a", "--with=pipe", "--output-with=d") == \
            ordered(LINES)
    assert get("c") == get("d")


@test
def temporary_folders():
    """the temporary file: --temp-dir, TMPDIR, and folders that cannot be used"""
    put_big()
    wanted = good(SEED, "big")
    os.mkdir("here")
    for more in (["--temp-dir=here"], []):
        env = environment(TMPDIR="nowhere" if more else "here")
        ended = run(SEED, "-v", "--memory=1M", *more, "big", env=env)
        assert ended.status == 0 and ended.out == wanted and os.listdir("here") == []
        assert b"temporary file" in ended.err, ended
    assert b"temporary" not in run("-v", "--memory=1G", "big").err
    before = names()
    for more in (["--temp-dir=nowhere"], ["--temp-dir=big"]):
        bad("--memory=1M", *more, "big", "-o", "out",
            parts=[more[0][11:] + ": ", "temporary file: ", "--temp-dir"])
    bad("--memory=1M", text=get("big"), env=environment(TMPDIR="no where"),
        parts=["'no where': ", "temporary file: ", "--temp-dir"])
    # The folder of --temp-dir must exist even if it is not needed, unlike that of TMPDIR.
    bad("--memory=1G", "--temp-dir=nowhere", "big", parts=["nowhere: ", "temporary file"])
    assert names() == before
    assert good(SEED, "--memory=1G", "big", env=environment(TMPDIR="nowhere")) == wanted


@test
def called_shuf():
    """called as shuf, it has none of these options"""
    os.symlink(command([])[0], "shuf")
    put_big()
    shutil.copy("big", "big.gz")
    for arguments in (["--memory=1M", "big"], ["--decompress", "big"], ["--sync", "big"]):
        ended = subprocess.run(["./shuf", *arguments], capture_output=True, check=False,
                               env=environment())
        assert ended.returncode == 1 and b"unrecognized option" in ended.stderr
    ended = subprocess.run(["./shuf", "big.gz", "-o", "out.gz"], capture_output=True,
                           check=False, env=environment())
    assert ended.returncode == 0 and not ended.stderr, ended
    assert sorted(get("out.gz").splitlines()) == sorted(get("big").splitlines())
    ended = on_small_disk("TMPDIR=small ./shuf -i 1-9000000000000000")
    assert ended.err == b"shuf: memory exhausted\n", ended


# ---- compression -----------------------------------------------------------------------

@test
def compressed_by_name():
    """.gz, .xz, .bz2: decompressed and compressed by name"""
    text, wanted = b"".join(LINES), ordered(LINES)
    for ending, module in (("gz", gzip), ("xz", lzma), ("bz2", bz2)):
        name = "f." + ending
        put(name, module.compress(text))
        assert good(SEED, name) == wanted
        good(SEED, name, "-o", name)
        assert module.decompress(get(name)) == wanted
        good(SEED, "--no-decompress", "--compress=none", "--record-size=1", name,
             "-o", "plain." + ending)
        assert sorted(get("plain." + ending)) == sorted(get(name))
        good(SEED, name, f"--split=a.{ending}:1,b:1")
        assert module.decompress(get("a." + ending)).count(b"\n") == N // 2
        assert get("b").count(b"\n") == N // 2


@test
def compressed_by_option():
    """--decompress recognizes formats, --compress also compresses standard output"""
    text, wanted = b"".join(LINES), ordered(LINES)
    assert good(SEED, "--decompress", text=gzip.compress(text)) == wanted
    assert good(SEED, "--decompress", text=text) == wanted
    put("x", bz2.compress(text))
    assert good(SEED, "--decompress", "x", "--memory=1M") == wanted
    assert lzma.decompress(good(SEED, "--compress=xz", text=text)) == wanted
    good(SEED, "--compress=gzip", "-o", "out.xz", text=text)
    assert gzip.decompress(get("out.xz")) == wanted
    put("plain", text)
    good(SEED, "plain", "-o", "a.gz", "--with=x", "--output-with=b", "--decompress")
    assert gzip.decompress(get("a.gz")) == wanted == get("b")
    assert gzip.decompress(good("--compress=gzip", text=b"")) == b""
    assert gzip.decompress(good("--compress=gzip", "-n0", "plain")) == b""
    assert sorted(bz2.decompress(good("-i", "1-3", "--compress=bzip2")).split()) == \
        [b"1", b"2", b"3"]


@test
def damaged_input():
    """truncated or damaged data, or another format: the message names the file"""
    data = gzip.compress(b"".join(LINES))
    put("old", b"old\n")
    put("cut.gz", data[:-1000])
    put("not.gz", b"".join(LINES))
    put("damaged.gz", data[:9000] + bytes(200) + data[9200:])
    before = names()
    for name in ("cut.gz", "not.gz", "damaged.gz"):
        bad(name, "-o", "old", parts=[name + ": ", "gzip"])
    bad("--decompress", "cut.gz", parts=["cut.gz: "])
    bad("--decompress", text=data[:-1000], parts=["standard input: "])
    assert names() == before and get("old") == b"old\n"
    assert len(good("--no-decompress", "not.gz")) == len(get("not.gz"))
    with open("/dev/full", "wb") as full:
        ended = run("--compress=gzip", "not.gz", "--no-decompress", stdout=full)
    assert ended.status == 1 and one_line(ended.err, "No space left"), ended


# ---- disk space ------------------------------------------------------------------------

@test
def room_for_output():
    """too little space for an output: an error before anything is read"""
    put_big()
    for arguments in ("-o small/out", "--split=small/a:9,b:1", "> small/out",
                      "-o small/out --memory=1M",
                      "-o ok --with=big --output-with=small/out"):
        ended = on_small_disk(f'echo old > small/out; "$1" big {arguments} && exit 3; '
                              "cat small/out")
        place = ("small/a: " if "split" in arguments else
                 "standard output: " if ">" in arguments else "small/out: ")
        assert one_line(ended.err, place, "MB needed", "4.1", "MB free", "another disk"), \
            (arguments, ended)
        assert ended.out == (b"" if ">" in arguments else b"old\n"), ended
    assert names() == ["big", "small"]
    ended = on_small_disk('"$1" big -o small/out.gz && "$1" big -n 5 -o small/some '
                          '&& "$1" --split=small/a:=10,rest:rest big && ls small')
    assert ended.status == 0 and ended.out == b"a\nout.gz\nsome\n", ended
    ended = on_small_disk('"$1" big --split=small/a:1,small/b:1')
    assert one_line(ended.err, "MB needed", "other outputs"), ended
    ended = on_small_disk('"$1" --explain big -o small/out')
    assert ended.status == 1 and b"output      small/out\n" in ended.out, ended
    assert one_line(ended.err, "small/out: ", "MB needed"), ended


@test
def room_for_temporary():
    """too little space for temporary data: an error before anything is read"""
    put_big()
    ended = on_small_disk('"$1" big -o out --memory=1M --temp-dir=small')
    assert ended.status == 1 and names() == ["big", "small"], ended
    assert one_line(ended.err, "small: ", " MB needed", "temporary data", "4.19 MB free",
                    "--temp-dir"), ended
    ended = on_small_disk('cat big | "$1" -o out --memory=1M --temp-dir=small')
    assert ended.status == 1 and names() == ["big", "small"], ended
    assert one_line(ended.err, "small: temporary file: No space left on device; ",
                    "--temp-dir"), ended
    ended = on_small_disk('"$1" --explain big --memory=1M --temp-dir=small')
    assert ended.status == 1 and one_line(ended.err, "small: ", "temporary data"), ended
    ended = on_small_disk('head -c 3000000 big > small/in; '
                          '"$1" small/in -o small/out --memory=1M --temp-dir=small')
    assert one_line(ended.err, "small"), ended


@test
def room_for_all_of_it():
    """... also if only the records that do not fit into memory would fit"""
    put("in", b"".join(b"%d\n" % (10**7 + i * 7) for i in range(330_000)))  # 3 MB
    ended = on_small_disk('head -c 1600000 /dev/zero > small/rest; '
                          '"$1" in -o out --memory=1M --temp-dir=small')
    assert ended.status == 1 and names() == ["in", "small"], ended
    assert one_line(ended.err, "small: ", " MB needed", "temporary data", " 2."), ended


# ---- --explain -------------------------------------------------------------------------

@test
def explanations():
    """--explain shows memory, temporary space and passes"""
    put_big()
    plan = explained("big")
    assert "at most" in plan["memory"] and "available" in plan["memory"], plan
    assert plan["temp space"].startswith("none"), plan
    assert plan["passes"].startswith("1: "), plan
    plan = explained("--memory=1M", "--temp-dir=.", "big")
    assert "at most 1.05 MB (--memory=1M)" in plan["memory"], plan
    assert re.match(r"about [5-9]\.\d+ MB in \.; [\d.]+ .B free", plan["temp space"]), plan
    assert plan["passes"].startswith("3: "), plan
    plan = explained("--memory=4M", "--temp-dir=.", "big")
    assert plan["passes"].startswith("2: "), plan
    plan = explained("--memory=1M", "-i", "1-1000000")
    assert plan["passes"].startswith("3"), plan
    put("f.gz", gzip.compress(get("big")))
    plan = explained("f.gz", "-o", "out.xz")
    assert "(gzip)" in plan["input"] and "not known" in plan["input"], plan
    assert plan["output"] == "out.xz; compressed (xz)" and "passes" not in plan, plan
    plan = explained("/proc/self/status")
    assert "not known" in plan["input"] and not re.search(r"\d", plan["records"]), plan
    plan = explained("/dev/null", put("empty", b""))
    assert "0 B" in plan["input"], plan
