#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""single.py FOLDER - writes the single file: FOLDER/fairshuf.c and FOLDER/fairshuf.h.

The C file has the sources of src/meson.build in that order, each header before the first file
that includes it. A header without an include guard is a template: it is inserted wherever it
is included. So is a header that is included only under a condition; it keeps its guard. In
addition:

- System headers and macros such as _GNU_SOURCE come first.
- Functions of the library that are not public become static.
- Names that are not fair_..., fs_... or in capital letters FAIR_..., FS_... get the prefix fs_
  or FS_, so that a program can include the C file (FAIR_STATIC). single_names.py finds them.

The same sources give the same bytes.
"""
import pathlib
import re
import sys

import single_names
import single_text

root = pathlib.Path(__file__).resolve().parent.parent

GUARD = re.compile(r"^#ifndef (\w+_H)\n#define \1\n(.*)^#endif\n\Z", re.M | re.S)
FEATURES = re.compile(r"^#if[^\n]*\n(?:#define _[A-Z]\w*[^\n]*\n)+#endif\n+", re.M)
HEAD = re.compile(r"\A/\* SPDX-License-Identifier: MIT\n \*\n( \*.*?\*/\n)", re.S)
INCLUDE = re.compile(r'#\s*include (?:"(.*)"|(<[^>]*>))')


def read(name):
    """The text of a file without its licence line, which the whole file has once."""
    text = (root / name).read_text()
    if not HEAD.match(text):
        sys.exit(f"single.py: {name}: no comment with the licence and the purpose")
    return HEAD.sub(lambda match: "/*" + match[1][2:], text)


def purpose(text):
    """The first sentence of the head comment, after the name of the file."""
    words = " ".join(re.match(r"/\*(.*?)\*/", text, re.S)[1].replace("\n *", "\n").split())
    sentence = words.partition(" - ")[2]
    return re.split(r"[.:;](?: |$)", sentence)[0]


def listed(*names):
    """The files of these lists of src/meson.build."""
    text = (root / "src/meson.build").read_text()
    for name in names:
        for file in re.findall(r"'(.*?)'", re.search(rf"^{name} = files\((.*?)^\)", text,
                                                     re.M | re.S)[1]):
            yield f"src/{file}"


def without_comments(text):
    """For a header that is inserted once more: its name instead of its comments."""
    name = re.match(r"/\*\s*\*? ?(\S+) - ", text)[1]
    text = re.sub(r"^ */\*.*?\*/\n| */\*.*?\*/(?=\n)", "", text, flags=re.M | re.S)
    return f"/* {name} again */\n{text.lstrip()}"


class Amalgam:
    """The sections of the C file, in order."""

    def __init__(self):
        self.sections = []  # name, text
        self.features = []  # blocks that define macros for system headers
        self.system = []  # system headers that every file needs
        self.seen = set()  # headers that are sections
        self.inserted = set()  # headers that were inserted, and can be again

    def add(self, name):
        """Adds a file as a section, after the headers that it includes."""
        self.seen.add(name)
        text = self.expand(read(name), False)
        self.sections.append((name, text))

    def expand(self, text, conditional):
        """Replaces the includes of a file. `conditional`: the file itself is inserted under a
        condition, so its includes must stay there."""
        guard = GUARD.search(text)
        if guard and not conditional:
            text = text[:guard.start()] + guard[2].strip("\n") + "\n"
        if not conditional:
            for block in FEATURES.findall(text.partition('#include "')[0]):
                if block.strip() not in self.features:
                    self.features.append(block.strip())
                text = text.replace(block, "", 1)
        lines, depth = [], 0
        for line in text.splitlines():
            depth += bool(re.match(r"#\s*if", line)) - bool(re.match(r"#\s*endif", line))
            found = INCLUDE.match(line)
            if found:
                lines += self.include(line, found[1], found[2], conditional or depth > 0)
            else:
                lines.append(line)
        return "\n".join(lines) + "\n"

    def include(self, line, ours, system, conditional):
        """The lines that replace an include."""
        if system:
            if system in self.system:
                return []
            if conditional:
                return [line]
            self.system.append(system)
            return []
        if "/" not in ours:
            return []  # the public headers come first
        if ours in self.seen:
            return []
        text = read(ours)
        if GUARD.search(text) and not conditional:
            self.add(ours)
            return []
        if ours in self.inserted:
            text = without_comments(text)
        self.inserted.add(ours)
        return self.expand(text, True).splitlines()


def make():
    """The two files, as text."""
    version = re.search(r'^#define FAIR_VERSION "(.*)"', read("include/fairshuf.h"), re.M)[1]
    licence = (root / "LICENSE").read_text().strip()
    header = single_text.header(read("include/fairshuf.h"), read("include/fairshuf_inline.h"))
    amalgam = Amalgam()
    for name in listed("fairshuf_sources", "kernel_sources"):
        amalgam.add(name)
    sections = [(name, purpose(text), text)
                for name, text in single_names.prefixed(amalgam.sections)]
    return (single_text.whole_header(header, version, licence),
            single_text.source(header, sections, amalgam.features, amalgam.system, version,
                               licence))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: single.py FOLDER")
    folder = pathlib.Path(sys.argv[1])
    header, source = make()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "fairshuf.h").write_text(header)
        (folder / "fairshuf.c").write_text(source)
    except OSError as error:
        sys.exit(f"single.py: cannot write {error.filename}: {error.strerror}")


if __name__ == "__main__":
    main()
