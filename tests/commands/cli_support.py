# SPDX-License-Identifier: MIT
"""cli_support.py - shared by the end-to-end tests of the commands.

Programs get and return bytes, and run in the C locale. A test is a function with the
decorator @test; its docstring is its title. It runs in a new folder as the current folder.
It passes if it has started a program and no assert fails. It skips by raising Skip.
"""
import functools
import importlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "model"))
import order_model

program = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "fairshuf"
large = "large" in sys.argv[2:]
tests = []
started = 0  # number of programs started


def count_programs(event, _):
    """An audit hook of Python: a test that starts no program tests nothing."""
    global started
    started += event in ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn")


sys.addaudithook(count_programs)

# The tests send signals to programs, which must not inherit that a signal is ignored, as
# under nohup.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)


class Skip(Exception):
    """The test cannot run on this machine."""


def test(function):
    tests.append(function)
    return function


def large_test(function):
    """A test that needs gigabytes; it runs only with the argument `large`."""
    return test(function) if large else function


class Ended:
    """A program that has ended: its status, out and err, and the `lines` of its output."""
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self):
        return self.out.splitlines(keepends=True)

    def __repr__(self):
        return f"status {self.status}, {self.out[:200]!r}, {self.err[:600]!r}"


def environment(**more):
    result = {name: value for name, value in os.environ.items()
              if not name.startswith(("LC_", "FAIRAUDIT", "FAIRSHUF", "POSIXLY"))}
    return {**result, "LC_ALL": "C", **more}


def command(arguments):
    return [program, *(a if isinstance(a, bytes) else str(a) for a in arguments)]


def run(*arguments, text=b"", kernel=None, before=(), **more):
    """Runs the program with `text` as its standard input, unless `stdin` is given. `before`
    is put before the command."""
    if "stdin" not in more:
        more["input"] = text
    more.setdefault("env", environment(**({"FAIRSHUF_KERNEL": kernel} if kernel else {})))
    more.setdefault("stdout", subprocess.PIPE)
    more.setdefault("stderr", subprocess.PIPE)
    process = subprocess.run([*before, *command(arguments)], timeout=120, check=False,
                             **more)
    return Ended(process.returncode, process.stdout or b"", process.stderr or b"")


def good(*arguments, **more):
    """The output of a run that must succeed without a message."""
    ended = run(*arguments, **more)
    assert ended.status == 0 and ended.err == b"", ended
    return ended.out


def one_line(err, *parts):
    """Whether `err` is one line of the program that contains all the parts."""
    lines = err.splitlines(keepends=True)
    return (len(lines) == 1 and lines[0].endswith(b"\n")
            and lines[0].startswith(os.path.basename(program).encode() + b": ")
            and all(part.encode() in err for part in parts))


def bad(*arguments, parts=(), **more):
    """A run that must fail: status 1, no output, and one line that contains all the parts."""
    ended = run(*arguments, **more)
    assert ended.status == 1 and ended.out == b"", ended
    assert one_line(ended.err, *parts), ended
    return ended


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)
    return name


def get(name):
    with open(name, "rb") as file:
        return file.read()


def names():
    return sorted(os.listdir("."))


KEY = bytes(range(7, 39))
SEED = "--seed=" + KEY.hex()


@functools.lru_cache(maxsize=None)
def order(n, key=KEY):
    """The order of 0 .. n - 1 according to the model."""
    return order_model.order(key, list(range(n)))


def ordered(records):
    """The records in the order of KEY, joined."""
    return b"".join(records[i] for i in order(len(records)))


def some_lines(n, least=0, most=40, seed=1):
    """n lines of random lengths, which differ unless they are too short."""
    dice = random.Random(seed)
    return [(b"%d " % i + b"x" * dice.randint(least, most))[:max(least, 7)] + b"\n"
            if dice.random() < 0.9 else b"\n" for i in range(n)]


def run_tests():
    """Runs all tests and prints TAP. Returns the exit status."""
    failed = 0
    clock, worked = time.monotonic(), sum(os.times()[:4])
    print(f"1..{len(tests)}", flush=True)
    for number, function in enumerate(tests, 1):
        note, went_wrong = "", False
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            before = started
            try:
                function()
                assert started > before, "it started no program"
            except Skip as reason:
                note = f" # SKIP {reason}"
            except Exception:  # pylint: disable=broad-except
                went_wrong = True
                for line in traceback.format_exc(limit=-3).splitlines():
                    print("# " + line[:1000])
            os.chdir("/")
        failed += went_wrong
        if "times" in sys.argv[2:]:
            print(f"# {time.monotonic() - clock:.1f} s, {sum(os.times()[:4]) - worked:.1f} s"
                  " of CPU time")
            clock, worked = time.monotonic(), sum(os.times()[:4])
        topic = function.__module__.removeprefix("cli_").replace("_", " ")
        title = f"{topic}: {function.__doc__.strip()}"
        print(f"{'not ok' if went_wrong else 'ok'} {number} - {title}{note}", flush=True)
    return failed > 0


def main(usage, topics, prefix="cli_"):
    """Runs the tests of the topics that the command line names; of all topics if none."""
    if len(sys.argv) < 2:
        sys.exit(usage)
    wanted = [word for word in sys.argv[2:] if word in topics]
    for topic in wanted or topics:
        importlib.import_module(prefix + topic)
    return run_tests()
