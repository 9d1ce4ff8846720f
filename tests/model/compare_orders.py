# SPDX-License-Identifier: MIT
"""compare_orders.py PRINT_TINY|- [WRAPPER...] PRINT_ORDERS - compares the orders of the
library with those of order_model.py, and with the recorded lines (orders.txt), which no
later version may change. Also compares a library with tiny constants with the model. With
"-", only the recorded lines are compared.

WRAPPER is an emulator that runs both programs. Then the recorded lines suffice: without
an emulator, they are compared with the model. TAP on stdout.
"""
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent


def lines_of(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def report(number, name, ours, other):
    good = ours == other
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    for a, b in zip(ours.splitlines(), other.splitlines()):
        if a != b:
            print(f"# library: {a[:100]}\n# other:   {b[:100]}")
            break
    return good


tiny, *wrapper, orders = sys.argv[1:]
library = lines_of([*wrapper, orders])
recorded = (here / "orders.txt").read_text()
results = [report(1, "every line equals the recorded one", library, recorded)]
if tiny != "-":
    results.append(report(
        2, "tiny leaves, chunks and buckets: every line equals that of the model",
        lines_of([*wrapper, tiny]),
        lines_of([sys.executable, here / "order_model.py", "tiny"])))
if tiny != "-" and not wrapper:
    model = lines_of([sys.executable, here / "order_model.py"])
    results.append(report(3, "every line equals that of the model in Python", library, model))
print(f"1..{len(results)}")
sys.exit(not all(results))
