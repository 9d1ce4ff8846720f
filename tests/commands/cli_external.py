# SPDX-License-Identifier: MIT
"""cli_external.py - end-to-end tests of files larger than memory.

    cli_external.py PROGRAM [large] [times] [TOPIC...]

Prints TAP, like cli.py. Topics are the files cli_external_TOPIC.py in the list below: the
order is the same with any memory limit (order), each byte is moved no more often than
necessary (io), system calls fail (faults), disks are full, inputs change and runs are killed
(failures). `large` adds cases. Tests with gigabytes are in big.py.
"""
import sys

import cli_support

TOPICS = ("order", "io", "faults", "failures")

if __name__ == "__main__":
    sys.exit(cli_support.main(__doc__, TOPICS, "cli_external_"))
