# SPDX-License-Identifier: MIT
"""plot.py - ns per element against n, as SVG: a line for each shuffle, named at its end.

Both axes are logarithmic, so "twice as fast" is the same distance everywhere. Colours are
readable on white and on black, and lines also differ in their dashes.
"""
import html
import math

import goals

WIDTH, HEIGHT = 960, 600
LEFT, RIGHT, TOP, BOTTOM = 56, 236, 52, 48
FIRST, LAST = 2, 100000000
LOW, HIGH = 0.035, 120
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
SCATTERS = 98305  # with fewer elements, the parallel shuffle is fair_shuffle with a key

# label: contestants of which the fastest counts, the clock, colour, dashes, width
LINES = {
    "NumPy": (("NumPy",), "ns", "#b8860b", "6 4", 1.5),
    "std::shuffle, mt19937_64": (("std mt19937_64",), "ns", "#9467bd", "8 3", 1.5),
    "std::shuffle, pcg64": (("std pcg64",), "ns", "#9467bd", "", 1.5),
    "batched Fisher-Yates, lehmer64": (goals.BATCHED, "ns", "#d6604d", "", 1.5),
    "in-place scatter, lehmer64": (("in-place scatter",), "ns", "#d6604d", "2 3", 2),
    "fair_shuffle": (("fair_shuffle",), "ns", "#1a7f37", "", 3),
    "fair_shuffle_parallel, 1 thread": (("parallel x1",), "ns", "#0969da", "", 3),
    "… 2 threads, elapsed time": (("parallel x2",), "wall", "#0969da", "5 3", 3),
    "memcpy": (("memcpy",), "ns", "#8a8a8a", "", 1.5),
}


def points_of(races, names, clock):
    """(n, ns) in increasing order. For the parallel shuffle on one thread, these include the
    points of the sweep."""
    found = {}
    for race in races:
        if race["what"] == "array" and race["bytes"] == 4:
            ns = goals.fastest(race, names, clock)
            if ns is not None and ("parallel" not in names[0] or race["n"] >= SCATTERS):
                found[race["n"]] = ns
        elif race["what"] == "sweep" and names[0] == "parallel x1":
            for full, figures in race[clock].items():
                name, n = full.split()
                if name == "x1" and int(n) >= SCATTERS - 1:
                    found[int(n)] = figures[0]
    return sorted((n, ns) for n, ns in found.items() if FIRST <= n <= LAST)


def spread_labels(wanted, gap):
    """The wanted heights, moved so that they are at least `gap` apart."""
    heights = dict(sorted(wanted.items(), key=lambda item: item[1]))
    for _ in range(200):
        names = list(heights)
        for above, below in zip(names, names[1:]):
            lack = gap - (heights[below] - heights[above])
            if lack > 0:
                heights[above] -= lack / 2
                heights[below] += lack / 2
    return heights


def x(n):
    part = math.log(n / FIRST) / math.log(LAST / FIRST)
    return LEFT + part * (WIDTH - LEFT - RIGHT)


def y(ns):
    part = math.log(HIGH / ns) / math.log(HIGH / LOW)
    return TOP + part * (HEIGHT - TOP - BOTTOM)


def axes():
    for tick in TICKS:
        yield (f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" '
               f'y2="{y(tick):.1f}" stroke="#d8dee4"/>'
               f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end" '
               f'fill="#57606a">{tick:g}</text>')
    bottom = HEIGHT - BOTTOM
    for power in range(1, 9):
        at = x(10 ** power)
        yield (f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{bottom}" '
               f'stroke="#d8dee4"/><text x="{at:.1f}" y="{bottom + 18}" '
               'text-anchor="middle" fill="#57606a">10'
               f'<tspan dy="-5" font-size="9">{power}</tspan></text>')
    for n in (2, 52):
        yield (f'<text x="{x(n):.1f}" y="{bottom + 18}" text-anchor="middle" '
               f'fill="#57606a">{n}</text>')
    yield (f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" '
           'text-anchor="middle" fill="#57606a">elements n</text>')


def svg(races, title):
    points = {label: points_of(races, names, clock)
              for label, (names, clock, *_) in LINES.items()}
    points = {label: found for label, found in points.items() if found}
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<clipPath id="inside"><rect x="{LEFT}" y="{TOP}" '
           f'width="{WIDTH - LEFT - RIGHT + 1}" height="{HEIGHT - TOP - BOTTOM}"/></clipPath>',
           f'<text x="{LEFT}" y="18" font-size="14" font-weight="bold">Shuffling n '
           '4-byte elements in place: ns of CPU time per element</text>',
           f'<text x="{LEFT}" y="36" font-size="10" fill="#57606a">{html.escape(title)}'
           '</text>', *axes()]
    labels = spread_labels({label: y(found[-1][1]) for label, found in points.items()}, 16)
    for label, found in points.items():
        _, _, colour, dashes, width = LINES[label]
        path = " ".join(f"{x(n):.1f},{y(ns):.1f}" for n, ns in found)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" '
                   f'stroke-width="{width}" stroke-dasharray="{dashes}" '
                   'stroke-linejoin="round" clip-path="url(#inside)"/>')
        weight = "bold" if width > 2.5 else "normal"
        out.append(f'<line x1="{x(found[-1][0]) + 2:.1f}" y1="{y(found[-1][1]):.1f}" '
                   f'x2="{WIDTH - RIGHT + 12}" y2="{labels[label]:.1f}" '
                   f'stroke="{colour}" stroke-width="0.7"/>'
                   f'<text x="{WIDTH - RIGHT + 15}" y="{labels[label] + 4:.1f}" '
                   f'fill="{colour}" font-weight="{weight}">{html.escape(label)}</text>')
    return "\n".join(out) + "\n</svg>\n"
