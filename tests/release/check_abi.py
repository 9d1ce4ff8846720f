#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_abi.py [--update] LIBRARY... - the binary interface is that of abi/*.abi, which abidw
wrote for x86-64. Each library must have debugging information.

abidiff also gets dumps with a change that breaks programs, and must report each of them:
otherwise its silence would mean nothing. `make abi` writes the dumps again (--update).
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import report, root  # noqa: E402

WHAT_TO_DO = """The binary interface has changed. docs/versions.md says what may change:
  - Something was added: the next version is a new minor version, and new functions go into
    a node of their own in abi/*.map.
  - Something was removed or changed: programs would break. Undo it, or make a new major
    version with a new soname.
If the change is intended, run `make abi`, and commit abi/ with it."""
# Changes to a dump, by library: what is replaced by what. Each stands for a mistake.
CONTROLS = {
    "libfairshuf": {
        "a removed function": (r"\bfair_below\b", "fair_gone"),
        "a removed variable": (r"\bfair_private_forks\b", "fair_private_gone"),
        "a field at another place":
            (r"(layout-offset-in-bits=')8256('>\s*<var-decl name='position')", r"\g<1>8320\2"),
        "a struct of another size": (r"(name='fair_options' size-in-bits=')704", r"\g<1>768"),
        "another number of parameters":
            (r"(<function-decl name='fair_rng_init'[^>]*>\s*)<parameter [^>]*/>", r"\1"),
    },
    "libfairaudit": {
        "a removed function": (r"\bfairaudit_prove\b", "fairaudit_gone"),
        "another value of a verdict": (r"(name='FAIRAUDIT_SUSPECT' value=')2", r"\g<1>9"),
    },
}
CHANGED, INCOMPATIBLE = 4, 8  # bits of the exit status of abidiff


def run(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)


def dump(library):
    """The interface of a library, without private types, and without any path of this machine."""
    result = run("abidw", "--headers-dir", root / "include", "--drop-private-types",
                 "--exported-interfaces-only", "--drop-undefined-syms", "--no-elf-needed",
                 "--no-show-locs", "--no-comp-dir-path", "--no-corpus-path",
                 "--no-parameter-names", "--no-write-default-sizes",
                 "--type-id-style", "hash", library)
    if result.returncode != 0 or "<function-decl" not in result.stdout:
        sys.exit(f"check_abi.py: abidw cannot read {library}: {result.stdout}")
    return re.sub(r" path='[^']*?((?:src|audit)/[^']*)'", r" path='\1'", result.stdout)


def differences(old, new):
    """The exit status and the report of abidiff for two dumps."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder, name) for name in ("old.abi", "new.abi")]
        for file, text in zip(files, (old, new)):
            file.write_text(text)
        result = run("abidiff", "--harmless", *files)
    return result.returncode, result.stdout


def short(library):
    return library.name.split(".")[0]


def results(library):
    name = short(library)
    old, new = (root / "abi" / f"{name}.abi").read_text(), dump(library)
    status, text = differences(old, new)
    yield (status == 0, f"{name} has the interface of abi/{name}.abi", *text.splitlines(),
           *WHAT_TO_DO.splitlines())
    leaks = re.findall(r"='(/\w[^']*)'", old)
    yield not leaks, f"abi/{name}.abi has no path of the machine that wrote it", *leaks
    for title, (pattern, replacement) in CONTROLS[name].items():
        changed, count = re.subn(pattern, replacement, new)
        status = differences(new, changed)[0] if count else 0
        yield (status & (INCOMPATIBLE if "removed" in title else CHANGED),
               f"abidiff finds {title} ({name})")


libraries = [pathlib.Path(word) for word in sys.argv[1:] if word != "--update"]
if "--update" in sys.argv:
    for library in libraries:
        file = root / "abi" / f"{short(library)}.abi"
        text = dump(library)
        print(differences(file.read_text(), text)[1] if file.exists() else "", end="")
        file.write_text(text)
        print(f"wrote {file.relative_to(root)}")
else:
    report(result for library in libraries for result in results(library))
