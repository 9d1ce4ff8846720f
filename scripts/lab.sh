#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lab.sh FOLDER - builds the lab, FOLDER/lab.html: the C core for WebAssembly, twice, and
# the page around it; and FOLDER/lab-licences.txt, the licence notices of all that is in
# the page. What is built already is not built again.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$1

"$root/scripts/lab_core.sh" "$folder"
modules=$root/lab/node_modules/.package-lock.json
if [ ! "$modules" -nt "$root/lab/package-lock.json" ]; then
    npm ci --prefix "$root/lab" --no-audit --no-fund --loglevel=error || {
        echo "lab.sh: npm could not get what lab/package.json names; is there a network?" >&2
        exit 1
    }
    touch "$modules"
fi
node "$root/lab/build.mjs" --core "$folder/lab.wasm" --core-simd "$folder/lab-simd.wasm" \
    --out "$folder/lab.html" --licences "$folder/lab-licences.txt"
