# SPDX-License-Identifier: MIT
"""check_manual.py BUILD [MPI-OPTION...] - the man pages of section 3 agree with the headers.

Reason: they repeat what the headers say, by hand. Every public function has a page or a link to
one, with exactly the prototype of its header; every function that a page names exists; every
page is linked from the overviews; the formatters accept the pages and no line is too wide; the
examples compile without warnings, and run. With options for MPI, so does that of MPI, without
being run. Prints TAP.
"""
import ast
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import check, end, root  # noqa: E402

build, mpi_options = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
OVERVIEWS = {"fairshuf", "fairaudit"}
SECTIONS = ["NAME", "LIBRARY", "SYNOPSIS", "DESCRIPTION", "RETURN VALUE", "ERRORS",
            "ENVIRONMENT", "NOTES", "EXAMPLES", "SEE ALSO"]
REQUIRED = {"NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "SEE ALSO"}
# Other pages of this project. What else a page names is not ours.
COMMANDS = {"fairshuf(1)", "fairaudit(1)", "fairshuf-mpi(1)"}
MOST_COLUMNS = 80


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def read_headers():
    """The prototypes of all public functions, by name, and the header of each."""
    prototypes, places = {}, {}
    for header in sorted((root / "include").glob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        for found in re.finditer(
                r"^(?:FAIR_API|FAIRAUDIT_API|FAIR_PRIVATE_INLINE|static inline)\s+"
                r"([^;{=]*?(\w+)\([^;{]*?\))\s*[;{]", text, re.M):
            if "private" not in found[2]:
                prototypes[found[2]] = squeeze(found[1])
                places[found[2]] = header.name
    return prototypes, places


def render(path):
    """The sections of a page as text, and what the formatters complain about."""
    problems = []
    for command in (["mandoc", "-Tlint", "-Wwarning"],
                    ["groff", "-man", "-Tutf8", "-ww", "-z"]):
        result = subprocess.run([*command, path], capture_output=True, text=True)
        problems += (result.stdout + result.stderr).splitlines()
    text = subprocess.check_output(["mandoc", "-Tascii", "-Owidth=80", path], text=True)
    text = re.sub(".\x08", "", text)  # bold and italic
    problems += [f"too wide: {line}" for line in text.splitlines()
                 if len(line) > MOST_COLUMNS]
    parts = re.split(r"^([A-Z][A-Z ]+)$", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2])), problems


def compile_example(job):
    """Compiles and runs an example. Returns what went wrong, or an empty string."""
    name, code, folder = job
    source, program = folder / f"{name}.c", folder / name
    source.write_text(code)
    mpi = "fairshuf_mpi.h" in code
    if mpi and not mpi_options:
        return ""
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", root / "include", source,
               *(["-fsyntax-only", *mpi_options] if mpi else
                 ["-o", program, build / "libfairshuf.a", build / "libfairaudit.a", "-lm",
                  "-pthread"])]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0 and not mpi:
        result = subprocess.run([program], input="one\ntwo\nthree\n", capture_output=True,
                                text=True, timeout=60)
    return "" if result.returncode == 0 else f"{name}: {result.stdout}{result.stderr}"


def example(path):
    """The program in the section EXAMPLES of a page, or None."""
    part = path.read_text().partition(".SH EXAMPLES\n")[2].partition(".SH SEE ALSO\n")[0]
    found = re.search(r"^\.nf\n(.*?)^\.fi$", part, re.M | re.S)
    return found and re.sub(r"\\([-e&])", lambda m: {"-": "-", "e": "\\", "&": ""}[m[1]],
                            found[1])


prototypes, places = read_headers()
check(len(prototypes) > 80, "the headers have functions", len(prototypes))
installed = (root / "man/meson.build").read_text()
groups = ast.literal_eval(re.search(r"^manual = (\{.*?^\})", installed, re.M | re.S)[1])
groups["fair_mpi_shuffle"] = []  # installed only with MPI
files = {path.stem: path for path in (root / "man").glob("*.3")}
check(set(files) == set(groups) | OVERVIEWS, "man/meson.build lists all pages of section 3",
      set(files) ^ (set(groups) | OVERVIEWS))
owners = [name for page, links in groups.items() for name in [page, *links]]
missing, twice = set(prototypes) - set(owners), {n for n in owners if owners.count(n) > 1}
check(not missing and not twice, "every function has one page", missing, twice)
unknown = {name for links in groups.values() for name in links} - set(prototypes)
check(not unknown, "every link is a function", unknown)

with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    rendered = dict(zip(files, pool.map(render, files.values())))
known = set(prototypes) | set(files)
for page, path in sorted(files.items()):
    sections, problems = rendered[page]
    check(not problems, f"{page}: the formatters accept it", *problems)
    order = [name for name in SECTIONS if name in sections]
    check(list(sections) == order and REQUIRED <= set(sections),
          f"{page}: sections in the usual order", list(sections))
    text = "\n".join(sections.values())
    wrong = {name for name in re.findall(r"\b(fair(?:audit)?_\w+)\(", text)
             if name not in known and name not in ("fair_source", "fair_feed", "fair_sink",
                                                   "fairaudit_shuffle")}
    wrong |= {name for name in re.findall(r"\bfair[\w-]*\([1-9]\)", text)
              if name not in COMMANDS and not (name.endswith("(3)") and name[:-3] in known)}
    check(not wrong, f"{page}: it names only functions and pages that exist", wrong)
    if page in OVERVIEWS:
        continue
    named = sections["NAME"].partition(" - ")[0]
    names = sorted(set(re.split(r",?\s+", named.strip())) - {""})
    check(names == sorted({page, *groups[page]}), f"{page}: NAME has all of its functions",
          names)
    synopsis = squeeze(sections["SYNOPSIS"])
    described = {name for name in [page, *groups[page]] if name in prototypes}
    lost = [prototypes[name] for name in sorted(described)
            if f" {prototypes[name]};" not in f" {synopsis}"]
    others = set(re.findall(r"(?<!typedef )\b(fair\w+)\(", re.sub(
        r"typedef [^;{]*;", "", synopsis))) - described
    check(not lost and not others, f"{page}: SYNOPSIS has the prototypes of the header",
          *lost, others)
    headers = {places[name] for name in described}
    check(headers == set(re.findall(r"#include <(.*?)>", synopsis)),
          f"{page}: SYNOPSIS names the header", headers)
    body = sections["DESCRIPTION"] + sections["RETURN VALUE"]
    unmentioned = {name for name in described if f"{name}()" not in body
                   and len(described) > 1 and not name.startswith("fair_permute_")}
    check(not unmentioned, f"{page}: it describes every function", unmentioned)

overview = "\n".join("\n".join(rendered[page][0].values()) for page in OVERVIEWS)
unlinked = {page for page in groups if f"{page}(3)" not in overview}
check(not unlinked, "the overviews link to every page", unlinked)

programs = {page: example(path) for page, path in sorted(files.items())}
without = {page for page, code in programs.items() if not code} - {"fairaudit"}
check(not without, "every page has an example", without)
with tempfile.TemporaryDirectory() as folder:
    jobs = [(page, code, pathlib.Path(folder)) for page, code in programs.items() if code]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [problem for problem in pool.map(compile_example, jobs) if problem]
check(not wrong, f"{len(jobs)} examples compile and run", *wrong)
end()
