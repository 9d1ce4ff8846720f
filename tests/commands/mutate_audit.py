# SPDX-License-Identifier: MIT
"""mutate_audit.py FAIRAUDIT - mistakes put into our own shuffle are found.

Reason: an audit that finds the mistakes of others must find ours. Each mutation changes
one line in a copy of src/. A program with that fair_shuffle() is compiled, prints
permutations, and is audited. If the line changes in src/, the mutation must change, too.
Prints TAP.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
fairaudit = str(pathlib.Path(sys.argv[1]).resolve())

PRINTER = """
#include <stdio.h>
#include "fairshuf.h"
int main(void)
{
    fair_rng rng;
    static const uint8_t key[FAIR_KEY_SIZE] = {1, 2, 3};
    fair_rng_init_key(&rng, key);
    for (int t = 0; t < 30000; t++) {
        unsigned char a[CARDS];
        for (int i = 0; i < CARDS; i++)
            a[i] = (unsigned char)i;
        fair_shuffle(&rng, a, CARDS, 1);
        for (int i = 0; i < CARDS; i++)
            printf("%d%c", a[i], i + 1 < CARDS ? ' ' : 10);
    }
    return 0;
}
"""

# name: file, text, its replacement, cards
LAST = "fs_swap_at(base, others, 0, (size_t)fs_die(&batch, bound), size);"
MUTATIONS = {
    "no mutation": (None, "", "", 20),
    "dice with one side less, except the last ones": (
        "shuffle/fisher_yates.c", "size > 8 ? dice[i] : fs_die(batch, bound - i);",
        "size > 8 ? dice[i] : fs_die(batch, bound - i - 1);", 40),
    "dice with one side less at the end": (
        "shuffle/fisher_yates.c", LAST, LAST.replace("bound", "bound - (bound > 4)"), 10),
    "the last step is left out": (
        "shuffle/fisher_yates.c", "while (--bound > end);", "while (--bound > end + 1);",
        10),
    "swaps with the position before": (
        "shuffle/fisher_yates.c", LAST,
        "{ size_t die = (size_t)fs_die(&batch, bound); "
        "fs_swap_at(base, others, 0, die - (die > 1), size); }", 10),
    "the same random word for two dice": (
        "dice/dice.h", "return fs_mul64_apart(batch->word, bound, &batch->word);",
        "static int dice; uint64_t low, die = fs_mul64_apart(batch->word, bound, &low); "
        "if (dice++ % 2) batch->word = low; return die;", 10),
    "a random word that is used twice": (
        "dice/dice.h", "cursor->at += 8;",
        "static int used; cursor->at += used++ % 2 ? 8 : 0;", 40),
}


def build(folder, change, cards):
    """Compiles a program that prints permutations, from a changed copy of the sources."""
    name, text, instead = change
    source = folder / "src"
    shutil.copytree(root / "src", source)
    if name is not None:
        path = source / name
        whole = path.read_text()
        if whole.count(text) < 1:
            raise LookupError(f"{name} has no line '{text}'")
        path.write_text(whole.replace(text, instead, 1))
    (folder / "printer.c").write_text(PRINTER)
    needed = ("base/fork", "base/memory", "bits/chacha8", "bits/entropy", "bits/kernels",
              "bits/key", "bits/rng", "dice/dice", "shuffle/fisher_yates")
    subprocess.run(["cc", "-std=c11", "-Og", "-w", "-pthread", f"-DCARDS={cards}",
                    "-DNDEBUG", "-DFS_NO_KERNELS", f"-I{root / 'include'}", f"-I{folder}",
                    "-o", str(folder / "printer"),
                    str(folder / "printer.c"), *(str(source / f"{n}.c") for n in needed)],
                   check=True)
    return str(folder / "printer")


def main():
    failed = 0
    print(f"1..{len(MUTATIONS)}", flush=True)
    for number, (title, (*change, cards)) in enumerate(MUTATIONS.items(), 1):
        with tempfile.TemporaryDirectory() as name:
            try:
                printer = build(pathlib.Path(name), change, cards)
                ended = subprocess.run(
                    [fairaudit, "--batch", "--json", "-n", str(cards), "-t", "30K", "--",
                     printer], capture_output=True, check=False)
                report = json.loads(ended.stdout)
                verdict = report["verdict"]
                print(f"# {verdict} after {report['decided'] or report['trials']}: "
                      f"{'; '.join(report['effects'][:1])}")
            except (LookupError, subprocess.CalledProcessError) as error:
                verdict = str(error)
        good = verdict == ("no-evidence" if change[0] is None else "unfair")
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} - {title}"
              + ("" if good else f"\n# {verdict}"), flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
