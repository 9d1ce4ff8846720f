# SPDX-License-Identifier: MIT
"""check_layers.py - arrows point down only: which file may include which header.

Each source belongs to a layer; it may include headers of its own layer or of one below.
Tools and examples see the public headers, and the judge (audit/) shares nothing with the
judged but common/, which is about the machine; its command (audit/command/) has options,
messages and the way files are written in common with the tools. A file of src/ that is in
no layer is an error: put it into the table. CPUs are counted in common/cpus.h alone.
"""
import pathlib
import re
import sys

LAYERS = {
    "base": 0, "memory": 0, "par": 0,
    "chacha8": 1, "chacha8_wide": 1, "chacha8_sse2": 1, "chacha8_avx2": 1,
    "chacha8_avx512": 1, "chacha8_simd128": 1, "kernels": 1, "key": 1, "entropy": 1,
    "rng": 1,
    "dice_word": 2, "dice": 2,
    "swap": 3, "walk": 3, "walk_far": 3, "index": 3, "gap": 3, "fisher_yates": 3, "derange": 3,
    "permutation": 3, "sample": 3, "reservoir": 3, "weighted": 3, "scatter": 3, "order": 3,
    "version": 3,
    "constants": 4, "piece": 4, "span": 4, "mapping": 4, "tempfile": 4, "memory_limits": 4,
    "slabs": 4, "split": 4, "split_kernels": 4, "split_wide": 4, "split_sse2": 4, "split_avx2": 4,
    "reader": 5, "batch": 5, "blocks": 5, "writer": 5,
    "runs": 6, "store": 7, "node": 8, "rescatter": 9, "head": 9, "gather": 10,
    "records": 11, "input": 11, "output": 11, "numbers": 11, "forecast": 11,
}
root = pathlib.Path(__file__).parent.parent
problems = []
checked = 0


def includes(path):
    return re.findall(r'^#include ["<]([\w./]+)[">]', path.read_text(), re.M)


for path in sorted((root / "src").rglob("*.[ch]")):
    if path.stem not in LAYERS:
        problems.append(f"{path.name} is in no layer")
        continue
    for header in includes(path):
        checked += 1
        name = pathlib.Path(header).stem
        if name in LAYERS and LAYERS[name] > LAYERS[path.stem]:
            problems.append(f"{path.name} includes {header} of a higher layer")
        if header.endswith("pthread.h") and path.stem != "par":
            problems.append(f"{path.name} includes {header}: threads are for par.c alone")

PUBLIC = {"fairshuf.h", "fairshuf_records.h"}
JUDGE = {"fairaudit.h"}
# What the commands have in common: options, messages, how files are written.
COMMON = {"args.h", "bidi.h", "help_options.h", "option_table.h", "output.h", "say.h", "values.h"}


def headers(*folders):
    return {path.name for folder in folders for path in (root / folder).glob("*.h")}


own = headers("src", "src/records", "audit", "audit/command", "tools") | PUBLIC | JUDGE
for folder, visible in (
        ("src", headers("src") | PUBLIC),
        ("src/records", headers("src", "src/records") | PUBLIC),
        ("audit", headers("audit") | JUDGE),
        ("audit/command", headers("audit", "audit/command") | JUDGE | COMMON | PUBLIC),
        ("examples", headers("audit", "examples") | JUDGE | PUBLIC),
        ("tools", headers("tools") | PUBLIC)):
    for path in sorted((root / folder).glob("*.[ch]")):
        for header in includes(path):
            checked += 1
            if header in own and header not in visible:
                problems.append(f"{folder}/{path.name} includes {header}")
            if (folder.startswith("audit") and header == "pthread.h"
                    and path.name != "team.c"):
                problems.append(f"{path.name} includes {header}: threads are for team.c")

for folder in ("src", "src/records", "audit", "audit/command", "tools"):
    for path in sorted((root / folder).glob("*.[ch]")):
        if re.search(r"cpu_set_t|_SC_NPROCESSORS", path.read_text()):
            problems.append(f"{folder}/{path.name} counts CPUs: that is for common/cpus.h")

print("1..1")
for problem in problems:
    print(f"# {problem}")
good = not problems and checked > 50
print(f"{'ok' if good else 'not ok'} 1 - includes respect the layers ({checked} checked)")
sys.exit(not good)
