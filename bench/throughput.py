# SPDX-License-Identifier: MIT
"""throughput.py - GB/s against bytes per record, as SVG: one curve for each program.

Both axes are logarithmic. The picture is small and its text is large, so that it can be read
on a phone. It has dark colours if the reader prefers them. Curves differ in dashes, marks and
colour, and are named at their ends.
"""
import math

from plot import spread_labels

WIDTH, HEIGHT = 480, 380
LEFT, RIGHT, TOP, BOTTOM = 48, 92, 62, 50
STYLE = """<style>
.back { fill: #ffffff } text { fill: #1f2328 } .faint { fill: #57606a }
.grid { stroke: #d8dee4 } .curve { fill: none; stroke-linejoin: round }
.c0 { stroke: #6e7781 } .f0 { fill: #6e7781 }
.c1 { stroke: #1a7f37 } .f1 { fill: #1a7f37 }
.c2 { stroke: #b35900 } .f2 { fill: #b35900 }
@media (prefers-color-scheme: dark) {
.back { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9aa4af }
.grid { stroke: #30363d }
.c0 { stroke: #9aa4af } .f0 { fill: #9aa4af }
.c1 { stroke: #3fb950 } .f1 { fill: #3fb950 }
.c2 { stroke: #f0883e } .f2 { fill: #f0883e }
}
</style>"""
CURVES = {  # label, dashes, width
    "cat": ("cat", "2 4", 2),
    "fairshuf": ("fairshuf", "", 3.5),
    "shuf": ("GNU shuf", "8 4", 2),
}
TICKS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


def svg(curves, title):
    """`curves` has (bytes, GB/s) for each name of CURVES."""
    lengths = sorted({length for points in curves.values() for length, _ in points})
    speeds = [speed for points in curves.values() for _, speed in points]
    low, high = math.log(min(speeds) / 1.3), math.log(max(speeds) * 1.3)
    first, last = math.log(lengths[0]), math.log(lengths[-1])

    def x(length):
        return LEFT + (math.log(length) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(speed):
        return TOP + (high - math.log(speed)) / (high - low) * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="14" role="img">',
           '<title>Throughput in GB/s against bytes per line: fairshuf, GNU shuf and cat'
           '</title>', STYLE,
           f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>',
           '<text x="12" y="24" font-size="17" font-weight="bold">Shuffling lines: GB/s'
           '</text>', f'<text class="faint" x="12" y="43" font-size="13">{title}</text>']
    for tick in TICKS:
        if low <= math.log(tick) <= high:
            out.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
                       f'y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
                       f'<text class="faint" x="{LEFT - 6}" y="{y(tick) + 5:.1f}" '
                       f'text-anchor="end">{tick:g}</text>')
    for length in (8, 32, 128, 512, 1024, 4096):
        if lengths[0] <= length <= lengths[-1] and length != 1024:
            out.append(f'<text class="faint" x="{x(length):.1f}" y="{HEIGHT - BOTTOM + 19}" '
                       f'text-anchor="middle">{length}</text>')
    out.append(f'<text class="faint" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" '
               'text-anchor="middle">bytes per line</text>')
    ends = {name: y(max(points)[1]) for name, points in curves.items()}
    labels = spread_labels(ends, 18)
    for i, (name, (label, dashes, width)) in enumerate(CURVES.items()):
        points = sorted(curves[name])
        path = " ".join(f"{x(length):.1f},{y(speed):.1f}" for length, speed in points)
        out.append(f'<polyline class="curve c{i}" points="{path}" stroke-width="{width}" '
                   f'stroke-dasharray="{dashes}"/>')
        if name == "fairshuf":
            out += [f'<circle class="f{i}" cx="{x(length):.1f}" cy="{y(speed):.1f}" r="4"/>'
                    for length, speed in points]
        weight = "bold" if width > 3 else "normal"
        out.append(f'<text class="f{i}" x="{WIDTH - RIGHT + 8}" y="{labels[name] + 5:.1f}" '
                   f'font-weight="{weight}">{label}</text>')
    return "\n".join(out) + "\n</svg>\n"
