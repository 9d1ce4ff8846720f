# SPDX-License-Identifier: MIT
"""cli_external.py - end-to-end tests of files bigger than memory.

    cli_external.py PROGRAM [large] [times] [TOPIC...]

Prints TAP, as cli.py does. Topics are the files cli_TOPIC.py named below, all of them if
none is given: the same bytes come out (same), each is moved as often as it must be
(counts), system calls fail (refusals), disks are full, inputs change and runs are ended
(ends). With `large`, more cases of all. Gigabytes are in big.py.
"""
import importlib
import sys

import cli_support

TOPICS = ("same", "counts", "refusals", "ends")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wanted = [word for word in sys.argv[2:] if word in TOPICS]
    for topic in wanted or TOPICS:
        importlib.import_module("cli_" + topic)
    return cli_support.run_tests()


if __name__ == "__main__":
    sys.exit(main())
