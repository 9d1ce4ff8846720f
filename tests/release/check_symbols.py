# SPDX-License-Identifier: MIT
"""check_symbols.py [LIBRARY...] - the public headers, the lists of symbols in abi/*.map, and
the shared libraries have the same functions and variables.

A function that is missing in a list would not be visible in the shared library. The linker
does not complain about a name in a list that no library has.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import header, report, root  # noqa: E402

HEADERS = {
    "libfairshuf": ["fairshuf.h", "fairshuf_inline.h", "fairshuf_records.h"],
    "libfairaudit": ["fairaudit.h"],
    "libfairshuf-mpi": ["fairshuf_mpi.h"],
}


def declared(name):
    """The functions and variables that the headers of a library declare."""
    return {symbol for file in HEADERS[name]
            for symbol in re.findall(r"^FAIR(?:AUDIT)?_API\b[^;({]*?(\w+)\s*[;(]", header(file),
                                     re.M)}


def listed(name):
    """The symbols of abi/NAME.map as symbol@@node."""
    text = re.sub(r"#.*", "", (root / "abi" / f"{name}.map").read_text())
    return {f"{symbol}@@{node}"
            for node, symbols in re.findall(r"(\w[\w.]*)\s*\{\s*global:(.*?)(?:local:|\})", text,
                                            re.S)
            for symbol in re.findall(r"\w+", symbols)}


def exported(library):
    lines = subprocess.check_output(
        ["nm", "-D", "--defined-only", "--with-symbol-versions", library], text=True)
    return {symbol for _, kind, symbol in map(str.split, lines.splitlines()) if kind != "A"}


def same(one, other, title):
    why = [f"only in {place}: {' '.join(sorted(names))}"
           for place, names in (("the first", one - other), ("the second", other - one)) if names]
    return one == other and bool(one), title, *why


def results():
    for name in HEADERS:
        symbols = listed(name)
        yield same(declared(name), {symbol.split("@")[0] for symbol in symbols},
                   f"{' '.join(HEADERS[name])} and abi/{name}.map")
    for library in map(pathlib.Path, sys.argv[1:]):
        name = library.name.split(".")[0]
        yield same(listed(name), exported(library), f"abi/{name}.map and {library.name}")


report(results())
