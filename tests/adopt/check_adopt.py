# SPDX-License-Identifier: MIT
"""check_adopt.py BUILD - builds and runs every example of docs/adopt.md, outside the tree.

How the page is read: a code block after a line that ends with "`NAME`:" is the file NAME. A block
marked `sh` has commands. They run in a new folder, which has draw.c and the files of this
section so far, and must print five names in some order. REPOSITORY, ARCHIVE and CHECKSUM are
replaced, and optimization is switched off, because compiling would take most of the time.
BUILD is installed in a temporary folder for the sections that need an installed copy.
"""
import functools
import hashlib
import pathlib
import re
import sys
import tempfile

from support import (Failure, Installed, check_names, clean_environment, demand,
                     make_repository, report, root, run)

FASTER = {"-O3": "-O0", "-DCMAKE_BUILD_TYPE=Release": "-DCMAKE_BUILD_TYPE=None",
          "--buildtype=release": "--buildtype=plain"}
# Sections that compile fairshuf themselves. They must not see an installed copy.
FROM_SOURCE = ("In one minute", "CMake with FetchContent", "Meson with a wrap file",
               "WebAssembly", "Windows")
NO_COPY = {"PKG_CONFIG_LIBDIR": "/nonexistent"}


class Section:
    def __init__(self, title):
        self.title = title
        self.files = {}
        self.runs = []  # (files, commands)


def read_page(text):
    """The sections with commands, and the number of code blocks."""
    sections, blocks = [], 0
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        section = Section(part.partition("\n")[0])
        for before, kind, code in re.findall(r"([^\n]*)\n\n```(\w+)\n(.*?)^```$", part,
                                             re.S | re.M):
            blocks += 1
            name = re.search(r"`([^`]+)`:$", before)
            if kind == "sh":
                section.runs.append((dict(section.files), code))
            elif name:
                section.files[name[1]] = code
            else:
                raise Failure(f"{section.title}: the block after '{before}' has no name")
        sections.append(section)
    return [section for section in sections if section.runs], blocks


def replace(text, words):
    for word, other in words.items():
        text = re.sub(rf"(?<!\w){re.escape(word)}\b", other, text)
    return text


def try_example(folder, files, commands, words, env):
    folder.mkdir()
    for name, code in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(replace(code, words))
    check_names(run("sh", "-ec", replace(commands, words), cwd=folder, env=env))


def check_broken(folder, section, how, env):
    """Commands that must fail, so that this test fails if a file is not installed."""
    files, commands = section.runs[0]
    try:
        try_example(folder, files, commands, {}, {**env, **how})
    except Failure:
        return
    raise Failure("it worked")


def main():
    page = (root / "docs/adopt.md").read_text()
    sections, blocks = read_page(page)
    demand(blocks == len(re.findall(r"^```\w", page, re.M)), "blocks without an empty line before")
    by_title = {section.title: section for section in sections}
    draw = by_title["In one minute"].files["draw.c"]
    for section in sections:
        section.runs = [({"draw.c": draw, **files}, commands)
                        for files, commands in section.runs]
    with tempfile.TemporaryDirectory(prefix="fairshuf-adopt-") as name:
        work = pathlib.Path(name)
        installed = Installed(pathlib.Path(sys.argv[1]).resolve(), work / "installed")
        repository, archive = make_repository(work)
        words = {"REPOSITORY": f"file://{repository}", "ARCHIVE": f"file://{archive}",
                 "CHECKSUM": hashlib.sha256(archive.read_bytes()).hexdigest(), **FASTER}
        alone = {**clean_environment(work), **NO_COPY}
        with_copy = installed.environment(work)
        checks = {}
        for section in sections:
            env = alone if section.title in FROM_SOURCE else with_copy
            for number, (files, commands) in enumerate(section.runs, 1):
                title = section.title + (f", example {number}" if number > 1 else "")
                checks[title] = functools.partial(
                    try_example, work / f"{len(checks)}", files, commands, words, env)
        nothing = {"PKG_CONFIG_PATH": "/nonexistent", "CMAKE_PREFIX_PATH": "/nonexistent"}
        for title in ("cc and pkg-config", "Makefile", "CMake with an installed copy"):
            checks[f"without an installed copy, this fails: {title}"] = functools.partial(
                check_broken, work / f"{len(checks)}", by_title[title], nothing, with_copy)
        return report(checks)


sys.exit(main())
