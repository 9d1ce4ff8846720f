# SPDX-License-Identifier: MIT
"""check_dll.py OBJDUMP DLL HEADER... - a DLL exports exactly what the public headers declare,
and needs no DLL that is not part of Windows."""
import pathlib
import re
import subprocess
import sys

objdump, dll, *headers = sys.argv[1:]
text = subprocess.run([objdump, "-p", dll], check=True, capture_output=True, text=True).stdout
exported = set(re.findall(r"^\s*\[\s*\d+\] (\w+)$", text, re.M))
needed = {name.lower() for name in re.findall(r"DLL Name: (\S+)", text)}
declared = set()
for header in headers:
    declared |= set(re.findall(r"^FAIR_API [^;(]*?\b(fair_\w+)\s*[(;]",
                               pathlib.Path(header).read_text(), re.M))
PART_OF_WINDOWS = {"kernel32.dll", "msvcrt.dll", "bcrypt.dll"}

print("1..2")
same = exported == declared and len(declared) > 60
print(f"{'ok' if same else 'not ok'} 1 - the DLL exports the {len(declared)} names of the headers")
for name in sorted(exported ^ declared):
    print(f"# {name}: {'not declared' if name in exported else 'not exported'}")
others = {name for name in needed - PART_OF_WINDOWS if not name.startswith("api-ms-win-crt-")}
alone = needed and not others
print(f"{'ok' if alone else 'not ok'} 2 - it needs only DLLs of Windows")
for name in sorted(others):
    print(f"# it needs {name}")
sys.exit(not (same and alone))
