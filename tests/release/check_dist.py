# SPDX-License-Identifier: MIT
"""check_dist.py - `make dist` and `make static`.

Two copies of the tree, in repositories with other settings, must give the same bytes. The
source archive must contain every file, and must build without git. What it builds here are the
static programs, which then run in a folder that contains nothing else.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tap import report, root  # noqa: E402

TIME = 1700000000  # of the commit
NAMES = {"GIT_AUTHOR_NAME": "test", "GIT_AUTHOR_EMAIL": "test", "GIT_COMMITTER_NAME": "test",
         "GIT_COMMITTER_EMAIL": "test", "GIT_AUTHOR_DATE": f"{TIME} +0000",
         "GIT_COMMITTER_DATE": f"{TIME} +0000", "GIT_CONFIG_NOSYSTEM": "1",
         "GIT_CONFIG_GLOBAL": "/dev/null"}
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not name.startswith(("GIT_", "MAKE", "MFLAGS", "DESTDIR"))} | NAMES
# What SPDX 2.3 requires of a document, a package and a relationship.
REQUIRED = {
    "document": ["spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace",
                 "creationInfo"],
    "packages": ["name", "SPDXID", "downloadLocation"],
    "relationships": ["spdxElementId", "relationshipType", "relatedSpdxElement"],
}


def run(*command, **more):
    return subprocess.run([str(word) for word in command], env=ENVIRONMENT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)


def must(*command, **more):
    result = run(*command, **more)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {result.stdout}")
    return result.stdout


def make(folder, *words, **more):
    return run("make", "-C", folder, "--no-print-directory", "PACKAGES=no", *words, **more)


def tree_files():
    """The files of this tree, also those that are not committed yet. Without git, all files."""
    listed = run("git", "-C", root, "ls-files", "-co", "--exclude-standard", "-z")
    if listed.returncode == 0:
        return [name for name in listed.stdout.split("\0") if name and (root / name).exists()]
    return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()
            and not {"build", "__pycache__", "node_modules"} & set(path.parts)]


def make_repositories(one, two):
    """The same commit in two repositories. The settings of the second would change what
    `git archive` gives."""
    for name in tree_files():
        (one / name).parent.mkdir(parents=True, exist_ok=True)
        (one / name).write_bytes((root / name).read_bytes())
        (one / name).chmod((root / name).stat().st_mode)
    must("git", "init", "-q", one)
    must("git", "-C", one, "add", "-A")
    must("git", "-C", one, "commit", "-q", "-m", "test")
    must("git", "clone", "-q", one, two)
    must("git", "-C", two, "config", "core.autocrlf", "true")
    must("git", "-C", two, "config", "tar.umask", "0777")
    (two / ".git/info/attributes").write_text("* export-subst\n*.c export-ignore\n")


def check_errors(one, two):
    """The first repository with a change, and a folder without one: one line says it."""
    changed = one / "new file.txt"
    changed.write_text("new\n")
    results = [("a change that is not committed", make(one, "dist"), "new file.txt; commit")]
    changed.unlink()
    (two / ".git").rename(two / "git")
    results.append(("no repository", make(two, "dist"), "needs a git repository"))
    (two / "git").rename(two / ".git")
    for title, result, text in results:
        lines = [line for line in result.stdout.splitlines() if "***" not in line]
        yield (result.returncode != 0 and len(lines) == 1 and text in lines[0],
               f"{title}: one line says it", *lines)


def check_archive(repository, archive, prefix):
    with tarfile.open(archive) as tar:
        entries = tar.getmembers()
        contents = {entry.name: tar.extractfile(entry).read() for entry in entries}
    names = must("git", "-C", repository, "ls-files", "-z").split("\0")[:-1]
    yield (sorted(contents) == sorted(f"{prefix}/{name}" for name in names) and len(names) > 500,
           f"the archive has all {len(names)} files, in one folder")
    yield (all(contents[f"{prefix}/{name}"] == (repository / name).read_bytes()
               for name in names), "their contents are those of the tree")
    stamps = {(entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries}
    yield stamps == {(TIME, 0, 0, "root", "root")}, "they have the time of the commit", *stamps
    programs = {entry.name for entry in entries if entry.mode == 0o755}
    wanted = {f"{prefix}/{name}" for name in names if os.access(repository / name, os.X_OK)}
    others = {entry.mode for entry in entries if entry.name not in programs}
    yield programs == wanted and others == {0o644}, "programs stay executable"


def check_single(archive, prefix, work):
    """The single file compiles where nothing else is."""
    with zipfile.ZipFile(archive) as files:
        names = sorted(files.namelist())
        files.extractall(work)
    yield (names == [f"{prefix}/{name}" for name in ("LICENSE", "fairshuf.c", "fairshuf.h")],
           "the archive of the single file has three files", *names)
    compiled = run("cc", "-O0", "-c", "fairshuf.c", cwd=work / prefix)
    yield compiled.returncode == 0, "the single file compiles", *compiled.stdout.splitlines()


def check_sbom(text, archive):
    document = json.loads(text)
    lacking = [key for key in REQUIRED["document"] if key not in document]
    lacking += [f"{part}: {key}" for part in ("packages", "relationships")
                for entry in document[part] for key in REQUIRED[part] if key not in entry]
    yield not lacking and document["spdxVersion"] == "SPDX-2.3", "the SBOM is SPDX 2.3", *lacking
    packages = {package["SPDXID"]: package for package in document["packages"]}
    described = [entry["relatedSpdxElement"] for entry in document["relationships"]
                 if entry["relationshipType"] == "DESCRIBES"]
    related = {entry[end] for entry in document["relationships"]
               for end in ("spdxElementId", "relatedSpdxElement")}
    yield (len(packages) == len(document["packages"])
           and related == {"SPDXRef-DOCUMENT", *packages},
           "its packages have different names, and all are related")
    source = packages[described[0]]
    sums = [(entry["algorithm"], entry["checksumValue"]) for entry in source["checksums"]]
    yield (sums == [("SHA256", hashlib.sha256(archive.read_bytes()).hexdigest())]
           and source["packageFileName"] == archive.name, "it has the checksum of the archive")
    names = {package["name"] for package in packages.values()}
    notices = re.findall(r"^=+\n(.*) \(.*\)\n=+$", (root / "THIRD-PARTY").read_text(), re.M)
    libraries = {"glibc" if "GNU C" in name else name for name in notices} | {"liblzma"}
    locked = {path.rpartition("node_modules/")[2] for path in json.loads(
        (root / "lab/package-lock.json").read_text())["packages"] if path}
    yield (names == {"fairshuf"} | libraries | locked and len(libraries) > 8,
           "it has the libraries of THIRD-PARTY and the npm packages",
           *(names ^ ({"fairshuf"} | libraries | locked)))


def check_static(folder):
    """The static programs, in a folder with nothing else. Only root can make it the root."""
    def alone(program, *arguments, **more):
        inside = ["chroot", folder, f"/{program}"] if os.geteuid() == 0 else [
            "env", "-i", folder / program]
        return run(*inside, *arguments, cwd=folder, **more)

    for name in ("fairshuf", "fairaudit"):
        headers = must("readelf", "-ldW", folder / name)
        yield ("DYN (Position-Independent" in must("readelf", "-hW", folder / name)
               and not re.search("INTERP|NEEDED", headers), f"{name} needs no shared library")
        sections = must("readelf", "-SW", folder / name)
        yield " .symtab " not in sections, f"{name} is stripped"
    yield ((folder / "LICENSE").exists() and (folder / "THIRD-PARTY").exists(),
           "licence notices are beside them")
    shuffled = alone("fairshuf", "--seed=lesson", input="1\n2\n3\n4\n5\n")
    yield shuffled.stdout.split() == list("25314"), "fairshuf runs alone", shuffled.stdout
    drawn = alone("fairshuf", "-i", "1-1000")  # with random bits
    yield sorted(map(int, drawn.stdout.split())) == list(range(1, 1001)), "also without a seed"
    audit = alone("fairaudit", "-q", "-n", "3", "--trials=200", "--seed=1", "--",
                  *(["/fairshuf"] if os.geteuid() == 0 else [folder / "fairshuf"]),
                  "--random-source=/THIRD-PARTY" if os.geteuid() == 0
                  else f"--random-source={folder}/THIRD-PARTY")
    yield (audit.returncode == 1 and "UNFAIR" in audit.stdout,
           "fairaudit runs it, and sees that its bytes are not random", audit.stdout)


def results(work):
    one, two = work / "one", work / "two"
    make_repositories(one, two)
    yield from check_errors(one, two)
    made = make(one, "dist")
    again = make(two, "dist", "BUILD=other", umask=0o077)
    yield made.returncode == 0, "make dist", *made.stdout.splitlines()
    yield again.returncode == 0, "make dist with other settings", *again.stdout.splitlines()
    folders = [one / "build/dist", two / "other/dist"]
    names = sorted(path.name for path in folders[0].iterdir())
    yield (len(names) == 4 and names == sorted(path.name for path in folders[1].iterdir())
           and all((folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()
                   for name in names), "both give the same bytes")
    sums = run("sha256sum", "--strict", "-c", "SHA256SUMS", cwd=folders[0])
    yield (sums.returncode == 0 and sums.stdout.count(": OK") == len(names) - 1,
           "SHA256SUMS has all files, with their checksums", *sums.stdout.splitlines())
    archive, = folders[0].glob("*[0-9].tar.xz")
    prefix = archive.name.removesuffix(".tar.xz")
    yield from check_archive(one, archive, prefix)
    yield from check_single(folders[0] / f"{prefix}-single.zip", f"{prefix}-single", work)
    yield from check_sbom((folders[0] / f"{prefix}.spdx.json").read_text(), archive)
    must("tar", "xf", archive, "-C", work)
    built = make(work / prefix, "static", "STATIC_OPTIONS=-Doptimization=0")
    yield built.returncode == 0, "the archive builds without git", *built.stdout.splitlines()
    if built.returncode == 0:
        yield from check_static(work / prefix / "build/static")


with tempfile.TemporaryDirectory() as folder:
    report(results(pathlib.Path(folder).resolve()))
