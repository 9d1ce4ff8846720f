# SPDX-License-Identifier: MIT
"""check_layers.py - the folders are layers: which folder may include which.

A file may include headers of its own folder, and of the folders that its row names. Headers
are included by their path from the root of the repository, so that each include names its
folder. Three more rules: no two modules (a .c file and its header) of a folder include each
other, only src/base/par.c (with src/base/threads*.h) and audit/orders/team.c have threads, and
only common/cpus.h counts CPUs.
"""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]

# The library. src/mpi, the cluster layer, may use everything in records.
BASE = "include common"
BITS = f"{BASE} src/base"
DICE = f"{BITS} src/bits"
SHUFFLE = f"{DICE} src/dice"
RECORDS = f"{SHUFFLE} src/shuffle"
# The audit. It shares only common/ with the library.
NUMBERS = "include common"
ORDERS = f"{NUMBERS} audit/numbers"
VIEWS = CATALOGUE = f"{ORDERS} audit/orders"
EXACT = f"{CATALOGUE} audit/catalogue"
ENGINE = f"{VIEWS} audit/views"
DIAGNOSIS = f"{ENGINE} audit/catalogue audit/engine"
API = f"{DIAGNOSIS} audit/exact audit/diagnosis"
# The commands.
SUBJECT = f"{API} audit/api cli"
REQUEST = f"{SUBJECT} audit/command/subject"
REPORT = f"{REQUEST} audit/command/request"
COMMAND = f"{REPORT} audit/command/report"

LAYERS = {
    "common": "",
    "src/base": BASE, "src/bits": BITS, "src/dice": DICE, "src/shuffle": SHUFFLE,
    "src/bits/x86": f"{BITS} src/bits", "src/bits/wasm": f"{BITS} src/bits",
    "src/bits/arm": f"{BITS} src/bits", "src/records/arm": f"{RECORDS} src/records",
    "src/shuffle/x86": f"{SHUFFLE} src/shuffle",
    "src/records": RECORDS, "src/records/x86": f"{RECORDS} src/records",
    "src/mpi": f"{RECORDS} src/records",
    "audit/numbers": NUMBERS, "audit/orders": ORDERS, "audit/views": VIEWS,
    "audit/catalogue": CATALOGUE, "audit/exact": EXACT, "audit/engine": ENGINE,
    "audit/diagnosis": DIAGNOSIS, "audit/api": API,
    "cli": "include common",
    "tools": "include common cli",
    "tools/mpi": "include common cli tools src/mpi",
    "audit/command/subject": SUBJECT, "audit/command/request": REQUEST,
    "audit/command/report": REPORT, "audit/command": COMMAND,
    "lab/core": f"{COMMAND} audit/command",
    "examples": "include",
}
THREADS = {"src/base/threads_posix.h", "src/base/threads_windows.h", "audit/orders/team.c"}
FORKS = {"src/base/fork.c"}  # it needs <pthread.h> for pthread_atfork()
PARTS = ("common", "src", "audit", "cli", "tools", "lab/core", "examples")

problems = []
checked = 0


def includes(path):
    """Folder and name of each header that is ours."""
    for header in re.findall(r'^\s*#\s*include "([\w./]+)"', path.read_text(), re.M):
        folder, _, name = header.rpartition("/")
        yield folder or "include", name


def cycles(modules):
    """Modules of one folder that include each other, directly or not."""
    reached = {name: set(others) for name, others in modules.items()}
    for _ in modules:
        for others in reached.values():
            others |= set().union(*(reached.get(other, set()) for other in others))
    return sorted(name for name in reached if name in reached[name])


folders = {}  # the modules of each folder, and what each includes there
for part in PARTS:
    for path in sorted((root / part).rglob("*.[ch]")):
        file = path.relative_to(root).as_posix()
        folder = path.parent.relative_to(root).as_posix()
        if folder not in LAYERS:
            problems.append(f"{file}: {folder}/ is in no layer; add a row to LAYERS")
            continue
        text = path.read_text()
        module = folders.setdefault(folder, {}).setdefault(path.stem, set())
        for other, name in includes(path):
            checked += 1
            if other == folder:
                if not name.endswith("parts.h"):  # shared by the files of one module
                    module.add(pathlib.Path(name).stem)
            elif other not in LAYERS[folder].split():
                problems.append(f"{file} includes {other}/{name}, of a layer that {folder}/ "
                                f"may not use")
        module.discard(path.stem)
        if re.search(r"<(pthread|process|threads)\.h>", text) and file not in THREADS | FORKS:
            problems.append(f"{file} includes a header of threads; threads are for "
                            f"{' and '.join(sorted(THREADS))}")
        if '"src/base/threads.h"' in text and file != "src/base/par.c":
            problems.append(f"{file} includes src/base/threads.h; that is for src/base/par.c")
        if file in FORKS and re.search(r"pthread_(?!atfork)", text.replace("<pthread.h>", "")):
            problems.append(f"{file} uses more of <pthread.h> than pthread_atfork()")
        counts_cpus = r"cpu_set_t|_SC_NPROCESSORS|ProcessorCount|AffinityMask"
        if re.search(counts_cpus, text) and folder != "common":
            problems.append(f"{file} counts CPUs; that is for common/cpus.h")
for folder, modules in folders.items():
    for name in cycles(modules):
        problems.append(f"{folder}/{name} is in a cycle of includes")

print("1..1")
for problem in problems:
    print(f"# {problem}")
good = not problems and checked > 500
print(f"{'ok' if good else 'not ok'} 1 - includes respect the layers ({checked} checked)")
sys.exit(not good)
