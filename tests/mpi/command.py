# SPDX-License-Identifier: MIT
"""command.py FAIRSHUF_MPI MPIRUN FAIRSHUF - end-to-end tests of the command fairshuf-mpi.

Reason: what a user sees. The output is that of fairshuf; mistakes and failures end with one
line, from one rank, the old output, and nothing left behind. Prints TAP.

Starting ranks takes half a second, so what concerns only the command line is tested without
them; tests/tools/test_args_mpi.c tests all options.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "commands"))
import cli_support
from cli_support import (SEED, Skip, bad, environment, get, good, names, put, run, run_tests,
                         some_lines, test)
from mpi_support import Launcher

launcher = Launcher(sys.argv[2])
fairshuf = os.path.abspath(sys.argv[3])
RANK = "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"
PREFIX = "fairshuf-mpi: "


def started(*arguments, ranks=3, program=(cli_support.program,)):
    cli_support.started += 1
    return launcher.start(ranks, [*program, *arguments], env={"LC_ALL": "C"})


def mpi(*arguments, limit=60, **more):
    """Runs the program on several ranks. `ours` are the lines that it printed itself."""
    result = started(*arguments, **more).wait(limit)
    result.ours = [line for line in result.errors.splitlines() if line.startswith(PREFIX)]
    return result


def fine(*arguments, **more):
    """A run that must succeed without a message."""
    result = mpi(*arguments, **more)
    assert result.status == 0 and result.errors == "", (result.status, result.errors)


def failed(result, *parts):
    """Tests that a run has failed with one line that contains all the parts."""
    assert result.status not in (0, None), (result.status, result.errors)
    assert len(result.ours) == 1, result.errors
    assert all(part in result.ours[0] for part in parts), result.ours
    # The launcher of MPICH reports ranks that were killed on standard output.
    assert result.output == "" or "BAD TERMINATION" in result.output, result.output


def wrapped(script):
    """A program that runs a script on each rank before it starts fairshuf-mpi."""
    return ["sh", "-c", script + '; exec "$0" "$@"', cli_support.program]


def lines_file(name="in", n=5000, **more):
    put(name, b"".join(some_lines(n, **more)))
    return name


# ---- without ranks -----------------------------------------------------------------------


@test
def alone():
    """help, version and plans need no mpirun"""
    assert good("--help").startswith(b"Usage: mpirun -n R fairshuf-mpi")
    version = good("--version").decode()
    assert re.match(r"fairshuf-mpi \d+\.\d+\.\d+(-rc\d+)?\n", version) and "\nMPI: " in version
    lines_file()
    for arguments in ([], ["--ranks=1"], ["--ranks=4096", "--memory=1G"], ["-o", "out"]):
        text = good("--explain", *arguments, "in").decode()
        for title in ("input", "records", "ranks", "memory", "temp space", "read", "sent",
                      "written", "messages"):
            assert re.search(f"^{title} ", text, re.M), (title, text)
    assert names() == ["in"]


@test
def refused():
    """what cannot work on several ranks is refused in one line"""
    lines_file()
    os.mkfifo("pipe")
    put("old", b"old\n")
    for arguments, part in ((["--derange", "in", "-o", "old"], "--derange"),
                            (["-i", "1-9", "-o", "old"], "-i "),
                            (["in"], "standard output"), (["-o", "old"], "standard input"),
                            (["in.gz", "-o", "old"], "in.gz"),
                            (["in", "-o", "old.gz"], "old.gz"),
                            (["in", "-o", "old", "--ranks=2"], "--explain"),
                            (["in", "-o", "old", "--compress=gzip"], "--compress")):
        bad(*arguments, parts=[part])
    for arguments, part in ((["pipe"], "pipe"), (["nosuch"], "nosuch"), (["."], "regular"),
                            (["/proc/cpuinfo"], "/proc/cpuinfo")):
        bad("--explain", *arguments, parts=[part])
    for output in ("pipe", "/dev/null", "/dev/stdout", "nosuch/out"):
        ended = run("--explain", "in", "-o", output)
        assert ended.status == 1 and output.encode() in ended.err, ended
    assert get("old") == b"old\n" and names() == ["in", "old", "pipe"]


@test
def large_plans():
    """plans for data that are not there: a sparse file of 4 TB"""
    with open("big", "wb") as file:
        try:
            file.truncate(4 * 10**12)
        except OSError as error:
            raise Skip("no sparse files") from error
    text = good("--explain", "--ranks=256", "--memory=64G", "--record-size=100", "big").decode()
    assert "; 40,000,000,000\n" in text and "temp space  none" in text, text
    assert re.search(r"^read +4\.00 TB, 15\.6 GB by each rank$", text, re.M), text
    text = good("--explain", "--ranks=16", "--memory=1G", "--record-size=100", "big").decode()
    assert re.search(r"^read +4\.00 TB, 250 GB by each rank$", text, re.M), text
    text = good("--explain", "--ranks=16", "--memory=1G", "--record-size=100", "--check",
                "big").decode()
    assert re.search(r"^read +8\.00 TB.*twice", text, re.M), text
    assert re.search(r"^temp space +about 2\d\d GB for each rank", text, re.M), text


# ---- with ranks --------------------------------------------------------------------------


@test
def printed_once():
    """rank 0 prints help and mistakes, once"""
    result = mpi("--help")
    assert result.status == 0 and result.output.count("Usage:") == 1, result.output
    failed(mpi("--cycle", "in", "-o", "out"), "--cycle", "use fairshuf")
    result = mpi("--nosuch")
    assert result.status == 1 and result.errors.count("--nosuch") == 1, result.errors
    assert names() == []


@test
def same_as_fairshuf():
    """the output is that of fairshuf"""
    lines_file("in", 30000)
    lines_file("other", 2000, seed=2)
    put("table", b"a,b\n" + b"".join(b'%d,"x\ny"\n' % i for i in range(3000)))
    for arguments in (["in"], ["in", "other"], ["in", "--memory=1M", "--threads=2"],
                      ["in", "-n", "100"], ["in", "-n0"], ["--csv", "--header", "table"],
                      ["other", "--lines-per-record=4"], ["--check", "in"],
                      ["--record-size=1", "--header=2", "other", "-n", "50"]):
        wanted = good_fairshuf(SEED, *(a for a in arguments if a != "--check"))
        fine(SEED, *arguments, "-o", "out")
        assert get("out") == wanted, arguments
    assert names() == ["in", "other", "out", "table"]


def good_fairshuf(*arguments):
    """What fairshuf prints."""
    ended = subprocess.run([fairshuf, *arguments], capture_output=True,
                                       check=True, env=environment())
    return ended.stdout


@test
def several_outputs():
    """--split and --with are those of fairshuf"""
    lines_file("in", 3000)
    lines_file("with", 3000, seed=2)
    good_fairshuf(SEED, "in", "--header", "--split=a:=10,b:1,c:2")
    fine(SEED, "in", "--header", "--split=x:=10,y:1,z:2")
    assert [get(n) for n in "abc"] == [get(n) for n in "xyz"]
    good_fairshuf(SEED, "in", "-o", "a", "--with=with", "--output-with=b")
    fine(SEED, "in", "-o", "x", "--with=with", "--output-with=y", "--check")
    assert get("a") == get("x") and get("b") == get("y")
    before = names()
    lines_file("short", 2999)
    failed(mpi("in", "-o", "x", "--with=short", "--output-with=new"), "short", "2999", "3000")
    failed(mpi("in", "--split=x:=9999,new:rest"), "9999", "3000")
    assert get("a") == get("x") and names() == sorted([*before, "short"])


@test
def one_rank():
    """one rank works, also without mpirun"""
    lines_file()
    wanted = good_fairshuf(SEED, "in")
    fine(SEED, "in", "-o", "out", ranks=1)
    assert get("out") == wanted
    env = {**environment(), **launcher.env}
    ended = run(SEED, "in", "-o", "out2", env=env)
    assert ended.status == 0 and get("out2") == wanted, ended


@test
def replaced():
    """an old output is replaced as a whole, and keeps its mode and its links"""
    lines_file()
    wanted = good_fairshuf(SEED, "in")
    put("out", b"old\n")
    os.chmod("out", 0o640)
    fine(SEED, "in", "-o", "out")
    assert get("out") == wanted and os.stat("out").st_mode & 0o777 == 0o640
    put("out", b"old\n")
    os.link("out", "link")
    os.symlink("out", "soft")
    fine(SEED, "in", "-o", "soft")
    assert get("link") == wanted and os.path.islink("soft")
    fine(SEED, "in", "-o", "in")
    assert get("in") == wanted
    assert names() == ["in", "link", "out", "soft"]


@test
def reports():
    """--verbose, --print-seed, --check and notes come from rank 0"""
    lines_file("in", 20000)
    size = os.path.getsize("in")
    result = mpi("in", "-o", "out", "-v", "--check")
    assert result.status == 0 and len(result.ours) == 3, result.errors
    seed = re.search(r"--seed=([0-9a-f]{64})$", result.ours[0])[1]
    assert "3 ranks on 1 node" in result.ours[1] and "all 20000 records" in result.ours[1]
    assert f"{size:,} written" in result.ours[2], result.ours
    assert good_fairshuf("--seed=" + seed, "in") == get("out")
    result = mpi("in", "-o", "out", "--print-seed")
    assert result.status == 0 and len(result.ours) == 1, result.errors
    assert good_fairshuf(result.ours[0].split()[-1], "in") == get("out")
    result = mpi("in", "-o", "out", "-n5", "--check")
    assert result.status == 0 and len(result.ours) == 1 and "-n" in result.ours[0], result.ours
    put("short", b"1\n2\n")
    result = mpi("short", "-o", "out", "--header=5")
    assert result.status == 0 and len(result.ours) == 1, result.errors
    assert "short" in result.ours[0] and "--header=5" in result.ours[0], result.ours
    assert get("out") == b"1\n2\n"
    fine("short", "-o", "out", "--header=5", "-q")


# ---- failures ----------------------------------------------------------------------------


@test
def wrong_files():
    """files that cannot be read or written: one line that names rank and file"""
    lines_file()
    put("old", b"old\n")
    put("odd", b"123")
    before = names()
    for arguments, parts in ((["nosuch", "-o", "old"], ["rank 0: ", "nosuch"]),
                             (["in", "-o", "no/out"], ["rank 0: ", "no/out"]),
                             (["in", "-o", "/dev/null"], ["rank 0: ", "/dev/null"]),
                             (["odd", "--record-size=2", "-o", "old"], ["odd", "byte 2"])):
        failed(mpi(*arguments), *parts)
        assert get("old") == b"old\n" and names() == before, arguments


@test
def write_error():
    """a write that fails on some rank: the old output stays"""
    put("in", b"%0999d\n" % 7 * 40000)  # MPI itself needs files of some megabytes
    put("old", b"old\n")
    failed(mpi("in", "-o", "old", program=wrapped("ulimit -f 40000")), "rank ", "old",
           "ulimit -f")
    assert get("old") == b"old\n" and names() == ["in", "old"]


@test
def different_folders():
    """a rank that does not see an input or an output, or sees another one, is named"""
    lines_file("in", 20000)
    os.mkdir("other")
    put("old", b"old\n")
    elsewhere = f"test {RANK} != 1 || cd other"
    failed(mpi("in", "-o", "old", program=wrapped(elsewhere)), "rank 1: ", "in")
    lines_file("other/in", 19999)
    failed(mpi("in", "-o", "old", program=wrapped(elsewhere)), "rank 1: ", "in")
    path = os.path.abspath("in")
    failed(mpi(path, "-o", "old", program=wrapped(elsewhere)), "rank 1: ", "old", "folder")
    assert get("old") == b"old\n" and names() == ["in", "old", "other"]
    assert os.listdir("other") == ["in"]


@test
def different_arguments():
    """ranks with different arguments are detected"""
    lines_file()
    script = f'test {RANK} != 2 || set -- "$@" --header'
    result = mpi("in", "-o", "out", program=wrapped(script))
    failed(result, "arguments")
    assert names() == ["in"]


# ---- signals -----------------------------------------------------------------------------


def wait_until(job, condition):
    """Waits until the condition holds. False if the job ends before."""
    while not condition():
        if job.process.poll() is not None:
            return False
        time.sleep(0.001)
    return True


def in_the_middle(act, *arguments, limit=60, kills=False):
    """Starts a run, and calls act(job, ranks) while all ranks write to the temporary output.
    Returns the result, and how long the run took after that. `kills`: the launcher may kill
    ranks, so that the temporary file stays."""
    for size in (1, 4, 16):
        put("old", b"old\n")
        put("in", b"%040d and some more text of a line\n" % 7 * (size * 1000000))
        job = started("in", "-o", "old", "--threads=1", "--memory=2M", *arguments)
        wait_until(job, lambda: len(job.processes("fairshuf-mpi")) == 3)
        ranks = job.processes("fairshuf-mpi")
        wait_until(job, lambda: any(".fairshuf-" in name for name in os.listdir(".")))
        time.sleep(0.05)  # until all ranks have opened it
        if job.process.poll() is None and len(ranks) == 3:
            act(job, ranks)
        clock = time.monotonic()
        result = job.wait(limit)
        seconds = time.monotonic() - clock
        result.ours = [line for line in result.errors.splitlines() if line.startswith(PREFIX)]
        if os.path.getsize("old") < 100:
            break  # otherwise it came too late: try it with a larger file
    left = [name for name in os.listdir(".") if ".fairshuf-" in name]
    for name in left if kills else []:
        os.remove(name)
    assert get("old") == b"old\n" and names() == ["in", "old"], (names(), result.errors)
    return result, seconds


@test
def terminated():
    """SIGTERM and SIGINT to mpirun: the old output stays, nothing is left"""
    for number in (signal.SIGTERM, signal.SIGINT):
        result, seconds = in_the_middle(lambda job, _: job.process.send_signal(number))
        assert result.status not in (0, None) and seconds < 20, (result.status, seconds)


@test
def killed():
    """a rank that is killed: the others end; with Open MPI, they remove the temporary file"""
    for rank in (0, 1, 2):
        result, seconds = in_the_middle(lambda _, ranks: os.kill(ranks[rank], signal.SIGKILL),
                                        kills=not launcher.open_mpi)
        assert result.status not in (0, None) and seconds < 20, (result.status, seconds)


@test
def silent():
    """a rank that stops without an error: the watchdog ends the run"""
    stopped = []

    def stop(_, ranks):
        stopped.append(ranks[1])
        os.kill(ranks[1], signal.SIGSTOP)

    result, seconds = in_the_middle(stop, "--timeout=2")
    failed(result, "no heartbeat", "--timeout")
    assert 1 < seconds < 25, seconds


@test
def requested():
    """SIGUSR1 makes rank 0 print a line of progress, and ends no rank"""
    put("in", b"%040d and some more text of a line\n" % 7 * 1000000)
    job = started("in", "-o", "out", "--threads=1", "--memory=2M")
    wait_until(job, lambda: len(job.processes("fairshuf-mpi")) == 3)
    ranks = job.processes("fairshuf-mpi")
    wait_until(job, lambda: any(".fairshuf-" in name for name in os.listdir(".")))
    for rank in ranks:
        os.kill(rank, signal.SIGUSR1)
    result = job.wait(60)
    assert result.status == 0, (result.status, result.errors)
    ours = [line for line in result.errors.splitlines() if line.startswith(PREFIX)]
    assert len(ours) == 1 and re.search(r"reading|shuffling|writing", ours[0]), result.errors
    result = mpi("in", "-o", "out", "--progress")
    assert result.status == 0, result.errors


if __name__ == "__main__":
    sys.exit(run_tests())
