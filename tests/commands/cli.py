# SPDX-License-Identifier: MIT
"""cli.py - end-to-end tests of the command: what a user sees, and an adversary tries.

    cli.py PROGRAM [large] [times] [TOPIC...]

Prints TAP. Topics are the files cli_TOPIC.py named below, all of them if none is given.
With `large`, also what takes gigabytes; with `times`, the seconds of each test. What GNU
shuf does is compared in compat.py, what happens to the file of -o in cli_output.py.
"""
import importlib
import sys

import cli_support

TOPICS = ("seed", "head", "records", "broken", "files", "lockstep", "manners", "progress",
          "faults", "several", "keep", "early", "memory", "space", "compress", "changed",
          "long")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wanted = [word for word in sys.argv[2:] if word in TOPICS]
    for topic in TOPICS:
        if topic in wanted or not wanted:
            importlib.import_module("cli_" + topic)
    return cli_support.run_tests()


if __name__ == "__main__":
    sys.exit(main())
