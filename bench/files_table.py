# SPDX-License-Identifier: MIT
"""files_table.py - what files.py shows: a line for each race, and tables of all."""
from files_tools import (CAT, CHECK, CHECKED, CSV, LITTLE, ONE, OURS, SHUF, WC, duration,
                         megabytes)

# Beyond memory: at most these parts of the time of shuf, and of ours in memory.
AGAINST_SHUF, AGAINST_OURS = {100: 1.0, 10: 0.5}, {100: 2.5}
HEADING = (f"{'':42}spread times {'peak memory, MB':>22}\n{'':26}{'shuf':>9}"
           f"{'fairshuf':>9}{'%':>4}{'faster':>7} {'target':<6}{'shuf':>5}{'ours':>6}"
           f"{'ratio':>6}")


def row(figures):
    gnu, ours = figures["results"][SHUF], figures["results"][OURS]
    target = ""
    if figures["target"]:
        target = f"{figures['target']}x {'yes' if figures['reached'] else 'NO'}"
    more = "!" if ours["memory"] >= gnu["memory"] else " "
    return (f"{figures['name']:26} {duration(gnu['median']):>8} "
            f"{duration(ours['median']):>8}{figures['spread'] * 100:4.0f}"
            f"{figures['ratio']:6.1f}x {target:<6}{megabytes(gnu['memory']):>5} "
            f"{megabytes(ours['memory']):>5}{figures['memory_ratio']:6.2f}{more}")


def yardsticks(races):
    """Other programs and fairshuf's options."""
    print("\nCPU time of both; counting and copying the same file; and what options of\n"
          "fairshuf cost, as multiples of its time without them (x1: one thread)\n"
          f"{'':25}{'CPU shuf':>9}{'ours':>9}{WC:>9}{CAT:>9}{CSV:>6}{CHECK:>8}{'x1':>5}")
    for figures in races:
        results = figures["results"]
        cells = [figures["name"].ljust(25)]
        for seconds in (results[SHUF]["cpu"], results[OURS]["cpu"],
                        *(results.get(name, {}).get("median") for name in (WC, CAT))):
            cells.append(f"{duration(seconds) if seconds else '':>9}")
        for name, width in ((CSV, 6), (CHECK, 8), (ONE, 5)):
            cells.append(f"{results[name]['median'] / results[OURS]['median']:{width}.2f}"
                         if name in results else " " * width)
        print("".join(cells).rstrip())


def beyond(races):
    """What a limit of memory costs."""
    races = [figures for figures in races if LITTLE in figures["results"]]
    if not races:
        return
    print(f"\nBigger than memory ({LITTLE}): as parts of the time of shuf, which keeps\n"
          "everything in memory, and of our time in memory\n"
          f"{'':26}{'time':>9}{'/ shuf':>8}{'/ ours':>8}{'peak MB':>9}  {CHECK}")
    for figures in races:
        results = figures["results"]
        little, size = results[LITTLE], figures["bytes"] // figures["lines"]
        ratios = []
        for peer, targets in ((SHUF, AGAINST_SHUF), (OURS, AGAINST_OURS)):
            ratio, most = little["median"] / results[peer]["median"], targets.get(size)
            ratios.append(f"{ratio:7.2f}{'!' if most and ratio > most else ' '}")
        checked = f"{results[CHECKED]['median'] / little['median']:6.2f}" \
            if CHECKED in results else ""
        print(f"{figures['name']:26}{duration(little['median']):>9}{''.join(ratios)}"
              f"{megabytes(little['memory']):>9}  {checked}")
    print("! where it should be less; --check: the time with it, as a multiple.")


def summary(races):
    judged = [figures for figures in races if figures["target"]]
    if not judged:
        return
    slow = [figures["name"] for figures in judged if not figures["reached"]]
    large = [figures["name"] for figures in judged if not figures["memory_reached"]]
    for what, names in (("times", slow), ("memory, less than shuf's", large)):
        print(f"Targets of {what}: {len(judged) - len(names)} of {len(judged)} reached"
              + "".join(f"\n  not: {name}" for name in names))


def markdown(races, title):
    print("| | GNU shuf | fairshuf | times faster | memory of shuf | of fairshuf |\n"
          "|---|--:|--:|--:|--:|--:|")
    for figures in races:
        gnu, ours = figures["results"][SHUF], figures["results"][OURS]
        name = f"`{figures['name']}`" if figures["name"].startswith("-") and \
            "," not in figures["name"] else figures["name"]
        print(f"| {name} | {duration(gnu['median'])} | {duration(ours['median'])} | "
              f"{figures['ratio']:.1f} | {megabytes(gnu['memory'])} MB | "
              f"{megabytes(ours['memory'])} MB |")
    print(f"\n{title}; medians, files in the page cache, output to /dev/null.")
