# SPDX-License-Identifier: MIT
"""files_race.py - how files.py measures: programs take turns; time, CPU time, memory."""
import contextlib
import os
import signal
import statistics
import subprocess
import time

from files_tools import ENVIRONMENT, OURS, SHUF, fail, tell

EQUAL = 0.95  # the ratio that counts as equally fast


@contextlib.contextmanager
def ended(pid):
    """Whatever happens, the child does not outlive this."""
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


def run(command, log):
    """Seconds, and CPU seconds of all its threads."""
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
               (os.POSIX_SPAWN_DUP2, log.fileno(), 2)]
    begun = time.perf_counter()
    pid = os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=actions)
    with ended(pid):
        _, status, usage = os.wait4(pid, 0)
    taken = time.perf_counter() - begun
    if status != 0:
        complain(command, status, log)
    return taken, usage.ru_utime + usage.ru_stime


def peak_memory(command, log):
    """The most bytes that the program had in memory; see the head of files.py. It waits
    at a gate until its shell has gone, which might otherwise take its exit status."""
    script = 'exec 3<&0; (read x <&3 && exec "$@" </dev/null 3<&-) >/dev/null & echo $!'
    gate, opener = os.pipe()
    try:
        shell = subprocess.run(["/bin/sh", "-c", script, "sh", *command], stdin=gate,
                               stdout=subprocess.PIPE, stderr=log, env=ENVIRONMENT,
                               check=True)
        pid = int(shell.stdout)
        with ended(pid):
            os.write(opener, b"\n")
            _, status, usage = os.wait4(pid, 0)
    finally:
        os.close(gate)
        os.close(opener)
    if status != 0:
        complain(command, status, log)
    return usage.ru_maxrss * 1024


def race(case, command, rounds, log):
    """All runs of all programs of a case."""
    memory = {}
    for name in command:
        tell(f"{case.name}: first run of {name}")
        memory[name] = statistics.median(peak_memory(command[name], log)
                                         for _ in range(min(case.repeat, 5)))
    runs = {name: [] for name in command}
    order = list(command)
    for r in range(rounds):
        tell(f"{case.name}: round {r + 1} of {rounds}")
        for _ in range(case.repeat):
            for name in order:
                runs[name].append(run(command[name], log))
            order.reverse()
    results = {}
    for name, figures in runs.items():
        seconds = [taken for taken, _ in figures]
        quarters = statistics.quantiles(seconds, method="inclusive") if len(seconds) > 1 \
            else seconds * 3
        results[name] = {
            "median": statistics.median(seconds), "least": min(seconds),
            "most": max(seconds), "quarter": quarters[0], "three_quarters": quarters[2],
            "cpu": statistics.median(cpu for _, cpu in figures)}
        results[name] = {
            **{key: round(x, 7) for key, x in results[name].items()},
            "memory": memory[name],
            "seconds": [round(x, 6) for x in seconds]}
    return results


def judge(case, results):
    """The case as JSON has it: figures, ratios, and whether they are what we promise."""
    gnu, ours = results[SHUF], results[OURS]
    ratio = gnu["median"] / ours["median"]
    figures = {"name": case.name, "arguments": case.arguments, "target": case.target,
               "ratio": ratio, "cpu_ratio": gnu["cpu"] / max(ours["cpu"], 1e-6),
               "memory_ratio": ours["memory"] / gnu["memory"],
               "spread": max((x["three_quarters"] - x["quarter"]) / x["median"]
                             for x in (gnu, ours))}
    if case.file:
        figures |= {"lines": case.file.lines, "bytes": case.file.bytes()}
    if case.target:
        figures["reached"] = ratio >= (EQUAL if case.target == 1 else case.target)
        figures["memory_reached"] = ours["memory"] < gnu["memory"]
    return {**figures, "results": results}
