# SPDX-License-Identifier: MIT
"""files_race.py - measures time, CPU time and memory of programs that alternate, for files.py and
records.py."""
import contextlib
import dataclasses
import os
import pathlib
import signal
import statistics
import subprocess
import time

from files_tools import CAT, ENVIRONMENT, OURS, SHUF, WC, fail, megabytes, show_status

EQUAL = 0.95  # the ratio that counts as equally fast


@dataclasses.dataclass(frozen=True)
class Job:
    """A program that takes part in a race."""
    command: list
    feed: list = None  # the program that writes its input
    output: str = None  # the file that it writes; None: /dev/null
    removed: tuple = ()  # files to remove before each run

    def prepare(self):
        for path in self.removed:
            pathlib.Path(path).unlink(missing_ok=True)


@contextlib.contextmanager
def ended(pid):
    """Makes sure that the child does not outlive this block."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        raise


def complain(command, status, log):
    log.seek(0)
    said = log.read().decode(errors="replace").splitlines()
    code = os.waitstatus_to_exitcode(status)
    how = f"exit status {code}" if code >= 0 else f"killed by signal {-code}"
    fail(f"{' '.join(command)}: {said[0] if said else how}")


def start(command, log, source, target):
    actions = [(os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, target, 1),
               (os.POSIX_SPAWN_DUP2, log.fileno(), 2)]
    return os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=actions)


@contextlib.contextmanager
def opened(path, flags):
    fd = os.open(path, flags, 0o600)
    try:
        yield fd
    finally:
        os.close(fd)


def run(job, log):
    """Returns the seconds, and the CPU seconds of all threads of the program, without its feed."""
    job.prepare()
    with contextlib.ExitStack() as stack:
        source = stack.enter_context(opened(os.devnull, os.O_RDONLY))
        target = stack.enter_context(opened(
            job.output or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
        feeder = None
        begun = time.perf_counter()
        if job.feed:
            end, mouth = os.pipe()
            feeder = start(job.feed, log, source, mouth)
            os.close(mouth)
            stack.enter_context(ended(feeder))
            pid = start(job.command, log, end, target)
            os.close(end)
        else:
            pid = start(job.command, log, source, target)
        with ended(pid):
            _, status, usage = os.wait4(pid, 0)
        taken = time.perf_counter() - begun
        if feeder:
            os.waitpid(feeder, 0)
    if status != 0:
        complain(job.command, status, log)
    return taken, usage.ru_utime + usage.ru_stime


def sample(pid, name, most):
    """Raises the peaks in `most` to the current memory of the process."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return
    facts = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    if facts["Name"].strip() != name or "RssAnon" not in facts:
        return  # still the shell, or at its end
    rss = {key: int(facts[f"Rss{key}"].split()[0]) * 1024
           for key in ("Anon", "File", "Shmem")}
    for key, value in (("private", rss["Anon"]), ("mapped", rss["File"] + rss["Shmem"])):
        most[key] = max(most[key] or 0, value)


def peak_memory(job, log):
    """The peak memory of the program; see files.py. The program waits until its shell has
    exited, because the shell could otherwise take its exit status."""
    script = ('exec 3<&0; feed() { if test -n "$FEED"; then "$FEED" "$FILE" 3<&-; fi; }; '
              'feed </dev/null | { exec >"$OUT"; read x <&3 && exec "$@" 3<&-; } & echo $!')
    feed, path = job.feed or ("", "")
    most = {"peak": 0, "private": None, "mapped": None}
    gate, opener = os.pipe()
    job.prepare()
    try:
        shell = subprocess.run(
            ["/bin/sh", "-c", script, "sh", *job.command], stdin=gate,
            stdout=subprocess.PIPE, stderr=log, check=True,
            env={**ENVIRONMENT, "FEED": feed, "FILE": path,
                 "OUT": job.output or os.devnull})
        pid = int(shell.stdout)
        with ended(pid):
            os.write(opener, b"\n")
            done = 0
            while done == 0:
                sample(pid, pathlib.Path(job.command[0]).name[:15], most)
                done, status, usage = os.wait4(pid, os.WNOHANG)
                time.sleep(0.0002)
        with contextlib.suppress(ChildProcessError):
            while True:  # the feed
                os.waitpid(-1, 0)
    finally:
        os.close(gate)
        os.close(opener)
    if status != 0:
        complain(job.command, status, log)
    return {**most, "peak": usage.ru_maxrss * 1024}


def middle(figures):
    known = [x for x in figures if x is not None]
    return statistics.median(known) if known else None


def race(name, jobs, rounds, log, repeat=1):
    """All runs of all programs of a case."""
    memory = {}
    for who, job in jobs.items():
        show_status(f"{name}: first run of {who}")
        peaks = [peak_memory(job, log) for _ in range(min(repeat, 5))]
        memory[who] = {f"{key}_memory": middle(peak[key] for peak in peaks)
                       for key in peaks[0]}
    runs = {who: [] for who in jobs}
    order = list(jobs)
    for r in range(rounds):
        show_status(f"{name}: round {r + 1} of {rounds}")
        for _ in range(repeat):
            for who in order:
                runs[who].append(run(jobs[who], log))
            order.reverse()
    for job in jobs.values():
        job.prepare()
    results = {}
    for who, figures in runs.items():
        seconds = [taken for taken, _ in figures]
        quarters = statistics.quantiles(seconds, method="inclusive") if len(seconds) > 1 \
            else seconds * 3
        results[who] = {
            "median": statistics.median(seconds), "least": min(seconds),
            "most": max(seconds), "quarter": quarters[0], "three_quarters": quarters[2],
            "cpu": statistics.median(cpu for _, cpu in figures)}
        results[who] = {
            **{key: round(x, 7) for key, x in results[who].items()}, **memory[who],
            "seconds": [round(x, 6) for x in seconds]}
    return results


# The limits: how each is shown, and its value in the results of a race.
LIMITS = {
    CAT: ("time / cat", lambda r: r[OURS]["median"] / r[CAT]["median"], "{:.2f}".format),
    f"CPU of {WC}": (f"CPU time / {WC}", lambda r: r[OURS]["cpu"] / r[WC]["cpu"],
                     "{:.2f}".format),
    "private": ("private memory, MB", lambda r: r[OURS]["private_memory"] or 0, megabytes),
}


def private(results):
    """Private memory or, if the program was too short to measure it, the peak of all memory."""
    return results["private_memory"] or results["peak_memory"]


def judge(case, results):
    """The case for JSON: figures, ratios, and whether targets were met."""
    gnu, ours = results[SHUF], results[OURS]
    ratio = gnu["median"] / ours["median"]
    figures = {"name": case.name, "arguments": case.arguments, "target": case.target,
               "piped": case.piped, "to_file": case.output, "shown": case.shown,
               "ratio": ratio, "cpu_ratio": gnu["cpu"] / max(ours["cpu"], 1e-6),
               "private_memory_ratio": private(ours) / private(gnu),
               "spread": max((x["three_quarters"] - x["quarter"]) / x["median"]
                             for x in (gnu, ours)), "limits": []}
    if case.file:
        figures |= {"lines": case.file.lines, "bytes": case.file.bytes()}
    if case.target:
        figures["reached"] = ratio >= (EQUAL if case.target == 1 else case.target)
        figures["memory_reached"] = private(ours) < private(gnu)
    for name, most in case.limits:
        what, value, show = LIMITS[name]
        figures["limits"].append({"what": what, "value": value(results), "most": most,
                                  "kept": value(results) <= most,
                                  "text": f"{show(value(results))}, at most {show(most)}"})
    return {**figures, "results": results}
