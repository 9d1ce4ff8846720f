#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dist.py FOLDER - makes the files of a release in FOLDER (`make dist`):

    fairshuf-VERSION.tar.xz     the source: all files of the last commit
    fairshuf-VERSION-single.zip the single file, fairshuf.c, with its header (single.py)
    fairshuf-VERSION.spdx.json  what it contains and depends on (sbom.py)
    SHA256SUMS                  checksums of these files

The same commit gives the same bytes. The files come from git's objects, not from the work tree,
so settings of git such as core.autocrlf or export-subst change nothing. Their order is that of
git, their time is that of the commit, and their owner is root. (Compressed bytes also depend on
the versions of liblzma and zlib.)
"""
import datetime
import hashlib
import io
import lzma
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import sbom

root = pathlib.Path(__file__).resolve().parent.parent
MODES = {"100644": 0o644, "100755": 0o755}


def fail(text):
    sys.exit(f"make dist: {text}")


def git(*arguments, **more):
    """What git prints, as bytes; its error message if it fails."""
    try:
        result = subprocess.run(["git", "-C", root, *arguments], capture_output=True, **more)
    except FileNotFoundError:
        fail("git is not installed")
    if result.returncode != 0:
        fail("this needs a git repository with a commit: "
             + result.stderr.decode(errors="replace").strip().splitlines()[-1])
    return result.stdout


def check_tree():
    top = git("rev-parse", "--show-toplevel").decode().rstrip("\n")
    if pathlib.Path(top).resolve() != root:
        fail(f"{root} is not a git repository, but part of the one in {top}")
    changed = git("status", "--porcelain", "-z", "--untracked-files=all").split(b"\0")[:-1]
    if changed:
        fail("there are changes that are not committed, such as "
             f"{changed[0][3:].decode(errors='replace')}; commit or stash them first")


def committed_files(commit):
    """(name, mode, bytes) of each file of a commit, in the order of git."""
    entries = [re.fullmatch(r"(\d+) (\w+) (\w+)\t(.*)", line, re.S).groups()
               for line in git("ls-tree", "-r", "-z", commit).decode().split("\0")[:-1]]
    for mode, _, _, name in entries:
        if mode not in MODES:
            fail(f"{name} is not a regular file, so it cannot be in the archive; remove it")
    objects = io.BytesIO(git("cat-file", "--batch",
                             input="".join(f"{entry[2]}\n" for entry in entries).encode()))
    for mode, _, _, name in entries:
        size = int(objects.readline().split()[2])
        yield name, MODES[mode], objects.read(size)
        objects.read(1)  # a newline


def archive(prefix, files, time, comment):
    """A .tar.xz with these files, in a folder `prefix`."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT,
                      pax_headers={"comment": comment}) as tar:
        for name, mode, data in files:
            entry = tarfile.TarInfo(f"{prefix}/{name}")
            entry.size, entry.mode, entry.mtime = len(data), mode, time
            entry.uname = entry.gname = "root"
            tar.addfile(entry, io.BytesIO(data))
    return lzma.compress(buffer.getvalue(), preset=9)


def single_file(prefix, licence, date):
    """A .zip with the single file, its header and the licence."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, root / "scripts/single.py", folder], check=True)
        files = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted({**files, "LICENSE": licence}.items()):
            entry = zipfile.ZipInfo(f"{prefix}/{name}", date.timetuple()[:6])
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3  # Unix
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)
    return buffer.getvalue()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: dist.py FOLDER")
    check_tree()
    commit = git("rev-parse", "HEAD").decode().strip()
    time = int(git("show", "--no-patch", "--format=%ct", commit))
    date = datetime.datetime.fromtimestamp(time, datetime.timezone.utc)
    files = list(committed_files(commit))
    contents = {name: data for name, _, data in files}
    version = re.search(r"version: '([^']+)'", contents["meson.build"].decode())[1]
    name = f"fairshuf-{version}"
    made = {f"{name}.tar.xz": archive(name, files, time, commit),
            f"{name}-single.zip": single_file(f"{name}-single", contents["LICENSE"], date)}
    made[f"{name}.spdx.json"] = sbom.document(
        name, version, date.strftime("%Y-%m-%dT%H:%M:%SZ"), f"{name}.tar.xz",
        sha256(made[f"{name}.tar.xz"]), contents["lab/package-lock.json"]).encode()
    made["SHA256SUMS"] = "".join(f"{sha256(data)}  {file}\n"
                                 for file, data in sorted(made.items())).encode()
    folder = pathlib.Path(sys.argv[1])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, data in made.items():
            (folder / file).write_bytes(data)
            print(f"wrote {folder / file} ({len(data):,} bytes)")
    except OSError as error:
        fail(f"cannot write {error.filename}: {error.strerror}")


if __name__ == "__main__":
    main()
