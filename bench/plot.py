# SPDX-License-Identifier: MIT
"""plot.py - ns per element against n, as SVG: a line for each shuffle, named at its end.

Both axes are logarithmic, so "twice as fast" is the same distance everywhere. Colours are
readable on white and on black, and lines also differ in their dashes.
"""
import math

WIDTH, HEIGHT = 860, 480
LEFT, RIGHT, TOP, BOTTOM = 56, 190, 44, 48

# name in the races: label, colour, dashes, width
LINES = {
    "rand() % n": ("rand() % n (biased)", "#8a8a8a", "2 4", 1.5),
    "NumPy": ("NumPy", "#b8860b", "6 4", 1.5),
    "std mt19937_64": ("std::shuffle, mt19937_64", "#9467bd", "8 3", 1.5),
    "std xoshiro": ("std::shuffle, xoshiro256++", "#d6604d", "", 1.5),
    "fair_shuffle": ("fair_shuffle", "#1a7f37", "", 3),
    "parallel x1": ("fair_shuffle_parallel, 1 thread", "#0969da", "", 3),
    "parallel x2": ("fair_shuffle_parallel, 2 threads", "#0969da", "5 3", 3),
    "memcpy": ("memcpy (the limit)", "#8a8a8a", "", 1.5),
}
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)


def spread_labels(wanted, gap):
    """The wanted heights, moved so that they are at least `gap` apart."""
    heights = dict(sorted(wanted.items(), key=lambda item: item[1]))
    for _ in range(100):
        names = list(heights)
        for above, below in zip(names, names[1:]):
            lack = gap - (heights[below] - heights[above])
            if lack > 0:
                heights[above] -= lack / 2
                heights[below] += lack / 2
    return heights


def svg(races, title):
    races = sorted((race for race in races), key=lambda race: race["n"])
    # for small n, the parallel shuffle is fair_shuffle with a key
    points = {name: [(race["n"], race["ns"][name][0]) for race in races
                     if not (name.startswith("parallel") and race["n"] < 98304)]
              for name in LINES}
    first, last = math.log2(races[0]["n"]), math.log2(races[-1]["n"])
    low, high = math.log(TICKS[0] * 0.3), math.log(TICKS[-1] * 1.3)

    def x(n):
        return LEFT + (math.log2(n) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(ns):
        return TOP + (high - math.log(ns)) / (high - low) * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="18" font-size="14" font-weight="bold">Shuffling n '
           '4-byte elements in place: ns per element</text>',
           f'<text x="{LEFT}" y="34" font-size="10" fill="#57606a">{title}</text>']
    for tick in TICKS:
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" '
                   f'y2="{y(tick):.1f}" stroke="#d8dee4"/>'
                   f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end" '
                   f'fill="#57606a">{tick:g}</text>')
    for race in races:
        bits = race["n"].bit_length() - 1
        if bits % 2 == 0 or bits > 24:
            out.append(f'<text x="{x(race["n"]):.1f}" y="{HEIGHT - BOTTOM + 18}" '
                       'text-anchor="middle" fill="#57606a">2'
                       f'<tspan dy="-5" font-size="9">{bits}</tspan></text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" '
               'text-anchor="middle" fill="#57606a">elements n</text>')
    labels = spread_labels({name: y(points[name][-1][1]) for name in LINES}, 15)
    for name, (label, colour, dashes, width) in LINES.items():
        path = " ".join(f"{x(n):.1f},{y(ns):.1f}" for n, ns in points[name])
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" '
                   f'stroke-width="{width}" stroke-dasharray="{dashes}" '
                   'stroke-linejoin="round"/>')
        end = y(points[name][-1][1])
        weight = "bold" if width > 2 else "normal"
        out.append(f'<line x1="{WIDTH - RIGHT + 2}" y1="{end:.1f}" '
                   f'x2="{WIDTH - RIGHT + 10}" y2="{labels[name]:.1f}" '
                   f'stroke="{colour}" stroke-width="0.7"/>'
                   f'<text x="{WIDTH - RIGHT + 12}" y="{labels[name] + 4:.1f}" '
                   f'fill="{colour}" font-size="11" font-weight="{weight}">{label}</text>')
    return "\n".join(out) + "\n</svg>\n"
