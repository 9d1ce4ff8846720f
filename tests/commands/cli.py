#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli.py - end-to-end tests of fairshuf: what a user sees, and what an attacker tries.

    cli.py PROGRAM [large] [times] [TOPIC...]

Prints TAP. Topics are the files cli_TOPIC.py in the list below; the default is all of them.
`large` adds tests that need gigabytes; `times` prints the seconds of each test. compat.py
compares the command with GNU shuf, cli_output.py tests -o, and cli_external.py tests files
larger than memory.
"""
import sys

import cli_support

TOPICS = ("seed", "head", "records", "bad_input", "split", "lockstep", "usage", "progress",
          "faults", "several_outputs", "attributes", "preflight", "memory", "disk_space",
          "compress", "changed", "long_lines")

if __name__ == "__main__":
    sys.exit(cli_support.main(__doc__, TOPICS))
