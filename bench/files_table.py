# SPDX-License-Identifier: MIT
"""files_table.py - prints a line for each race, and tables, for files.py."""
from files_race import private
from files_tools import (CAT, CHECK, CHECKED, CSV, LITTLE, ONE, OURS, SHUF, SPLIT, WC, WITH,
                         duration, megabytes)

# Larger than memory: at most these multiples of the time of shuf, and of fairshuf in memory.
AGAINST_SHUF, AGAINST_OURS = {100: 1.0, 10: 0.5}, {100: 2.5}
HEADING = (f"{'':41}spread times {'peak memory, MB':>24}\n{'':26}{'shuf':>9}"
           f"{'fairshuf':>9}{'%':>4}{'faster':>7} {'target':<8}{'shuf':>5}{'ours':>5}"
           f"{'mapped':>7}")
NOTE = ("Medians of the time. Memory is private memory; mapped: pages of files that fairshuf\n"
        "has mapped, at their peak. ! where our private memory is not less than shuf's.")


def row(figures):
    gnu, ours = figures["results"][SHUF], figures["results"][OURS]
    target = ""
    if figures["target"]:
        target = f"{figures['target']}x {'yes' if figures['reached'] else 'NO'}"
    more = "!" if private(ours) >= private(gnu) else ""
    return (f"{figures['name']:26} {duration(gnu['median']):>8} "
            f"{duration(ours['median']):>8}{figures['spread'] * 100:4.0f}"
            f"{figures['ratio']:6.1f}x {target:<8}{megabytes(private(gnu)):>5}"
            f"{megabytes(private(ours)):>5}{megabytes(ours['mapped_memory']):>6} {more}"
            ).rstrip()


def yardsticks(races):
    """Prints the times of other programs, and of options of fairshuf."""
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


def several_files(races):
    """Prints the times of options that write several files."""
    races = [figures for figures in races if SPLIT in figures["results"]]
    if not races:
        return
    print("\nTwo outputs: --split 80:20; and --with, which reads and writes twice as much;\n"
          "time, and as a multiple of the time with one output\n"
          f"{'':26}{'one':>9}{'--split':>9}{'':>6}{'--with':>9}")
    for figures in races:
        results = figures["results"]
        one = results[OURS]["median"]
        cells = (f"{duration(results[name]['median']):>9}{results[name]['median'] / one:6.2f}"
                 for name in (SPLIT, WITH))
        print(f"{figures['name']:26}{duration(one):>9}{''.join(cells)}")


def beyond(races):
    """Prints what a memory limit costs."""
    races = [figures for figures in races if LITTLE in figures["results"]]
    if not races:
        return
    print(f"\nLarger than memory ({LITTLE}): as multiples of the time of shuf, which keeps\n"
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
              f"{megabytes(little['peak_memory']):>9}  {checked}")
    print("!: should be less. --check: the time with it, as a multiple.")


def summary(races):
    judged = [figures for figures in races if figures["target"]]
    slow = [figures["name"] for figures in judged if not figures["reached"]]
    large = [figures["name"] for figures in judged if not figures["memory_reached"]]
    for what, names in (("times", slow), ("private memory, less than shuf's", large)):
        if judged:
            print(f"Targets of {what}: {len(judged) - len(names)} of {len(judged)} reached"
                  + "".join(f"\n  not: {name}" for name in names))
    for figures in races:
        for limit in figures["limits"]:
            print(f"{figures['name']}: {limit['what']} {limit['text']}: "
                  f"{'yes' if limit['kept'] else 'NO'}")


def readme_row(name, gnu, ours):
    """A row of the table in the README; the faster time is bold."""
    ratio = gnu["median"] / ours["median"]
    times = [f"**{duration(x['median'])}**" if wins else duration(x["median"])
             for x, wins in ((gnu, ratio < 1), (ours, ratio >= 1))]
    return (f"| {name} | {times[0]} | {times[1]} | {ratio:.{0 if ratio >= 9.95 else 1}f}x | "
            f"{megabytes(private(gnu))} | {megabytes(private(ours))} | "
            f"{megabytes(ours['mapped_memory'])} |")


def markdown(races, title):
    print("| | GNU shuf | fairshuf | times as fast | private memory, MB: shuf | fairshuf | "
          "mapped |\n|---|--:|--:|--:|--:|--:|--:|")
    for figures in races:
        if not figures["shown"]:
            continue
        results, name = figures["results"], figures["name"]
        command = f"`{name.split(',')[0]}`" + name[len(name.split(',')[0]):]
        print(readme_row(command if name.startswith("-") else name, results[SHUF],
                         results[OURS]))
        if LITTLE in results:
            print(readme_row(f"... with `{LITTLE}`", results[SHUF], results[LITTLE]))
    print(f"\n{title}; medians, files in the page cache, output to /dev/null.")
