#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_constants.py [--update] - the public constants have the values of abi/constants.txt.

Compilers put the values into programs, so they are part of the binary interface; but abidiff
sees only those enumerations that are types of arguments, results or fields. `make abi` writes
the list again (--update).
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import header, report, root  # noqa: E402

HEADERS = ["fairshuf.h", "fairshuf_records.h", "fairaudit.h"]
file = root / "abi/constants.txt"
# The list starts with these lines.
TITLE = """# The public constants. A value never changes, and no line is removed, as long as the
# soname is the same. `make abi` writes this file.
"""


def names(text):
    """The constants of a header: enumerators, and macros that are numbers."""
    for block in re.findall(r"\benum\s*\w*\s*\{(.*?)\}", text, re.S):
        yield from re.findall(r"\b(FAIR\w+)\s*(?:=[^,]*)?(?:,|$)", block.strip())
    for name in re.findall(r"^#define (FAIR\w+) +-?\d", text, re.M):
        if not name.startswith(("FAIR_VERSION_", "FAIR_PRIVATE_")):
            yield name


def values():
    found = [name for text in map(header, HEADERS) for name in names(text)]
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "constants")
        lines = [*(f"#include <{name}>" for name in HEADERS), "#include <stdio.h>",
                 "int main(void)", "{",
                 *(f'    printf("{name} %lld\\n", (long long){name});' for name in found),
                 "    return 0;", "}", ""]
        program.with_suffix(".c").write_text("\n".join(lines))
        subprocess.check_call(["cc", "-I", root / "include", program.with_suffix(".c"),
                               "-o", program])
        return subprocess.check_output([program], text=True).splitlines()


def results(old, new):
    for title, lines in (("no constant was removed or changed", set(old) - set(new)),
                         ("no constant is missing in abi/constants.txt", set(new) - set(old))):
        yield (not lines, title, *sorted(lines),
               "docs/versions.md says what may change. If this is intended, run `make abi`.")
    yield len(new) > 50, f"{len(new)} constants were found"


new = values()
if "--update" in sys.argv:
    file.write_text(TITLE + "\n".join(new) + "\n")
    print(f"wrote {file.relative_to(root)}")
else:
    report(results([line for line in file.read_text().splitlines() if line[:1] != "#"], new))
