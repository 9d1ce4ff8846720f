# SPDX-License-Identifier: MIT
"""check_versions.py [PROGRAM...] - all places that name the version agree with meson.build.

debian/changelog writes it in its own way. cmake and the programs are asked for it. The example in
docs/versions.md compiles.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import report, root  # noqa: E402

version = re.search(r"version: '([^']+)'", (root / "meson.build").read_text())[1]
release = version.split("-")[0]
major, minor, patch = release.split(".")
# Where a version is: file: a pattern that finds it, and what must be there.
PLACES = {
    "include/fairshuf.h": (r'^#define FAIR_VERSION "(.*)"', version),
    "CHANGELOG.md": (r"^## \[?(\d[^\] ]*)", version),  # the newest section but "Unreleased"
    "docs/audit-json.md": (r'"tool": "fairaudit (.*)"', version),
    "debian/changelog": (r"^fairshuf \((.*?)(?:-[^-]*)?\)", version.replace("-", "~")),
}
PROGRAM = """
#include <fairshuf.h>
#include <stdio.h>
#if FAIR_VERSION_NUMBER < 1000000
#error FAIR_VERSION_NUMBER cannot be used with #if
#endif
int main(void)
{
    printf("%d.%d.%d %d\\n", FAIR_VERSION_MAJOR, FAIR_VERSION_MINOR, FAIR_VERSION_PATCH,
           FAIR_VERSION_NUMBER);
    return 0;
}
"""


def place(name, pattern, wanted):
    found = re.search(pattern, (root / name).read_text(), re.M)
    return (found is not None and found[1] == wanted, f"{name} says {wanted}",
            f"it says {found[1]}" if found else f"{name} has no version")


def cmake():
    """Asks CMake for the version of the project; configures nothing else."""
    text = (root / "CMakeLists.txt").read_text()
    head = text[:text.index(")", text.index("\nproject(")) + 1]  # up to project(...)
    with tempfile.TemporaryDirectory() as folder:
        head = head.replace("${CMAKE_CURRENT_SOURCE_DIR}", str(root))
        head = head.replace(" LANGUAGES C", " LANGUAGES NONE")
        pathlib.Path(folder, "CMakeLists.txt").write_text(
            head + '\nmessage(STATUS "found ${PROJECT_VERSION}")\n')
        found = subprocess.run(["cmake", "-S", folder, "-B", folder], text=True,
                               capture_output=True).stdout
    return f"found {release}\n" in found, f"CMakeLists.txt says {release}", *found.splitlines()


def compile_text(text, *options):
    return subprocess.run(["cc", "-x", "c", "-Wall", "-Werror", "-Wundef", "-I", root / "include",
                           *options, "-"], input=text, text=True).returncode == 0


def numbers():
    """What a program sees that includes fairshuf.h."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "numbers")
        return compile_text(PROGRAM, "-o", program) and \
            subprocess.check_output([program], text=True).strip()


def results():
    yield re.fullmatch(r"\d+\.\d+\.\d+(-rc\d+)?", version), f"{version} is a version"
    for name, (pattern, wanted) in PLACES.items():
        yield place(name, pattern, wanted)
    yield cmake()
    number = int(major) * 1000000 + int(minor) * 1000 + int(patch)
    found = numbers()
    yield found == f"{release} {number}", "the numbers in fairshuf.h", f"they are {found}"
    example = re.search(r"^```c\n(.*?)^```", (root / "docs/versions.md").read_text(), re.M | re.S)
    yield compile_text(example[1], "-fsyntax-only"), "the example in docs/versions.md"
    for file in sorted((root / "man").glob("*.[0-9]*")):
        found = re.search(r'^\.TH .*"fairshuf (.*?)"', file.read_text(), re.M)
        wanted = "@VERSION@" if file.suffix == ".in" else version
        if found or not re.match(r"\.so ", file.read_text()):  # .so: another page includes it
            yield found and found[1] == wanted, f"{file.name} says {wanted}"
    for file in sorted((root / "abi").glob("*.map")):
        found = re.search(r"^\w+?_(\d+)[.\d]* \{", file.read_text(), re.M)
        yield found and found[1] == major, f"{file.name} starts with a node of version {major}"
    for program in sys.argv[1:]:
        found = subprocess.check_output([program, "--version"], text=True).split()[1]
        yield found == version, f"{pathlib.Path(program).name} --version", f"it prints {found}"


report(results())
