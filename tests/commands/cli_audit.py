#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_audit.py - end-to-end tests of fairaudit.

    cli_audit.py FAIRAUDIT FAIRSHUF [large] [times] [TOPIC...]

Prints TAP. Topics: usage, evidence, signals, html, subjects, saved, found, ours. With
`large`, some tests use as many permutations as is practical (minutes).
"""
import importlib
import sys

import cli_support

TOPICS = ("usage", "evidence", "signals", "html", "subjects", "saved", "found", "ours")


def main():
    if len(sys.argv) < 3 or sys.argv[2] in TOPICS:
        sys.exit(__doc__)
    wanted = [word for word in sys.argv[3:] if word in TOPICS]
    for topic in TOPICS:
        if topic in wanted or not wanted:
            importlib.import_module("cli_audit_" + topic)
    return cli_support.run_tests()


if __name__ == "__main__":
    sys.exit(main())
