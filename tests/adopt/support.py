# SPDX-License-Identifier: MIT
"""support.py - what the tests of adoption share: an installed copy, a repository, TAP."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import tarfile

root = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"version: '(.*)'", (root / "meson.build").read_text())[1]
NAMES = ["Ada", "Bela", "Chen", "Dara", "Eve"]  # what each example prints, in any order
# Folders that users of the libraries do not need.
LEFT_OUT = ("bench", "build", "debian", "docs", "lab", "man", "tests")


class Failure(Exception):
    """A check that failed. The text says why."""


def demand(condition, text):
    if not condition:
        raise Failure(text)


def run(*command, cwd=None, env=None, expect=0):
    """Runs a command and returns what it printed. `expect` is the exit status, or None for any
    failure."""
    result = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=300)
    good = result.returncode == expect if expect is not None else result.returncode != 0
    demand(good, f"{' '.join(map(str, command))}: exit status {result.returncode}\n"
                 f"{result.stdout}")
    return result.stdout


def check_names(output):
    demand(sorted(output.splitlines()[-len(NAMES):]) == NAMES,
           f"not a shuffled list of names:\n{output}")


def clean_environment(work):
    """The environment without what a user may have set for installed copies."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("PKG_CONFIG", "CMAKE_", "MAKE", "GO"))
            and name not in ("LD_LIBRARY_PATH", "DESTDIR", "CFLAGS", "LDFLAGS")}
    return {**kept, "PACKAGES": "no", "CMAKE_GENERATOR": "Ninja",
            "GOCACHE": str(work / "go"), "GOFLAGS": "-mod=mod", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "protocol.file.allow",
            "GIT_CONFIG_VALUE_0": "always"}


class Installed:
    """A copy that `meson install` has put into a temporary folder. It was built for another
    folder (/usr/local), so this also shows that it can be moved."""

    def __init__(self, build, place):
        run("meson", "install", "-C", build, "--no-rebuild", "--quiet", "--tags",
            "devel,runtime", env={**os.environ, "DESTDIR": str(place)})
        self.pkgconfig = next(place.rglob("fairshuf.pc")).parent
        self.libraries = self.pkgconfig.parent
        self.headers = next(place.rglob("fairshuf.h")).parent
        self.prefix = self.headers.parent
        self.place = place

    def environment(self, work):
        return {**clean_environment(work),
                "PKG_CONFIG_PATH": str(self.pkgconfig), "PKG_CONFIG_SYSROOT_DIR": str(self.place),
                "CMAKE_PREFIX_PATH": str(self.prefix), "LD_LIBRARY_PATH": str(self.libraries)}


def make_repository(work):
    """A git repository and a release archive with the files of this tree, as they are now."""
    repository = work / "repository"
    shutil.copytree(root, repository, ignore=lambda folder, names: [
        name for name in names
        if name.startswith((".", "__")) or folder == str(root) and name in LEFT_OUT])
    archive = work / f"fairshuf-{VERSION}.tar.xz"
    with tarfile.open(archive, "w:xz", preset=0) as tar:
        tar.add(repository, f"fairshuf-{VERSION}")
    git = ["git", "-C", repository, "-c", "user.name=test", "-c", "user.email=test"]
    run(*git, "init", "-q")
    run(*git, "add", "-A")
    run(*git, "commit", "-q", "-m", "all")
    run(*git, "tag", f"v{VERSION}")
    return repository, archive


def report(checks):
    """Runs checks, functions by name, and prints TAP. Returns the exit status."""
    def result(check):
        try:
            check()
        except (Failure, OSError, subprocess.SubprocessError) as error:
            return str(error)
        return None

    print(f"1..{len(checks)}")
    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (name, wrong) in enumerate(
                zip(checks, pool.map(result, checks.values())), 1):
            if wrong is not None:
                print("# " + wrong[-3000:].replace("\n", "\n# "))
            print(f"{'ok' if wrong is None else 'not ok'} {number} - {name}", flush=True)
            failed |= wrong is not None
    return failed
