# SPDX-License-Identifier: MIT
"""snippet_files.py - reads the files of lab/snippets and their marks, for tests in Python.

lab/snippets.mjs describes the marks. This reader does the same for tests that run without
Node: the stage `lab` of check.py compares both.
"""
import re
import pathlib

folder = pathlib.Path(__file__).resolve().parents[2] / "lab/snippets"
MARKS = re.compile(r"\s*(?://|#)!\s*(.*)$")
MARK = re.compile(r"(.*?)(?:@(\d+))?(?:\s+->\s*(.*))?")


def names(suffix):
    return sorted(path.stem for path in folder.glob(f"*.{suffix}"))


def marks_of(line):
    """The line as it is shown, and its marks: [(from, to, fix)]. No fix: None."""
    found = MARKS.search(line)
    if not found:
        return line, []
    shown, marks = line[:found.start()], []
    for text in found[1].split(" ; "):
        token, number, fix = MARK.fullmatch(text.strip()).groups()
        start, end = ("" if not token[edge].isalnum() else side
                      for edge, side in ((0, r"(?<!\w)"), (-1, r"(?!\w)")))
        places = [match.start() for match in re.finditer(start + re.escape(token) + end, shown)]
        if not number and len(places) != 1:
            raise ValueError(f"{token}: {len(places)} times in {shown}")
        at = places[int(number or 1) - 1]
        marks.append((at, at + len(token), fix))
    return shown, sorted(marks)


def fixed_line(shown, marks):
    for start, end, fix in reversed(marks):
        if fix is not None:
            shown = shown[:start] + fix + shown[end:]
    return shown.rstrip()


def read(name, suffix):
    """The text of a snippet as it is shown, and the text after all fixes (None: no fix)."""
    lines = (folder / f"{name}.{suffix}").read_text().splitlines()[1:]
    rows = [marks_of(line) for line in lines]
    fixable = any(fix is not None for _, marks in rows for _, _, fix in marks)
    shown = "\n".join(shown for shown, _ in rows) + "\n"
    fixed = "\n".join(fixed_line(*row) for row in rows) + "\n"
    return shown, fixed if fixable else None
