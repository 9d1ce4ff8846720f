# SPDX-License-Identifier: MIT
"""check_documents.py DOCUMENT PROGRAM - help, man page and completions agree.

Reason: they are made from one table, but by different code. Every option in --help must be in
the man page and in each completion; lines of --help fit 80 columns; the installed shells accept
their completions, and bash completes with them; called as shuf, --help has only GNU's options.
Prints TAP.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import check, end, root, skip  # noqa: E402

document, program = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:3])
title = pathlib.Path(program).name
is_shuf = title == "fairshuf"
template = root / "man" / f"{title}.1.in"
GNU = {"echo", "input-range", "head-count", "output", "random-source", "repeat",
       "zero-terminated", "help", "version"}
COMPLETIONS = {
    "fairshuf": (
        (["--spl"], ["--split="]), (["--out"], ["--output=", "--output-with="]),
        (["--output", "=", "so"], ["some file"]), (["-o", "so"], ["some file"]),
        (["--output", "="], ["some file"]), (["-n", ""], []), (["so"], ["some file"]),
        (["--csv", "=", ""], []), (["--csv", "so"], ["some file"])),
    "fairshuf-mpi": (
        (["--spl"], ["--split="]), (["--ran"], ["--ranks="]), (["--ech"], []),
        (["-o", "so"], ["some file"]), (["--compress", "=", ""], ["none"]),
        (["--timeout", "=", ""], []), (["so"], ["some file"])),
    "fairaudit": (
        (["--alg"], ["--algorithm="]), (["--save", "=", "so"], ["some file"]),
        (["-p", "so"], ["some file"]), (["-n", ""], []),
        (["--color", "=", "al"], ["always"])),
}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def made(*arguments):
    result = run(document, *arguments)
    check(result.returncode == 0 and result.stdout and not result.stderr,
          f"document {arguments[0]}", result.stderr)
    return result.stdout


def accepts(text, name, program, *arguments, suffix=""):
    """Tests that the program accepts a file with this text without a message."""
    if shutil.which(program) is None:
        skip(name, f"there is no {program}")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / ("file" + suffix)
        path.write_text(text)
        result = run(program, *arguments, str(path))
    check(result.returncode == 0 and not result.stderr, name, result.stderr)


def names(text):
    """The long names and the letters of the options in a help text."""
    rows = re.findall(r"^  (?:-(\w), |    )--([\w-]+)", text, re.M)
    return {row[1] for row in rows}, {row[0] for row in rows if row[0]}


result = run(program, "--help")
text = result.stdout
options, letters = names(text)
check(result.returncode == 0 and not result.stderr, "--help", result.stderr)
check(len(options) > 20, "--help names many options")
if is_shuf:
    check(GNU < options, "--help names all of GNU's options")
wide = [line for line in text.splitlines() if len(line) > 80]
check(not wide, "--help fits 80 columns", *wide)
check(text.index("Examples:") < text.index("\n      --"), "examples come before the options")

if is_shuf:
    with tempfile.TemporaryDirectory() as folder:
        link = pathlib.Path(folder) / "shuf"
        link.symlink_to(program)
        strict = run(str(link), "--help").stdout
    check(names(strict)[0] == GNU and "shuf [OPTION]" in strict and "split" not in strict,
          "called as shuf, --help names GNU's options only", strict)
version = run(program, "--version").stdout
check(re.match(title + r" \d+\.\d+\.\d+(-rc\d+)?\n", version), "--version", version)

manual = made("man", str(template))
plain = manual.replace("\\-", "-")
missing = [name for name in options if f"\\fB--{name}\\fR" not in plain]
missing += [letter for letter in letters if f"\\fB-{letter}\\fR" not in plain]
check(not missing, "the man page has every option", missing)
check("@" not in manual and version.split()[1] in manual, "all placeholders of the man page are replaced")
check(not re.search(r"^\.\.|^'", manual, re.M), "no line of text looks like a roff request")
accepts(manual, "groff accepts the man page", "groff", "-man", "-Tutf8", "-ww", "-z")
accepts(manual, "mandoc accepts the man page", "mandoc", "-Tlint", "-Wwarning")
sections = re.findall(r"^\.SH (.*)", manual, re.M)
check(sections[:4] == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"] and
      "EXIT STATUS" in sections, "sections in their usual order", sections)

if title == "fairshuf-mpi":
    others = [name for name in ("echo", "cycle", "pairs", "random-source", "decompress")
              if f"\\fB--{name}\\fR" in plain or name in options]
    check(not others, "neither help nor man page has options that it refuses", others)

bash, zsh, fish = made("bash"), made("zsh"), made("fish")
for shell, script, form in (("bash", bash, " --{}[= ']"), ("zsh", zsh, r"--{}(=-?)?\["),
                            ("fish", fish, " -l {} ")):
    missing = [name for name in options if not re.search(form.format(name), script)]
    check(not missing, f"{shell} knows every option", missing)
accepts(bash, "bash accepts its completion", "bash", "-n")
accepts(zsh, "zsh accepts its completion", "zsh", "-n")
accepts(fish, "fish accepts its completion", "fish", "-n")

if shutil.which("bash") is None:
    skip("bash completes", "there is no bash")
else:
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "some file").touch()
        for words, expected in COMPLETIONS[title]:
            script = bash + (f'COMP_WORDS=({title} "$@"); COMP_CWORD=$#; _{title}\n'
                             'for reply in "${COMPREPLY[@]}"; do echo "$reply"; done\n')
            result = run("bash", "--norc", "-c", script, "bash", *words, cwd=folder)
            if result.stdout.splitlines() != expected or result.stderr:
                wrong.append(f"{words}: {result.stdout!r} {result.stderr}")
    check(not wrong, "bash completes options and files", *wrong)

end()
