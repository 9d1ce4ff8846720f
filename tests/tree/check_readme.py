# SPDX-License-Identifier: MIT
"""check_readme.py BUILD - tests the examples of README.md.

Every C example compiles without a warning and runs. If a text block follows, it must be the
output. Every command of a console block must print what follows it. Prints TAP.

An example without main() becomes the body of a main() with an initialized generator `rng`.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

root = pathlib.Path(__file__).resolve().parents[2]
build = pathlib.Path(sys.argv[1])
readme = (root / "README.md").read_text()
blocks = re.findall(r"```c\n(.*?)```\n(?:\s*```text\n(.*?)```)?", readme, re.S)

BODY = """#include <fairshuf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    fair_rng rng;
    if (fair_rng_init(&rng) != FAIR_OK)
        return 1;
%s    return 0;
}
"""


def run(code, folder):
    source, program = folder / "example.c", folder / "example"
    source.write_text(code if "int main" in code
                      else BODY % textwrap.indent(code, "    "))
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable",
         "-Wno-unused-but-set-variable", "-I", root / "include", source,
         build / "libfairshuf.a", "-o", program], check=True)
    return subprocess.run([program], check=True, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL).stdout


def run_console(block, folder):
    """The first command whose output differs, with its output; or None."""
    path = f"{build.resolve()}:{os.environ['PATH']}"
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
        output = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True,
                                env={**os.environ, "PATH": path}, text=True).stdout
        if output != expected:
            return f"{command}\n{output}"
    return None


consoles = re.findall(r"```console\n(.*?)```", readme, re.S)
print(f"1..{len(blocks) + len(consoles)}")
failed = len(blocks) == 0 or len(consoles) == 0
for number, (code, expected) in enumerate(blocks, 1):
    name = code.strip().splitlines()[0]
    with tempfile.TemporaryDirectory() as folder:
        try:
            output = run(code, pathlib.Path(folder))
            good = not expected or output == expected
            if not good:
                print("# it printed:\n# " + output.replace("\n", "\n# "))
        except subprocess.CalledProcessError as error:
            print(f"# {error}")
            good = False
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    failed |= not good
for number, block in enumerate(consoles, len(blocks) + 1):
    with tempfile.TemporaryDirectory() as folder:
        wrong = run_console(block, folder)
    if wrong:
        print("# it printed:\n# " + wrong.replace("\n", "\n# "))
    print(f"{'not ok' if wrong else 'ok'} {number} - commands, block {number - len(blocks)}")
    failed |= wrong is not None
sys.exit(failed)
