# SPDX-License-Identifier: MIT
"""check_snippets_c.py COMPILER... - compiles the C snippets of the page, and runs snippets.c.

Snippets compile without warnings. Some of their functions ignore their arguments: a comparison
that is a coin flip, a parameter after a fix. Prints TAP.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import snippet_files

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import check, end, root  # noqa: E402

CATALOGUE = [f"audit/catalogue/{name}.c" for name in ("catalogue", "fair", "swaps", "sorts",
                                                       "cards")]
OPTIONS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]


def include(text, prefix):
    """C code with a snippet whose functions have a prefix, and a function to call it."""
    has_parameter = not re.search(r"void shuffle\(int \*cards, int n\)", text)
    call = "cards, n, (int)parameter" if has_parameter else "cards, n"
    return (f"#define SNIPPET {prefix}\n{text}\n"
            f"static void {prefix}_run(int *cards, int n, long parameter)\n"
            f"{{\n    shuffle({call});\n}}\n#undef SNIPPET\n\n")


def rows():
    code, table = [], []
    for name in snippet_files.names("c"):
        shown, fixed = snippet_files.read(name, "c")
        prefix = name.replace("-", "_")
        code.append(include(shown, prefix))
        if fixed:
            code.append(include(fixed, f"{prefix}_fixed"))
        table.append(f'    {{"{name}", {prefix}_run, {prefix}_fixed_run}},' if fixed else
                     f'    {{"{name}", {prefix}_run, NULL}},')
    return "\n".join([*code, "static const row rows[] = {", *table, "    {NULL, NULL, NULL}",
                      "};\n"])


if len(sys.argv) < 2:
    sys.exit("usage: check_snippets_c.py COMPILER...")
with tempfile.TemporaryDirectory() as folder:
    program = pathlib.Path(folder) / "snippets"
    (pathlib.Path(folder) / "rows.h").write_text(rows())
    compiled = subprocess.run(
        [*sys.argv[1:], *OPTIONS, "-I.", "-Iinclude", f"-I{folder}", "tests/lab/snippets.c",
         *CATALOGUE, "audit/orders/parameter.c", "-lm", "-o", program],
        cwd=root, capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        check(False, "snippets compile without warnings", compiled.stderr)
        end()
    sys.exit(subprocess.run([program], check=False).returncode)
